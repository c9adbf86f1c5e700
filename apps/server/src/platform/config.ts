/** The server's configuration. It is read once from the environment, checked as a whole and passed to the parts. */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join, resolve } from 'node:path'
import { type Day, isDay } from '@mi-portal/contract/values/dates'
import { isEmail } from '@mi-portal/contract/values/email'
import ipaddr from 'ipaddr.js'
import { type LogLevel, logLevels } from './logger.ts'
import type { Secrets } from './security/secrets.ts'
import { limits } from './security/tries.ts'

/** An environment variable has a value that cannot be used. The message is one line for the operator. */
export class ConfigError extends Error {}

type Environment = Readonly<Record<string, string | undefined>>

/**
 * Every variable with its purpose and its default. The README's table and `.env.example` repeat this list.
 *
 * @internal Exported for the tests.
 */
export const variables = {
  PORT: { fallback: '3000', meaning: 'Port the server listens on' },
  HOST: { fallback: '127.0.0.1', meaning: 'Address it listens on' },
  PUBLIC_URL: { fallback: 'http://HOST:PORT', meaning: 'Address at which users open the portal' },
  TRUST_PROXY: {
    fallback: 'off',
    meaning:
      'Trusted reverse proxies: their addresses or networks, separated by commas, or the number of proxies in a row; `on` means 1',
  },
  DATA_DIR: { fallback: './data', meaning: 'Folder for the embedded PostgreSQL and for files' },
  DATABASE_URL: {
    fallback: '',
    meaning: 'PostgreSQL 15 or newer; absent: the embedded PostgreSQL in `DATA_DIR`',
  },
  MIGRATION_DATABASE_URL: {
    fallback: 'DATABASE_URL',
    meaning: 'Connection of the role that owns the tables; used for migrations',
  },
  SMTP_URL: { fallback: '', meaning: 'Mail server; absent: e-mails wait in the outbox' },
  MAIL_FROM: { fallback: 'SUPPORT_EMAIL', meaning: 'Sender address of e-mails' },
  FILES_URL: {
    fallback: 'DATA_DIR/files',
    meaning: 'Where files are stored: a folder, or `s3://bucket/prefix?endpoint=https://…&region=…`',
  },
  AWS_ACCESS_KEY_ID: {
    fallback: '',
    meaning: 'Access key of the bucket, unless `FILES_URL` contains it (`s3://KEY:SECRET@bucket`)',
  },
  AWS_SECRET_ACCESS_KEY: { fallback: '', meaning: 'Secret of that access key' },
  SCANNER_URL: {
    fallback: '',
    meaning:
      'ClamAV daemon that scans uploaded files: `clamd:///run/clamav/clamd.ctl` (a socket) or `clamd://127.0.0.1:3310`; absent: files are not scanned',
  },
  SECRET_KEY: {
    fallback: '',
    meaning: 'Secret of at least 32 characters; created in `DATA_DIR` only with the embedded PostgreSQL',
  },
  SECRET_KEY_PREVIOUS: {
    fallback: '',
    meaning:
      'Earlier values of `SECRET_KEY`, separated by commas; data that was encrypted or signed with them can still be read',
  },
  AUDIT_STREAM: {
    fallback: '',
    meaning:
      'System that also receives the audit log: `syslog://host:514` (UDP), `syslog+tcp://host:601`, `syslog+tls://host:6514` or `https://…`',
  },
  AUDIT_STREAM_SECRET: {
    fallback: '',
    meaning: 'Secret of at least 32 characters that signs requests to an `https:` address in `AUDIT_STREAM`',
  },
  DEMO: {
    fallback: 'auto',
    meaning:
      '`true` loads the demonstration clinic; by default only with the embedded PostgreSQL, a `PUBLIC_URL` on this machine, no proxy and no `NODE_ENV=production`',
  },
  DEMO_PUBLIC: {
    fallback: 'no',
    meaning:
      '`yes` allows a demonstration at a public `PUBLIC_URL`: passwords are random and printed once, and no page shows the e-mails',
  },
  PRODUCT_NAME: { fallback: 'Mi Portal', meaning: 'Name of the product' },
  BRAND_NAME: { fallback: 'Clínica Andes', meaning: 'Name of the clinic' },
  SUPPORT_EMAIL: { fallback: 'contacto@clinica.example', meaning: 'E-mail address of customer service' },
  SUPPORT_PHONE: { fallback: '2 2362 5400', meaning: 'Phone number of the call centre' },
  DESK_DOCUMENTS_EMAIL: { fallback: 'SUPPORT_EMAIL', meaning: 'Department that receives document requests' },
  DESK_BUDGETS_EMAIL: { fallback: 'SUPPORT_EMAIL', meaning: 'Department that receives quote requests' },
  DESK_CONTACT_EMAIL: {
    fallback: 'SUPPORT_EMAIL',
    meaning: 'Department that receives messages of the contact form',
  },
  DESK_IMAGING_EMAIL: {
    fallback: 'SUPPORT_EMAIL',
    meaning: 'Department that receives contact requests about imaging exams',
  },
  DESK_PRIVACY_EMAIL: {
    fallback: 'SUPPORT_EMAIL',
    meaning: 'Department that receives requests about personal data',
  },
  IDENTITY_CHECK: { fallback: 'embedded', meaning: 'Identity check: `embedded`, `oidc` or `staff`' },
  OIDC_ISSUER: { fallback: '', meaning: 'OpenID Connect issuer, if `IDENTITY_CHECK=oidc`' },
  OIDC_CLIENT_ID: { fallback: '', meaning: 'OpenID Connect client identifier' },
  OIDC_CLIENT_SECRET: { fallback: '', meaning: 'Secret of the OpenID Connect client' },
  IDENTITY_WINDOW: { fallback: 'popup', meaning: 'Where the identity check opens: `popup` or `page`' },
  CIVIL_REGISTRY_URL: { fallback: '', meaning: 'External civil registry; absent: the embedded one' },
  CLINICAL_ARCHIVE_URL: {
    fallback: '',
    meaning:
      'Base address of a FHIR R4 server with appointments and exams, read in addition to the embedded archive; absent: the embedded archive only',
  },
  CLINICAL_ARCHIVE_TOKEN: {
    fallback: '',
    meaning: 'Static bearer token for that server, if `CLINICAL_ARCHIVE_TOKEN_URL` is absent',
  },
  CLINICAL_ARCHIVE_TOKEN_URL: {
    fallback: '',
    meaning: 'Token endpoint of its authorization server (OAuth 2 client credentials)',
  },
  CLINICAL_ARCHIVE_CLIENT_ID: { fallback: '', meaning: 'Client identifier at that token endpoint' },
  CLINICAL_ARCHIVE_CLIENT_SECRET: { fallback: '', meaning: 'Secret of that client' },
  CLINICAL_ARCHIVE_SCOPE: {
    fallback: 'system/*.read system/Appointment.write',
    meaning: 'OAuth 2 scopes to request; `none` requests no scope',
  },
  CLINICAL_ARCHIVE_RUN_SYSTEM: {
    fallback: '',
    meaning:
      '`identifier.system` of RUNs at that server, if its identifiers have no CL Core type; absent: the type decides',
  },
  CLINICAL_ARCHIVE_DOCUMENTS: {
    fallback: '',
    meaning:
      'Other origins from which PDFs of that server are downloaded, separated by commas: `https://storage.clinica.example`. The token is not sent to them',
  },
  CLINICAL_ARCHIVE_NEWS: {
    fallback: 'on',
    meaning:
      '`on` checks that server every minute for new reports and changed appointments and notifies patients; `off` does not',
  },
  SCHEDULING_URL: {
    fallback: '',
    meaning: 'Public address of an external scheduling service; absent: the embedded one',
  },
  SCHEDULING_SECRET: {
    fallback: '',
    meaning: 'Secret of at least 32 characters shared with the service at `SCHEDULING_URL`',
  },
  SCHEDULING_PARTNERS: {
    fallback: '',
    meaning:
      'Portals that book in the calendars of this portal, separated by commas: the `PUBLIC_URL` of each and its own secret of at least 32 characters, as in `https://portal.clinica.example=SECRET`',
  },
  SCHEDULING_NAME: {
    fallback: '',
    meaning: 'Name of the service at `SCHEDULING_URL` on the screens of staff; absent: a general name',
  },
  SCHEDULING_WEB_URL: { fallback: 'PUBLIC_URL/reservas', meaning: 'Address of the booking pages' },
  OPEN_HOURS: { fallback: '6', meaning: 'Maximum number of upcoming appointments per patient and specialty' },
  TELEMEDICINE_URL: {
    fallback: '',
    meaning:
      'Address of video visits, shown from 15 minutes before the start; `{id_appointment}` and `{rut_professional}` in it are replaced by the values of the appointment',
  },
  STAFF_SECOND_FACTOR: { fallback: 'offered', meaning: 'Second factor for staff: `offered` or `required`' },
  AGE_RESERVE: { fallback: '14', meaning: 'Age from which some results are kept from guardians' },
  AGE_PAEDIATRIC: { fallback: '15', meaning: 'Age below which patients are treated by paediatrics' },
  AGE_CONSENT: { fallback: '16', meaning: 'Age from which a minor gives consent without a guardian' },
  AGE_ADULT: { fallback: '18', meaning: 'Age of majority' },
  EXAMS_LABORATORY_FROM: {
    fallback: '2017-01-01',
    meaning: 'First date of the laboratory results that are shown, for example `2017-01-01`',
  },
  EXAMS_IMAGING_FROM: {
    fallback: '2021-11-01',
    meaning: 'First date of the imaging exams and procedures that are shown, for example `2021-11-01`',
  },
  FREE_SPACE_MIN: { fallback: '1GB', meaning: 'Free disk space below which uploads are rejected' },
  SLOW_STATEMENT_MS: {
    fallback: '1000',
    meaning: 'Duration in milliseconds from which a SQL statement is logged as slow; `0` logs none',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    fallback: '',
    meaning: 'Collector that receives traces by OTLP over HTTP; absent: no traces are recorded',
  },
  OTEL_TRACES_SAMPLER_ARG: { fallback: '1', meaning: 'Share of requests that are traced, from 0 to 1' },
  LIMITS: {
    fallback: '',
    meaning:
      'Rate limits that differ from the default, for example `sign-in-address=300 draft=40`; the error for an unknown name lists all names',
  },
  LIMITS_FACTOR: {
    fallback: '1',
    meaning: 'Multiplies every rate limit; values above 1 are for failure tests and benchmarks only',
  },
  KEEP_PASSPORT_DAYS: {
    fallback: '30',
    meaning: 'Days that photos of a passport are stored after the decision',
  },
  KEEP_DRAFTS_DAYS: {
    fallback: '30',
    meaning: 'Days that unfinished registrations, identity checks and changes of e-mail address are stored',
  },
  KEEP_SESSIONS_DAYS: { fallback: '30', meaning: 'Days that ended sessions are stored' },
  KEEP_SHARES_DAYS: { fallback: '180', meaning: 'Days that links to shared exams are stored after they end' },
  KEEP_MAIL_TEXTS_DAYS: { fallback: '30', meaning: 'Days that the text of an e-mail is stored' },
  KEEP_MAILS_DAYS: {
    fallback: '180',
    meaning: 'Days that the record of an e-mail without its text is stored',
  },
  KEEP_EXPORT_HOURS: { fallback: '24', meaning: 'Hours that a data export can be downloaded' },
  METRICS: { fallback: 'off', meaning: '`on` publishes `/metrics`' },
  LOG_LEVEL: {
    fallback: 'info',
    meaning: 'Level of detail of the log: `silent`, `error`, `warn`, `info` or `debug`',
  },
} as const satisfies Record<string, { fallback: string; meaning: string }>

