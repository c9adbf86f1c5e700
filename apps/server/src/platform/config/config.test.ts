import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestFolder } from '../../../test/files/folder.ts'
import { startClock, systemClock } from '../clock.ts'
import { readConfig } from './config.ts'
import { ConfigError } from './reader.ts'
import { secretVariables } from './variables.ts'

const secret = { SECRET_KEY: 's'.repeat(40) }

test('without any variable the portal listens on this machine only, embeds its database and runs as a demonstration', () => {
  const DATA_DIR = makeTestFolder()
  const config = readConfig({ DATA_DIR })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    demo: true,
    trustProxy: false,
    metrics: false,
    ages: { reserve: 14, paediatric: 15, consent: 16, adult: 18 },
    freeSpaceMin: 1e9,
  })
  expect(config.secrets).toEqual([readFileSync(join(DATA_DIR, 'secret.key'), 'utf8')])
  expect(config.secrets[0].length).toBeGreaterThanOrEqual(32)
  expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o077).toBe(0)
  expect(readConfig({ DATA_DIR }).secrets).toEqual(config.secrets)
})

test.each([
  ['HOST', '0.0.0.0'],
  ['PUBLIC_URL', 'https://portal.clinica.cl'],
  ['PUBLIC_URL', 'https://127.0.0.1.clinica.cl'],
  ['TRUST_PROXY', '127.0.0.1'],
  ['NODE_ENV', 'production'],
  ['DATABASE_URL', 'postgres://a@b/c'],
  ['DEMO', 'false'],
])('the demonstration does not begin by itself with %s=%s', (name, value) => {
  expect(readConfig({ ...secret, PUBLIC_URL: 'http://localhost:3000' }).demo).toBe(true)
  const config = readConfig({ ...secret, PUBLIC_URL: 'http://localhost:3000', [name]: value })
  expect(config).toMatchObject({ demo: false, demoPublic: false })
})

test('DEMO=true starts a demonstration on a local address, also in production and on PostgreSQL', () => {
  const asked = { ...secret, DEMO: 'true', NODE_ENV: 'production', DATABASE_URL: 'postgres://a@b/c' }
  for (const PUBLIC_URL of ['http://localhost:8080', 'http://127.0.0.1:8080', 'http://[::1]:8080'])
    expect(readConfig({ ...asked, PUBLIC_URL })).toMatchObject({ demo: true, demoPublic: false })
})

test('the clock of a demonstration on this machine starts at DEMO_NOW, and no other portal accepts it', () => {
  const noon = { ...secret, DEMO: 'true', DEMO_NOW: '2026-11-24T12:00:00-03:00' }
  const { demoNow } = readConfig(noon)
  expect(demoNow).toEqual(new Date('2026-11-24T15:00:00Z'))
  const hour = 3_600_000
  const sinceNoon = startClock(demoNow).now().getTime() - Number(demoNow)
  expect(sinceNoon >= 0 && sinceNoon < hour).toBe(true)
  expect(startClock(null)).toBe(systemClock)
  for (const environment of [
    { ...noon, DEMO: 'false' },
    { ...noon, PUBLIC_URL: 'https://demo.clinica.cl', DEMO_PUBLIC: 'yes' },
  ])
    expect(() => readConfig(environment)).toThrow(/^DEMO_NOW should be absent outside a demonstration/)
})

test('a demonstration at a public address is rejected at start, unless DEMO_PUBLIC=yes allows it', () => {
  const reached = { ...secret, DEMO: 'true', PUBLIC_URL: 'https://demo.clinica.cl' }
  expect(() => readConfig(reached)).toThrow(/^DEMO should be false where PUBLIC_URL .*DEMO_PUBLIC=yes/)
  expect(() => readConfig({ ...reached, DEMO_PUBLIC: 'no' })).toThrow(ConfigError)
  expect(() => readConfig({ ...reached, DEMO_PUBLIC: 'maybe' })).toThrow(/^DEMO_PUBLIC should be one of/)
  expect(readConfig({ ...reached, DEMO_PUBLIC: 'yes' })).toMatchObject({ demo: true, demoPublic: true })
  // DEMO_PUBLIC alone starts no demonstration.
  expect(readConfig({ ...secret, PUBLIC_URL: reached.PUBLIC_URL, DEMO_PUBLIC: 'yes' }).demo).toBe(false)
})

test('staff need a second factor by default, and in the demonstration only where it is set', () => {
  const demonstration = { PUBLIC_URL: 'http://127.0.0.1:3000', DEMO: 'true' }
  const settings = (given: Record<string, string>) => readConfig({ ...secret, ...given }).staffSecondFactor
  expect(settings({ DEMO: 'false' })).toBe('required')
  expect(settings({ DEMO: 'false', STAFF_SECOND_FACTOR: 'offered' })).toBe('offered')
  expect(settings(demonstration)).toBe('offered')
  expect(settings({ ...demonstration, STAFF_SECOND_FACTOR: 'required' })).toBe('required')
})

