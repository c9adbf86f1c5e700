/** The server's configuration: read once from the environment, checked whole, handed down. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { isEmail } from '@mi-portal/contract/values/email'
import { type LogLevel, logLevels } from './logger.ts'
import type { Secrets } from './security/secrets.ts'
import { limits } from './security/tries.ts'

/** A value of the environment that cannot be used; the message is one line for whoever starts the server. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/** Every variable, what it is for and what holds when it is absent: the README's table and `.env.example` follow it. */
export const variables = {
  PORT: { fallback: '3000', meaning: 'Port the server listens on' },
  HOST: { fallback: '127.0.0.1', meaning: 'Address it listens on' },
  PUBLIC_URL: { fallback: 'http://HOST:PORT', meaning: 'Address by which people reach the portal' },
  TRUST_PROXY: { fallback: 'off', meaning: '`on`, or the addresses of trusted proxies, separated by commas' },
  DATA_DIR: { fallback: './data', meaning: 'Folder of the embedded database and of the files' },
  DATABASE_URL: {
    fallback: '',
    meaning: 'PostgreSQL 15 or newer; absent: the embedded database under `DATA_DIR`',
  },
  MIGRATION_DATABASE_URL: {
    fallback: 'DATABASE_URL',
    meaning: 'Connection of the owner of the tables, for migrations',
  },
  SMTP_URL: { fallback: '', meaning: 'Mail server; absent: messages stay in the outbox' },
  MAIL_FROM: { fallback: 'SUPPORT_EMAIL', meaning: 'Sender of the mails' },
  FILES_URL: {
    fallback: 'DATA_DIR/files',
    meaning: 'Where files are kept: a folder, or `s3://bucket/prefix?endpoint=https://…&region=…`',
  },
  AWS_ACCESS_KEY_ID: {
    fallback: '',
    meaning: 'Access key of the bucket, where `FILES_URL` does not hold it (`s3://KEY:SECRET@bucket`)',
  },
  AWS_SECRET_ACCESS_KEY: { fallback: '', meaning: 'Secret of that access key' },
  SECRET_KEY: {
    fallback: '',
    meaning: 'Secret of 32 or more characters; made under `DATA_DIR` only with the embedded database',
  },
  SECRET_KEY_PREVIOUS: {
    fallback: '',
    meaning:
      'Earlier values of `SECRET_KEY`, separated by commas: what was sealed or signed under them is still read',
  },
  DEMO: {
    fallback: 'auto',
    meaning:
      '`true` fills the demonstration clinic; by default only with the embedded database on a loopback address',
  },
  PRODUCT_NAME: { fallback: 'Mi Portal', meaning: 'Name of the product' },
  BRAND_NAME: { fallback: 'Clínica Andes', meaning: 'Name of the clinic' },
  SUPPORT_EMAIL: { fallback: 'contacto@clinica.example', meaning: 'Mail of customer service' },
  SUPPORT_PHONE: { fallback: '2 2362 5400', meaning: 'Phone of the call centre' },
  DESK_DOCUMENTS_EMAIL: { fallback: 'SUPPORT_EMAIL', meaning: 'Desk that receives document requests' },
  DESK_BUDGETS_EMAIL: { fallback: 'SUPPORT_EMAIL', meaning: 'Desk that receives budget requests' },
  DESK_CONTACT_EMAIL: { fallback: 'SUPPORT_EMAIL', meaning: 'Desk that receives contacts' },
  DESK_IMAGING_EMAIL: { fallback: 'SUPPORT_EMAIL', meaning: 'Desk that receives imaging contacts' },
  DESK_PRIVACY_EMAIL: {
    fallback: 'SUPPORT_EMAIL',
    meaning: 'Desk that receives requests about personal data',
  },
  IDENTITY_CHECK: { fallback: 'embedded', meaning: 'Identity check: `embedded`, `oidc` or `staff`' },
  OIDC_ISSUER: { fallback: '', meaning: 'OpenID Connect issuer, with `IDENTITY_CHECK=oidc`' },
  OIDC_CLIENT_ID: { fallback: '', meaning: 'OpenID Connect client' },
  OIDC_CLIENT_SECRET: { fallback: '', meaning: 'Secret of the OpenID Connect client' },
  IDENTITY_WINDOW: { fallback: 'popup', meaning: 'Where the identity check opens: `popup` or `page`' },
  CIVIL_REGISTRY_URL: { fallback: '', meaning: 'Outside civil registry; absent: the embedded one' },
  CLINICAL_ARCHIVE_URL: {
    fallback: '',
    meaning:
      'Base address of a FHIR R4 server with the clinic’s hours and exams, read beside the embedded archive; absent: the embedded one alone',
  },
  CLINICAL_ARCHIVE_TOKEN: {
    fallback: '',
    meaning: 'Static bearer token for that server, where there is no `CLINICAL_ARCHIVE_TOKEN_URL`',
  },
  CLINICAL_ARCHIVE_TOKEN_URL: {
    fallback: '',
    meaning: 'Token endpoint of its authorization server (OAuth 2 client credentials)',
  },
  CLINICAL_ARCHIVE_CLIENT_ID: { fallback: '', meaning: 'Client at that token endpoint' },
  CLINICAL_ARCHIVE_CLIENT_SECRET: { fallback: '', meaning: 'Secret of that client' },
  CLINICAL_ARCHIVE_SCOPE: {
    fallback: 'system/*.read system/Appointment.write',
    meaning: 'Scopes asked for there; `none` asks for none',
  },
  CLINICAL_ARCHIVE_RUN_SYSTEM: {
    fallback: '',
    meaning:
      '`identifier.system` of runs at that server, where its identifiers carry no CL Core type; absent: the type decides',
  },
  CLINICAL_ARCHIVE_NEWS: {
    fallback: 'on',
    meaning:
      '`on` asks that server each minute for new reports, so that patients are told of them; `off` does not',
  },
  SCHEDULING_URL: { fallback: '', meaning: 'Outside scheduling service; absent: the embedded one' },
  SCHEDULING_SECRET: {
    fallback: '',
    meaning:
      'Secret of 32 or more characters shared with the service at `SCHEDULING_URL`; without that address: with the portals that book in the calendars here',
  },
  SCHEDULING_NAME: {
    fallback: '',
    meaning: 'What staff are told the service at `SCHEDULING_URL` is called; absent: an outside service',
  },
  SCHEDULING_WEB_URL: { fallback: 'PUBLIC_URL/reservas', meaning: 'Reservation application' },
  OPEN_HOURS: { fallback: '6', meaning: 'Hours to come that a patient may have of one specialty' },
  TELEMEDICINE_URL: {
    fallback: '',
    meaning:
      'Address of visits by video, shown from 15 minutes before; `{id_appointment}` and `{rut_professional}` in it stand for the hour’s own',
  },
  STAFF_SECOND_FACTOR: { fallback: 'offered', meaning: 'Second factor of staff: `offered` or `required`' },
  AGE_RESERVE: { fallback: '14', meaning: 'Age from which results may be reserved' },
  AGE_PAEDIATRIC: { fallback: '15', meaning: 'Age below which paediatrics attends' },
  AGE_CONSENT: { fallback: '16', meaning: 'Age from which a person consents for themself' },
  AGE_ADULT: { fallback: '18', meaning: 'Age of majority' },
  FREE_SPACE_MIN: { fallback: '1GB', meaning: 'Free space below which no file is accepted' },
  SLOW_STATEMENT_MS: {
    fallback: '1000',
    meaning: 'Milliseconds from which a statement of the database stands in the log; `0`: none does',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: '',
    meaning: 'Collector that traces are sent to, by OTLP over HTTP; absent: none are made',
  },
  OTEL_TRACES_SAMPLER_ARG: { fallback: '1', meaning: 'Share of the calls that are traced, from 0 to 1' },
  LIMITS: {
    fallback: '',
    meaning:
      'Limits on tries other than the usual ones, as `sign-in-address=300 draft=40`; a name it does not know is answered with all of them',
  },
  LIMITS_FACTOR: {
    fallback: '1',
    meaning: 'Multiplies every limit on tries and calls: more than 1 is for drills and benches alone',
  },
  KEEP_PASSPORT_DAYS: {
    fallback: '30',
    meaning: 'Days that the pictures of a passport are kept after the decision about it',
  },
  KEEP_DRAFTS_DAYS: {
    fallback: '30',
    meaning: 'Days that unfinished registrations, identity checks and changes of e-mail are kept',
  },
  KEEP_SESSIONS_DAYS: { fallback: '30', meaning: 'Days that an ended session is kept' },
  KEEP_SHARES_DAYS: { fallback: '180', meaning: 'Days that the link to a shared exam is kept after its end' },
  KEEP_MAIL_TEXTS_DAYS: { fallback: '30', meaning: 'Days that the text of a mail is kept' },
  KEEP_MAILS_DAYS: { fallback: '180', meaning: 'Days that it is kept that there was a mail' },
  KEEP_EXPORT_HOURS: { fallback: '24', meaning: 'Hours for which a copy of personal data can be taken' },
  METRICS: { fallback: 'off', meaning: '`on` publishes `/metrics`' },
  LOG_LEVEL: { fallback: 'info', meaning: 'Detail of the log: `silent`, `error`, `warn`, `info` or `debug`' },
} as const satisfies Record<string, { fallback: string; meaning: string }>