type Name = keyof typeof variables

/**
 * Variables that hold a secret. Each has a variant `NAME_FILE` with the path of a file that holds the value.
 *
 * @internal Exported for the tests.
 */
export const secretVariables = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'SMTP_URL',
  'FILES_URL',
  'AWS_ACCESS_KEY_ID',
  'AWS_SECRET_ACCESS_KEY',
  'SECRET_KEY',
  'SECRET_KEY_PREVIOUS',
  'OIDC_CLIENT_SECRET',
  'CLINICAL_ARCHIVE_TOKEN',
  'CLINICAL_ARCHIVE_CLIENT_SECRET',
  'AUDIT_STREAM_SECRET',
  'SCHEDULING_SECRET',
  'SCHEDULING_PARTNERS',
] as const satisfies readonly Name[]

/** Returns the environment with the values of secrets that are given in files (`NAME_FILE`). */
function withSecretFiles(environment: Environment): Environment {
  const read: Record<string, string> = {}
  for (const name of secretVariables) {
    const file = environment[`${name}_FILE`]?.trim()
    if (!file) continue
    if (environment[name]?.trim())
      throw new ConfigError(`${name}_FILE should be absent where ${name} is given: keep one of them`)
    try {
      read[name] = readFileSync(file, 'utf8')
    } catch {
      throw new ConfigError(`${name}_FILE should be the path of a file that the server may read`)
    }
    if (read[name]?.trim() === '') throw new ConfigError(`${name}_FILE should be a file with the value in it`)
  }
  return { ...environment, ...read }
}