test('a secret may be given in a file, but not in a file and in its variable at once', () => {
  const file = join(makeTestFolder(), 'secret')
  writeFileSync(file, `${'f'.repeat(40)}\n`)
  expect(readConfig({ SECRET_KEY_FILE: file }).secrets).toEqual(['f'.repeat(40)])
  for (const name of secretVariables)
    expect(() => readConfig({ [name]: 'x', [`${name}_FILE`]: file })).toThrow(
      `${name}_FILE should be absent where ${name} is given`,
    )
  const address = join(makeTestFolder(), 'address')
  writeFileSync(address, 'postgres://portal_server:pass@db/portal\n')
  expect(readConfig({ ...secret, DATABASE_URL_FILE: address }).databaseUrl).toBe(
    'postgres://portal_server:pass@db/portal',
  )
  expect(() => readConfig({ SMTP_URL_FILE: '/nowhere/smtp' })).toThrow(/^SMTP_URL_FILE should be the path of/)
  writeFileSync(file, '\n')
  expect(() => readConfig({ SECRET_KEY_FILE: file })).toThrow(/^SECRET_KEY_FILE should be a file with/)
})

const bucket = { AWS_ACCESS_KEY_ID: 'clave', AWS_SECRET_ACCESS_KEY: 'se/creto' }
const gateway = {
  TEXT_MESSAGES_URL: 'https://mensajes.clinica.example/v1/',
  TEXT_MESSAGES_KEY: 'llave',
  TEXT_MESSAGES_REPORT_SECRET: 'x'.repeat(32),
}
const [shared, other] = ['a'.repeat(32), `${'b'.repeat(31)}==`]
const scheduling = { SCHEDULING_URL: 'https://agenda.example', SCHEDULING_SECRET: shared }