type Name = keyof typeof variables

/** Readers of single values; each throws a `ConfigError` that names the variable and what it should be. */
function reader(environment: Environment) {
  const given = (name: Name): string | undefined => environment[name]?.trim() || undefined
  const refuse = (name: Name, should: string): never => {
    throw new ConfigError(`${name} should be ${should}`)
  }
  const url = (name: Name, protocols: readonly string[]): string | undefined => {
    const text = given(name)
    if (text === undefined) return undefined
    const parsed = URL.canParse(text) ? new URL(text) : undefined
    if (!parsed || !protocols.includes(parsed.protocol))
      return refuse(name, `an address starting with ${protocols.join(' or ')}//`)
    return text.replace(/\/$/, '')
  }
  return {
    text: (name: Name, fallback: string = variables[name].fallback) => given(name) ?? fallback,
    url,
    whole: (name: Name, minimum: number, maximum: number): number => {
      const text = given(name) ?? variables[name].fallback
      const value = Number(text)
      if (!/^\d+$/.test(text) || value < minimum || value > maximum)
        return refuse(name, `a whole number from ${minimum} to ${maximum}`)
      return value
    },
    oneOf: <T extends string>(name: Name, choices: readonly T[]): T => {
      const text = given(name) ?? variables[name].fallback
      return choices.find((choice) => choice === text) ?? refuse(name, `one of ${choices.join(', ')}`)
    },
    email: (name: Name, fallback: string): string => {
      const text = given(name) ?? fallback
      return isEmail(text) ? text : refuse(name, 'one e-mail address')
    },
    bytes: (name: Name): number => {
      const match = /^(\d{1,12})\s*(B|KB|MB|GB)?$/i.exec(given(name) ?? variables[name].fallback)
      if (!match) return refuse(name, 'a size such as 500MB or 1GB')
      return (
        Number(match[1]) *
        { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }[(match[2] ?? 'B').toUpperCase() as 'B' | 'KB' | 'MB' | 'GB']
      )
    },
    given,
    refuse,
  }
}