/** Returns readers of single values. Each throws a `ConfigError` that names the variable and what it should be. */
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
    day: (name: Name): Day => {
      const text = given(name) ?? variables[name].fallback
      return isDay(text) ? text : refuse(name, 'a day such as 2017-01-01')
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

/** Returns whether a host is this machine itself. */
export function isLoopbackHost(host: string): boolean {
  return /^(localhost|\[?::1\]?|127(\.\d{1,3}){3})$/.test(host)
}

/** Returns whether an address leads to this machine only. */
export function isLoopback(url: string): boolean {
  return isLoopbackHost(new URL(url).hostname)
}

/** Returns the folder of the embedded PostgreSQL and of the files, for commands that need nothing else. */
export function readDataDir(environment: Environment = process.env): string {
  return resolve(reader(environment).text('DATA_DIR'))
}

/** Reads and checks the environment. Throws a `ConfigError` for the first value that cannot be used. */
export function readConfig(given: Environment = process.env) {
  const environment = withSecretFiles(given)
  const read = reader(environment)
  const port = read.whole('PORT', 0, 65_535)
  const host = read.text('HOST')
  const dataDir = readDataDir(environment)
  const databaseUrl = read.url('DATABASE_URL', ['postgres:', 'postgresql:'])
  const embedded = databaseUrl === undefined
  const publicUrl = read.url('PUBLIC_URL', ['http:', 'https:']) ?? `http://${inAddress(host)}:${port}`
  if (!URL.canParse(publicUrl)) read.refuse('HOST', 'an address of this machine, such as 127.0.0.1')
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
  // This version has no adapter for these settings: ignoring them would mislead the operator.
  if (read.given('CIVIL_REGISTRY_URL'))
    read.refuse('CIVIL_REGISTRY_URL', 'absent: this version has only the embedded one')
  const trustProxy = readTrust(read)
  const isOnThisMachine = embedded && trustProxy === false && isLoopbackHost(host)
  const issuer = read.url('OIDC_ISSUER', ['https:', 'http:'])
  if (issuer?.startsWith('http:') && !isLoopback(issuer))
    read.refuse('OIDC_ISSUER', 'an address starting with https://')
  return {
    port,
    host,
    publicUrl,
    trustProxy,
    /** True for `on`: the address of a caller is whatever the nearest proxy says, and no proxy is named. */
    trustsUnnamedProxy: read.text('TRUST_PROXY') === 'on',
    dataDir,
    databaseUrl,
    migrationDatabaseUrl: read.url('MIGRATION_DATABASE_URL', ['postgres:', 'postgresql:']) ?? databaseUrl,
    smtpUrl: read.url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom: read.email('MAIL_FROM', supportEmail),
    files: readFiles(read, join(dataDir, 'files')),
    scanner: readScanner(read),
    secrets: readSecrets(read, embedded ? dataDir : null),
    auditStream: readAuditStream(read),
    ...readDemonstration(read, publicUrl, isOnThisMachine && environment.NODE_ENV !== 'production'),
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
      issuer,
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
    examsFrom: { laboratory: read.day('EXAMS_LABORATORY_FROM'), imaging: read.day('EXAMS_IMAGING_FROM') },
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

/** Reads the retention periods of data that is deleted. The audit log and the medical record are kept for good. */
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

/** Returns whether this is the demonstration, and whether other machines can reach it. */
function readDemonstration(read: ReturnType<typeof reader>, publicUrl: string, isUsual: boolean) {
  const isLocal = isLoopback(publicUrl)
  const demo = read.given('DEMO') ? read.oneOf('DEMO', ['true', 'false']) === 'true' : isUsual && isLocal
  const demoPublic = demo && !isLocal
  if (demoPublic && read.oneOf('DEMO_PUBLIC', ['yes', 'no']) === 'no')
    read.refuse(
      'DEMO',
      'false where PUBLIC_URL is an address that others reach; DEMO_PUBLIC=yes allows a public demonstration',
    )
  return { demo, demoPublic }
}

/** Returns a host as it is written in an address: an IPv6 address gets brackets. */
function inAddress(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** False for no proxy, the addresses and networks of the proxies, or the number of proxies that a request passes. */
export type TrustedProxies = false | readonly string[] | { readonly hops: number }

/**
 * Returns the trusted proxies: none, their addresses and networks, or the number of proxies that a request passes. `on` means
 * one proxy: if more were trusted, a caller could write any address into `X-Forwarded-For`.
 */
function readTrust(read: ReturnType<typeof reader>): TrustedProxies {
  const text = read.text('TRUST_PROXY')
  if (text === 'off') return false
  if (text === 'on') return { hops: 1 }
  if (/^\d+$/.test(text)) return { hops: read.whole('TRUST_PROXY', 1, 9) }
  const proxies = text.split(',').map((part) => part.trim())
  const isNetwork = (text: string) => isIP(text.split('/', 1)[0] ?? '') !== 0 && ipaddr.isValidCIDR(text)
  if (!proxies.every((proxy) => isIP(proxy) !== 0 || isNetwork(proxy)))
    return read.refuse(
      'TRUST_PROXY',
      'off, addresses or networks like 10.0.0.0/8 separated by commas, or a number of proxies from 1 to 9',
    )
  return proxies
}

/** Reads the rate limits that this installation changes, by name. */
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

/** Reads the address of the trace collector and the share of requests that are traced; null if there is no collector. */
function readTracing(read: ReturnType<typeof reader>) {
  const endpoint = read.url('OTEL_EXPORTER_OTLP_ENDPOINT', ['https:', 'http:'])
  const text = read.text('OTEL_TRACES_SAMPLER_ARG')
  const share = Number(text)
  if (!/^\d(\.\d{1,9})?$/.test(text) || share > 1)
    return read.refuse('OTEL_TRACES_SAMPLER_ARG', 'a number from 0 to 1')
  return endpoint === undefined ? null : { endpoint, share }
}

/** Reads the address of the malware scanner; null if none is given. */
function readScanner(read: ReturnType<typeof reader>) {
  const text = read.given('SCANNER_URL')
  if (text === undefined) return null
  const should = 'clamd:///path/of/its/socket or clamd://host:port'
  const url = URL.canParse(text) ? new URL(text) : null
  if (url?.protocol !== 'clamd:' || url.username !== '' || url.search !== '' || url.hash !== '')
    return read.refuse('SCANNER_URL', should)
  const path = decodeURIComponent(url.pathname)
  if (url.hostname === '')
    return /^\/[^/]/.test(path) ? ({ kind: 'socket', path } as const) : read.refuse('SCANNER_URL', should)
  if (path !== '' && path !== '/') return read.refuse('SCANNER_URL', should)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  return { kind: 'tcp', host, port: Number(url.port || '3310') } as const
}

/** Reads the address of the external system that also receives the audit log; null if there is none. */
function readAuditStream(read: ReturnType<typeof reader>) {
  const address = read.url('AUDIT_STREAM', ['syslog:', 'syslog+tcp:', 'syslog+tls:', 'https:', 'http:'])
  const secret = read.given('AUDIT_STREAM_SECRET')
  if (address === undefined) return null
  const url = new URL(address)
  if (url.username !== '' || url.hash !== '' || url.hostname === '')
    return read.refuse('AUDIT_STREAM', 'an address with a host and without credentials')
  if (!url.protocol.startsWith('http')) return { kind: 'syslog', url } as const
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname))
    return read.refuse('AUDIT_STREAM', 'an https: address')
  if (secret === undefined || secret.length < 32)
    return read.refuse(
      'AUDIT_STREAM_SECRET',
      'at least 32 characters long where AUDIT_STREAM is a web address',
    )
  return { kind: 'webhook', url, secret } as const
}

/** Reads the partner portals that book here: each one's secret by its public address. */
function readPartners(read: ReturnType<typeof reader>): ReadonlyMap<string, string> {
  const partners = new Map<string, string>()
  for (const entry of (read.given('SCHEDULING_PARTNERS') ?? '').split(',').map((part) => part.trim())) {
    if (entry === '') continue
    const [, address = '', secret = ''] = /^(https?:\/\/[^\s=?#@]+?)\/?=(\S{32,})$/.exec(entry) ?? []
    const isTaken = partners.has(address) || [...partners.values()].includes(secret)
    if (!URL.canParse(address) || isTaken)
      return read.refuse(
        'SCHEDULING_PARTNERS',
        'pairs like https://portal.clinica.example=SECRET separated by commas, each with an address and a secret of 32 or more characters of its own',
      )
    partners.set(address, secret)
  }
  return partners
}

/** Reads the external scheduling service that this portal uses, or else the partner portals that book here. */
function readScheduling(read: ReturnType<typeof reader>) {
  const url = read.url('SCHEDULING_URL', ['https:', 'http:'])
  const secret = read.given('SCHEDULING_SECRET')
  const partners = readPartners(read)
  const name = read.given('SCHEDULING_NAME')
  if (secret !== undefined && secret.length < 32)
    return read.refuse('SCHEDULING_SECRET', 'at least 32 characters long')
  if (url === undefined) {
    if (secret !== undefined)
      read.refuse(
        'SCHEDULING_SECRET',
        'absent without SCHEDULING_URL: portals that book here stand in SCHEDULING_PARTNERS, each with a secret of its own',
      )
    return { service: null, partners, name }
  }
  if (secret === undefined) return read.refuse('SCHEDULING_SECRET', 'given when SCHEDULING_URL is')
  if (new URL(url).search !== '' || new URL(url).username !== '')
    return read.refuse('SCHEDULING_URL', 'an address without credentials and query')
  if (partners.size > 0)
    return read.refuse('SCHEDULING_PARTNERS', 'absent where SCHEDULING_URL names another service')
  return { service: { url, secret }, partners, name }
}

/** Reads origins separated by commas. Plain HTTP is allowed only for this machine. */
function readOrigins(read: ReturnType<typeof reader>, name: 'CLINICAL_ARCHIVE_DOCUMENTS'): string[] {
  const origins = (read.given(name) ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '')
  const isOrigin = (text: string) => {
    if (!URL.canParse(text)) return false
    const { origin, protocol, hostname } = new URL(text)
    const isLocal = protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
    return origin === text && (protocol === 'https:' || isLocal)
  }
  return origins.every(isOrigin)
    ? origins
    : read.refuse(name, 'origins such as https://storage.clinica.example, separated by commas')
}

/** Reads the external clinical archive and the credentials that the portal sends to it; null if there is none. */
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
  const documentOrigins = readOrigins(read, 'CLINICAL_ARCHIVE_DOCUMENTS')
  if (tokenUrl === undefined)
    return {
      url,
      runSystem,
      documentOrigins,
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
  return { url, runSystem, documentOrigins, tellsNews, credentials }
}

/** Reads the address of visits by video. Only the two placeholders of an appointment may be in braces. */
function readTelemedicine(read: ReturnType<typeof reader>): string | undefined {
  const address = read.url('TELEMEDICINE_URL', ['https:', 'http:'])
  const strange = address?.replace(/\{(id_appointment|rut_professional)\}/g, '').match(/[{}\s<>"]/)
  if (strange)
    read.refuse('TELEMEDICINE_URL', 'an address with no braces but {id_appointment} and {rut_professional}')
  return address
}

/** Reads the current secret and the previous ones. */
function readSecrets(read: ReturnType<typeof reader>, folder: string | null): Secrets {
  const current = readSecret(read.given('SECRET_KEY'), folder)
  const previous = (read.given('SECRET_KEY_PREVIOUS') ?? '').split(',').map((secret) => secret.trim())
  const given = previous.filter((secret) => secret !== '')
  if (given.some((secret) => secret.length < 32))
    return read.refuse('SECRET_KEY_PREVIOUS', 'secrets of at least 32 characters, separated by commas')
  if (given.includes(current)) return read.refuse('SECRET_KEY_PREVIOUS', 'without the value of SECRET_KEY')
  return [current, ...given]
}

/**
 * Returns the given secret, or the one stored in `folder`, which is created at the first start. If `folder` is null, a secret
 * must be given.
 */
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

/** Reads where files are stored: a folder, or a bucket with its address and credentials. */
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