test.each<[name: string, value: string, others?: Record<string, string>]>([
  ['PORT', 'web'],
  ['PUBLIC_URL', 'portal.cl'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '10.0.0.1, proxy.example'],
  ['DATABASE_URL', 'mysql://a@b/c'],
  ['SMTP_URL', 'http://mail'],
  ['MAIL_FROM', 'a@x.cl, b@y.cl'],
  ['SECRET_KEY', 'corta'],
  ['SECRET_KEY_PREVIOUS', 'corta'],
  ['SECRET_KEY_PREVIOUS', secret.SECRET_KEY],
  ['DEMO_CLINIC', '../otra'],
  ['DEMO_CLINIC', 'tres-sedes', { DEMO: 'false' }],
  ['DEMO_NOW', '2026-11-24'],
  ['IDENTITY_CHECK', 'none'],
  ['AGE_ADULT', '0'],
  ['FREE_SPACE_MIN', 'mucho'],
  ['FILES_URL', 'ftp://bucket'],
  ['SLOW_STATEMENT_MS', 'never'],
  ['LIMITS', 'login=3'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['METRICS_TOKEN', 'short'],
  ['CIVIL_REGISTRY_URL', 'http://registro.example'],
  ['CIVIL_REGISTRY_URL', 'https://a:b@registro.example'],
  ['CIVIL_REGISTRY_TOKEN', 'without an address'],
  ['OIDC_ISSUER', '', { IDENTITY_CHECK: 'oidc' }],
  [
    'OIDC_ISSUER',
    'http://idp.clinica.cl',
    { IDENTITY_CHECK: 'oidc', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 's' },
  ],
  ['SECRET_KEY', '', { DATABASE_URL: 'postgres://a@b/c' }],
  ['TEXT_MESSAGES_URL', 'http://mensajes.clinica.example', gateway],
  ['TEXT_MESSAGES_KEY', '', gateway],
  ['TEXT_MESSAGES_KEY', 'dos palabras', gateway],
  ['TEXT_MESSAGES_KEY', 'llave', {}],
  ['TEXT_MESSAGES_REPORT_SECRET', 'corto', gateway],
  ['TEXT_MESSAGES_CHANNELS', 'sms,fax', gateway],
  ['TEXT_MESSAGES_DAY', '0', gateway],
  ['AWS_ACCESS_KEY_ID', '', { FILES_URL: 's3://portal/archivos' }],
  ['AWS_SECRET_ACCESS_KEY', '', { FILES_URL: 's3://portal/archivos', AWS_ACCESS_KEY_ID: 'clave' }],
  ['FILES_URL', 's3://portal?endpoint=s3.example.cl', bucket],
  ['SCHEDULING_SECRET', '', scheduling],
  ['SCHEDULING_SECRET', shared],
  ['SCHEDULING_URL', 'agenda.example', scheduling],
  ['SCHEDULING_PARTNERS', `a.example=${shared}`],
  ['SCHEDULING_PARTNERS', 'https://a.example=short'],
  ['SCHEDULING_PARTNERS', `https://a.example=${shared},https://a.example=${other}`],
  ['SCHEDULING_PARTNERS', `https://a.example=${shared},https://b.example=${shared}`],
  ['SCHEDULING_PARTNERS', `https://a.example=${other}`, scheduling],
  ['SCANNER_URL', 'clamd://'],
  ['SCANNER_URL', 'http://127.0.0.1:3310'],
  ['SCANNER_URL', 'clamd://host:1/path'],
  ['TELEMEDICINE_URL', 'https://video.example/{sala}'],
  ['TELEMEDICINE_URL', 'ftp://video.example'],
])('an invalid %s (%s) stops the start with one line that names the variable', (name, value, others) => {
  const read = () => readConfig({ ...secret, ...others, [name]: value })
  expect(read).toThrow(ConfigError)
  expect(read).toThrow(new RegExp(`^${name} should be [^\\n]+$`))
})

test.each([
  ['off', false],
  ['on', { hops: 1 }],
  ['2', { hops: 2 }],
  ['10.0.0.1, 2001:db8::/32', ['10.0.0.1', '2001:db8::/32']],
])('TRUST_PROXY=%s says which proxies are trusted', (value, expected) => {
  expect(readConfig({ ...secret, TRUST_PROXY: value }).trustProxy).toEqual(expected)
})

test('addresses of other systems are read without their final slash, with their secrets', () => {
  const CIVIL_REGISTRY_URL = 'https://registro.example/v1/'
  const url = 'https://registro.example/v1'
  expect(readConfig(secret)).toMatchObject({ civilRegistry: null, textMessages: null, scanner: null })
  expect(readConfig({ ...secret, CIVIL_REGISTRY_URL }).civilRegistry).toEqual({ url, token: undefined })
  expect(readConfig({ ...secret, CIVIL_REGISTRY_URL, CIVIL_REGISTRY_TOKEN: 't' }).civilRegistry).toEqual({
    url,
    token: 't',
  })
  const TEXT_MESSAGES_CHANNELS = 'whatsapp, sms'
  expect(readConfig({ ...secret, ...gateway, TEXT_MESSAGES_CHANNELS }).textMessages).toEqual({
    url: 'https://mensajes.clinica.example/v1',
    key: 'llave',
    reportSecret: 'x'.repeat(32),
    sender: undefined,
    channels: ['sms', 'whatsapp'],
    limits: { day: 2_000, month: 30_000, person: 5 },
  })
  const service = { url: scheduling.SCHEDULING_URL, secret: shared }
  expect(readConfig({ ...secret, ...scheduling }).scheduling.service).toEqual(service)
  const SCHEDULING_PARTNERS = `https://a.example=${shared}, http://10.0.0.7:8080/portal/=${other}`
  expect([...readConfig({ ...secret, SCHEDULING_PARTNERS }).scheduling.partners]).toEqual([
    ['https://a.example', shared],
    ['http://10.0.0.7:8080/portal', other],
  ])
  const readScanner = (SCANNER_URL: string) => readConfig({ ...secret, SCANNER_URL }).scanner
  expect(readScanner('clamd:///run/clamd.ctl')).toEqual({ kind: 'socket', path: '/run/clamd.ctl' })
  expect(readScanner('clamd://127.0.0.1:3311')).toEqual({ kind: 'tcp', host: '127.0.0.1', port: 3311 })
  expect(readScanner('clamd://[::1]')).toEqual({ kind: 'tcp', host: '::1', port: 3310 })
  const TELEMEDICINE_URL = 'https://video.example/{rut_professional}/{id_appointment}'
  expect(readConfig({ ...secret, TELEMEDICINE_URL }).telemedicineUrl).toBe(TELEMEDICINE_URL)
})

test('LIMITS changes single rate limits of an installation', () => {
  expect([...readConfig({ ...secret, LIMITS: 'draft=40, calls=600' }).ownLimits]).toEqual([
    ['draft', 40],
    ['calls', 600],
  ])
})

test('files are stored in a folder, or in a bucket whose keys come from the address or the environment', () => {
  const readFiles = (FILES_URL: string, keys = {}) => readConfig({ ...secret, ...keys, FILES_URL }).files
  expect(readFiles('/srv/archivos')).toEqual({ kind: 'folder', folder: '/srv/archivos' })
  const stored = {
    kind: 's3',
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'portal',
    prefix: 'archivos/',
    region: 'us-east-1',
    accessKeyId: 'clave',
    secretAccessKey: 'se/creto',
  }
  const query = '?endpoint=http://127.0.0.1:9000/'
  expect(readFiles(`s3://clave:se%2Fcreto@portal/archivos/${query}`)).toEqual(stored)
  expect(readFiles(`s3://portal/archivos${query}`, bucket)).toEqual(stored)
  expect(readFiles('s3://portal?region=sa-east-1', bucket)).toMatchObject({
    endpoint: 'https://s3.sa-east-1.amazonaws.com',
    prefix: '',
  })
})