const loopback = ['127.0.0.1', 'localhost', '::1']

/** Reads and checks the environment. Throws a `ConfigError` for the first value that cannot be used. */
export function readConfig(environment: Environment = process.env) {
  const read = reader(environment)
  const port = read.whole('PORT', 0, 65_535)
  const host = read.text('HOST')
  const dataDir = resolve(read.text('DATA_DIR'))
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const embedded = databaseUrl === undefined
  const publicUrl = read.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${host}:${port}`
  const supportEmail = read.email('SUPPORT_EMAIL', variables.SUPPORT_EMAIL.fallback)
  const identityCheck = read.oneOf('IDENTITY_CHECK', ['embedded', 'oidc', 'staff'])
  if (identityCheck === 'oidc') {
    for (const name of ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET'] as const) {
      if (!read.given(name)) read.refuse(name, 'given when IDENTITY_CHECK=oidc')
    }
  }
  const ages = {
    reserve: read.whole('AGE_RESERVE', 0, 30),
    paediatric: read.whole('AGE_PAEDIATRIC', 0, 30),
    consent: read.whole('AGE_CONSENT', 0, 30),
    adult: read.whole('AGE_ADULT', 1, 30),
  }
  // What this version has no adapter for must not be taken for granted.
  if (read.given('CIVIL_REGISTRY_URL'))
    read.refuse('CIVIL_REGISTRY_URL', 'absent: this version has only the embedded one')
  const demo =
    environment.DEMO === undefined || environment.DEMO.trim() === ''
      ? embedded && loopback.includes(host)
      : read.oneOf('DEMO', ['true', 'false']) === 'true'
  return {
    port,
    host,
    publicUrl,
    trustProxy: readTrust(read.text('TRUST_PROXY')),
    dataDir,
    databaseUrl,
    migrationDatabaseUrl: read.url('MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:']) ?? databaseUrl,
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.email('MAIL_FROM', supportEmail),
    files: readFiles(read, join(dataDir, 'files')),
    secrets: readSecrets(read, embedded ? dataDir : null),
    demo,
    product: read.text('PRODUCT_NAME'),
    brand: read.text('BRAND_NAME'),
    supportEmail,
    supportPhone: read.text('SUPPORT_PHONE'),
    desks: {
      documents: read.email('DESK_DOCUMENTS_EMAIL', supportEmail),
      budgets: read.email('DESK_BUDGETS_EMAIL', supportEmail),
      contact: read.email('DESK_CONTACT_EMAIL', supportEmail),
      imaging: read.email('DESK_IMAGING_EMAIL', supportEmail),
      privacy: read.email('DESK_PRIVACY_EMAIL', supportEmail),
    },
    identityCheck,
    oidc: {
      issuer: read.url('OIDC_ISSUER', ['https:', 'http:']),
      clientId: read.given('OIDC_CLIENT_ID'),
      clientSecret: read.given('OIDC_CLIENT_SECRET'),
    },
    identityWindow: read.oneOf('IDENTITY_WINDOW', ['popup', 'page']),
    archive: readArchive(read),
    scheduling: readScheduling(read),
    schedulingWebUrl: read.url('SCHEDULING_WEB_URL', ['https:', 'http:']) ?? null,
    openHours: read.whole('OPEN_HOURS', 1, 1000),
    telemedicineUrl: readTelemedicine(read),
    staffSecondFactor: read.oneOf('STAFF_SECOND_FACTOR', ['offered', 'required']),
    ages,
    keep: readKeep(read),
    freeSpaceMin: read.bytes('FREE_SPACE_MIN'),
    slowStatementMs: read.whole('SLOW_STATEMENT_MS', 0, 600_000),
    tracing: readTracing(read),
    ownLimits: readLimits(read),
    limitsFactor: read.whole('LIMITS_FACTOR', 1, 1_000_000),
    metrics: read.oneOf('METRICS', ['on', 'off']) === 'on',
    logLevel: read.oneOf<LogLevel>('LOG_LEVEL', logLevels),
  }
}

export type Config = ReturnType<typeof readConfig>

/** How long what is kept for a time is kept. The audit trail and the record are kept for good. */
function readKeep(read: ReturnType<typeof reader>) {
  const days = (name: Parameters<typeof read.whole>[0]) => read.whole(name, 1, 3650)
  const mailTexts = days('KEEP_MAIL_TEXTS_DAYS')
  const mails = days('KEEP_MAILS_DAYS')
  if (mails < mailTexts) read.refuse('KEEP_MAILS_DAYS', 'no less than KEEP_MAIL_TEXTS_DAYS')
  return {
    passportDays: days('KEEP_PASSPORT_DAYS'),
    draftsDays: days('KEEP_DRAFTS_DAYS'),
    sessionsDays: days('KEEP_SESSIONS_DAYS'),
    sharesDays: days('KEEP_SHARES_DAYS'),
    mailTextsDays: mailTexts,
    mailsDays: mails,
    exportHours: read.whole('KEEP_EXPORT_HOURS', 1, 720),
  }
}

function readTrust(text: string): boolean | string[] {
  if (text === 'off') return false
  return text === 'on' ? true : text.split(',').map((part) => part.trim())
}

/** Limits on tries that this installation wants other than they are, by name. */
function readLimits(read: ReturnType<typeof reader>): Map<string, number> {
  const names = new Set(['calls', ...Object.values(limits).map(({ scope }) => scope)])
  const own = new Map<string, number>()
  for (const part of read
    .text('LIMITS')
    .split(/[\s,]+/)
    .filter(Boolean)) {
    const [, name = '', max] = /^([a-z-]+)=([1-9]\d{0,8})$/.exec(part) ?? []
    if (!names.has(name))
      return read.refuse('LIMITS', `pairs like draft=40, of these names: ${[...names].join(', ')}`)
    own.set(name, Number(max))
  }
  return own
}

/** Where traces go, if anywhere, and of how many calls. */
function readTracing(read: ReturnType<typeof reader>) {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['https:', 'http:'])
  const text = read.text('OTEL_TRACES_SAMPLER_ARG')
  const share = Number(text)
  if (!/^\d(\.\d{1,9})?$/.test(text) || share > 1)
    return read.refuse('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1')
  return endpoint === undefined ? null : { endpoint, share }
}

/** The outside scheduling service, if there is one, and the secret shared with it or with those who come here. */
function readScheduling(read: ReturnType<typeof reader>) {
  const url = read.url('SCHEDULING_URL', ['https:', 'http:'])
  const secret = read.given('SCHEDULING_SECRET')
  if (secret !== undefined && secret.length < 32)
    return read.refuse('SCHEDULING_SECRET', 'at least 32 characters long')
  if (url !== undefined && secret === undefined)
    return read.refuse('SCHEDULING_SECRET', 'given when SCHEDULING_URL is')
  if (url !== undefined && (new URL(url).search !== '' || new URL(url).username !== ''))
    return read.refuse('SCHEDULING_URL', 'an address without credentials and query')
  return { url, secret, name: read.given('SCHEDULING_NAME') }
}

/** The outside archive, if there is one, and what we show there. */
function readArchive(read: ReturnType<typeof reader>) {
  const url = read.url('CLINICAL_ARCHIVE_URL', ['https:', 'http:'])
  if (url === undefined) return null
  if (new URL(url).search !== '' || new URL(url).username !== '' || new URL(url).hash !== '')
    return read.refuse('CLINICAL_ARCHIVE_URL', 'an address without credentials and query')
  const token = read.given('CLINICAL_ARCHIVE_TOKEN')
  const tokenUrl = read.url('CLINICAL_ARCHIVE_TOKEN_URL', ['https:', 'http:'])
  const clientId = read.given('CLINICAL_ARCHIVE_CLIENT_ID')
  const clientSecret = read.given('CLINICAL_ARCHIVE_CLIENT_SECRET')
  const runSystem = read.given('CLINICAL_ARCHIVE_RUN_SYSTEM')
  const tellsNews = read.oneOf('CLINICAL_ARCHIVE_NEWS', ['on', 'off']) === 'on'
  if (tokenUrl === undefined)
    return {
      url,
      runSystem,
      tellsNews,
      credentials: token === undefined ? ({ kind: 'none' } as const) : ({ kind: 'token', token } as const),
    }
  if (token !== undefined)
    return read.refuse('CLINICAL_ARCHIVE_TOKEN', 'absent where CLINICAL_ARCHIVE_TOKEN_URL is given')
  if (clientId === undefined)
    return read.refuse('CLINICAL_ARCHIVE_CLIENT_ID', 'given when CLINICAL_ARCHIVE_TOKEN_URL is')
  if (clientSecret === undefined)
    return read.refuse('CLINICAL_ARCHIVE_CLIENT_SECRET', 'given when CLINICAL_ARCHIVE_TOKEN_URL is')
  const asked = read.text('CLINICAL_ARCHIVE_SCOPE')
  const scope = asked === 'none' ? '' : asked
  const credentials = { kind: 'client', tokenUrl, clientId, clientSecret, scope } as const
  return { url, runSystem, tellsNews, credentials }
}

/** The address of visits by video, in which only what is known of an hour may stand in braces. */
function readTelemedicine(read: ReturnType<typeof reader>): string | undefined {
  const address = read.url('TELEMEDICINE_URL', ['https:', 'http:'])
  const strange = address?.replace(/\{(id_appointment|rut_professional)\}/g, '').match(/[{}\s<>"]/)
  if (strange)
    read.refuse('TELEMEDICINE_URL', 'an address with no braces but {id_appointment} and {rut_professional}')
  return address
}

/** The secret in force, and those before it. */
function readSecrets(read: ReturnType<typeof reader>, folder: string | null): Secrets {
  const current = readSecret(read.given('SECRET_KEY'), folder)
  const previous = (read.given('SECRET_KEY_PREVIOUS') ?? '').split(',').map((secret) => secret.trim())
  const given = previous.filter((secret) => secret !== '')
  if (given.some((secret) => secret.length < 32))
    return read.refuse('SECRET_KEY_PREVIOUS', 'secrets of at least 32 characters, separated by commas')
  if (given.includes(current)) return read.refuse('SECRET_KEY_PREVIOUS', 'without the value of SECRET_KEY')
  return [current, ...given]
}

/** The secret given, or the one kept in `folder` and made there at first need; null means that one must be given. */
function readSecret(given: string | undefined, folder: string | null): string {
  if (given !== undefined) {
    if (given.length < 32) throw new ConfigError('SECRET_KEY should be at least 32 characters long')
    return given
  }
  if (folder === null) throw new ConfigError('SECRET_KEY should be given when DATABASE_URL is')
  const file = join(folder, 'secret.key')
  if (!existsSync(file)) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  }
  return readFileSync(file, 'utf8').trim()
}

/** A folder, or a bucket with what it takes to write there. */
function readFiles(read: ReturnType<typeof reader>, fallback: string) {
  const text = read.text('FILES_URL', fallback)
  if (!/^\w+:\/\//.test(text)) return { kind: 'folder', folder: resolve(text) } as const
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 's3:' || !/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname))
    return read.refuse('FILES_URL', 'a folder or s3://bucket/prefix?endpoint=https://…&region=…')
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const endpoint = url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`
  const place = URL.canParse(endpoint) ? new URL(endpoint) : undefined
  if (!place || !['http:', 'https:'].includes(place.protocol) || place.search !== '')
    return read.refuse('FILES_URL', 'an s3:// address whose endpoint starts with https:// or http://')
  const accessKeyId = decodeURIComponent(url.username) || read.given('AWS_ACCESS_KEY_ID')
  const secretAccessKey = decodeURIComponent(url.password) || read.given('AWS_SECRET_ACCESS_KEY')
  if (accessKeyId === undefined) return read.refuse('AWS_ACCESS_KEY_ID', 'given when FILES_URL is a bucket')
  if (secretAccessKey === undefined)
    return read.refuse('AWS_SECRET_ACCESS_KEY', 'given when FILES_URL is a bucket')
  const path = url.pathname.replace(/^\/+|\/+$/g, '')
  return {
    kind: 's3',
    endpoint: endpoint.replace(/\/+$/, ''),
    bucket: url.hostname,
    prefix: path === '' ? '' : `${path}/`,
    region,
    accessKeyId,
    secretAccessKey,
  } as const
}
