import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { projectFile } from '../../../test/portal.ts'
import { startClock, systemClock } from '../clock.ts'
import { readConfig, readDataDir } from './config.ts'
import { ConfigError } from './reader.ts'
import { secretVariables, variables } from './variables.ts'

const secret = { SECRET_KEY: 's'.repeat(40) }

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portal-config-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test('without any variable the portal listens on this machine only, embeds its database and runs as a demonstration', () => {
  const DATA_DIR = folder()
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

test('the demonstration of another clinic has a data folder of its own, unless DATA_DIR names one', () => {
  // Without a database, root has another default in a folder that others may not enter.
  const folderOf = (environment: Record<string, string>) =>
    readDataDir({ DATABASE_URL: 'postgres://db.example/portal', ...environment })
  expect(folderOf({})).toBe(resolve('data'))
  expect(folderOf({ DEMO_CLINIC: 'demonstration' })).toBe(resolve('data'))
  expect(folderOf({ DEMO_CLINIC: 'otra-clinica' })).toBe(resolve('data-otra-clinica'))
  expect(folderOf({ DEMO_CLINIC: 'otra-clinica', DATA_DIR: '/srv/portal' })).toBe('/srv/portal')
})

test('a clinic of the demonstration is rejected where there is no demonstration', () => {
  expect(() => readConfig({ ...secret, DEMO: 'false', DEMO_CLINIC: 'tres-sedes' })).toThrow(
    /^DEMO_CLINIC should be absent outside the demonstration/,
  )
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
  const file = join(folder(), 'secret')
  writeFileSync(file, `${'f'.repeat(40)}\n`)
  expect(readConfig({ SECRET_KEY_FILE: file }).secrets).toEqual(['f'.repeat(40)])
  for (const name of secretVariables)
    expect(() => readConfig({ [name]: 'x', [`${name}_FILE`]: file })).toThrow(
      `${name}_FILE should be absent where ${name} is given`,
    )
  const address = join(folder(), 'address')
  writeFileSync(address, 'postgres://portal_server:pass@db/portal\n')
  expect(readConfig({ ...secret, DATABASE_URL_FILE: address }).databaseUrl).toBe(
    'postgres://portal_server:pass@db/portal',
  )
  expect(() => readConfig({ SMTP_URL_FILE: '/nowhere/smtp' })).toThrow(/^SMTP_URL_FILE should be the path of/)
  writeFileSync(file, '\n')
  expect(() => readConfig({ SECRET_KEY_FILE: file })).toThrow(/^SECRET_KEY_FILE should be a file with/)
})

test('an OpenID Connect provider on another machine needs an https address', () => {
  const oidc = { ...secret, IDENTITY_CHECK: 'oidc', OIDC_CLIENT_ID: 'portal', OIDC_CLIENT_SECRET: 's' }
  expect(() => readConfig({ ...oidc, OIDC_ISSUER: 'http://idp.clinica.cl' })).toThrow(
    /^OIDC_ISSUER should be an address starting with https/,
  )
  expect(readConfig({ ...oidc, OIDC_ISSUER: 'https://idp.clinica.cl' }).oidc.issuer).toBe(
    'https://idp.clinica.cl',
  )
  expect(readConfig({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:8080' }).oidc.issuer).toBe(
    'http://127.0.0.1:8080',
  )
})

test.each([
  ['PORT', '70000'],
  ['PORT', 'web'],
  ['PUBLIC_URL', 'portal.cl'],
  ['TRUST_PROXY', 'yes'],
  ['TRUST_PROXY', '0'],
  ['TRUST_PROXY', '10'],
  ['TRUST_PROXY', '10.0.0.1, proxy.example'],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['DATABASE_URL', 'mysql://a@b/c'],
  ['SMTP_URL', 'http://mail'],
  ['MAIL_FROM', 'a@x.cl, b@y.cl'],
  ['SECRET_KEY', 'corta'],
  ['SECRET_KEY_PREVIOUS', 'corta'],
  ['SECRET_KEY_PREVIOUS', secret.SECRET_KEY],
  ['DEMO', 'si'],
  ['DEMO_CLINIC', '../otra'],
  ['DEMO_NOW', '2026-11-24'],
  ['DEMO_NOW', '2026-13-24T10:30:00Z'],
  ['IDENTITY_CHECK', 'none'],
  ['IDENTITY_WINDOW', 'tab'],
  ['STAFF_SECOND_FACTOR', 'never'],
  ['AGE_ADULT', '0'],
  ['FREE_SPACE_MIN', 'mucho'],
  ['FILES_URL', 'ftp://bucket'],
  ['SLOW_STATEMENT_MS', 'never'],
  ['LIMITS', 'login=3'],
  ['LIMITS', 'draft=0'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ['METRICS', 'yes'],
  ['LOG_LEVEL', 'loud'],
  ['CLINICAL_ARCHIVE_URL', 'archivo.example'],
  ['CIVIL_REGISTRY_URL', 'registro.example'],
  ['CIVIL_REGISTRY_URL', 'http://registro.example'],
  ['CIVIL_REGISTRY_URL', 'https://a:b@registro.example'],
  ['CIVIL_REGISTRY_URL', 'https://registro.example?clave=1'],
  ['CIVIL_REGISTRY_TOKEN', 'without an address'],
])('an invalid %s (%s) stops the start with one line that names the variable', (name, value) => {
  expect(() => readConfig({ ...secret, [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ ...secret, [name]: value })).toThrow(new RegExp(`^${name} should be [^\\n]+$`))
})

test.each([
  ['off', false],
  ['on', { hops: 1 }],
  ['2', { hops: 2 }],
  ['10.0.0.1, 2001:db8::/32', ['10.0.0.1', '2001:db8::/32']],
])('TRUST_PROXY=%s says which proxies are trusted', (value, expected) => {
  expect(readConfig({ ...secret, TRUST_PROXY: value }).trustProxy).toEqual(expected)
})

test('an external civil registry has an address and may have a token', () => {
  const CIVIL_REGISTRY_URL = 'https://registro.example/v1/'
  const url = 'https://registro.example/v1'
  expect(readConfig(secret).civilRegistry).toBeNull()
  expect(readConfig({ ...secret, CIVIL_REGISTRY_URL }).civilRegistry).toEqual({ url, token: undefined })
  expect(readConfig({ ...secret, CIVIL_REGISTRY_URL, CIVIL_REGISTRY_TOKEN: 't' }).civilRegistry).toEqual({
    url,
    token: 't',
  })
  const here = 'http://127.0.0.1:9'
  expect(readConfig({ ...secret, CIVIL_REGISTRY_URL: here }).civilRegistry?.url).toBe(here)
})

test('a message gateway needs a key and a secret for reports, and names its channels', () => {
  const gateway = {
    ...secret,
    TEXT_MESSAGES_URL: 'https://mensajes.clinica.example/v1/',
    TEXT_MESSAGES_KEY: 'llave',
    TEXT_MESSAGES_REPORT_SECRET: 'x'.repeat(32),
  }
  expect(readConfig(secret).textMessages).toBeNull()
  expect(readConfig(gateway).textMessages).toEqual({
    url: 'https://mensajes.clinica.example/v1',
    key: 'llave',
    reportSecret: 'x'.repeat(32),
    sender: undefined,
    channels: ['sms'],
    limits: { day: 2_000, month: 30_000, person: 5 },
  })
  expect(readConfig({ ...gateway, TEXT_MESSAGES_CHANNELS: 'whatsapp, sms' }).textMessages?.channels).toEqual([
    'sms',
    'whatsapp',
  ])
  for (const [name, value] of [
    ['TEXT_MESSAGES_URL', 'http://mensajes.clinica.example'],
    ['TEXT_MESSAGES_URL', 'https://a:b@mensajes.clinica.example'],
    ['TEXT_MESSAGES_KEY', ''],
    ['TEXT_MESSAGES_KEY', 'dos palabras'],
    ['TEXT_MESSAGES_REPORT_SECRET', 'corto'],
    ['TEXT_MESSAGES_CHANNELS', 'sms,fax'],
    ['TEXT_MESSAGES_CHANNELS', 'sms,sms'],
    ['TEXT_MESSAGES_DAY', '0'],
    ['TEXT_MESSAGES_MONTH', 'muchos'],
    ['TEXT_MESSAGES_PERSON', '-1'],
  ] as const)
    expect(() => readConfig({ ...gateway, [name]: value }), name).toThrow(new RegExp(`^${name} should`))
  expect(() => readConfig({ ...secret, TEXT_MESSAGES_KEY: 'llave' })).toThrow(
    /absent without TEXT_MESSAGES_URL/,
  )
})

test('LIMITS changes single rate limits of an installation', () => {
  expect([...readConfig({ ...secret, LIMITS: 'draft=40, calls=600' }).ownLimits]).toEqual([
    ['draft', 40],
    ['calls', 600],
  ])
})

test('files are stored in a folder, or in a bucket whose keys come from the address or the environment', () => {
  expect(readConfig({ ...secret, FILES_URL: '/srv/archivos' }).files).toEqual({
    kind: 'folder',
    folder: '/srv/archivos',
  })
  const bucket = {
    kind: 's3',
    endpoint: 'http://127.0.0.1:9000',
    bucket: 'portal',
    prefix: 'archivos/',
    region: 'us-east-1',
    accessKeyId: 'clave',
    secretAccessKey: 'se/creto',
  }
  const query = '?endpoint=http://127.0.0.1:9000/'
  const address = `s3://clave:se%2Fcreto@portal/archivos/${query}`
  expect(readConfig({ ...secret, FILES_URL: address }).files).toEqual(bucket)
  const keys = { AWS_ACCESS_KEY_ID: 'clave', AWS_SECRET_ACCESS_KEY: 'se/creto' }
  const bare = { ...secret, FILES_URL: `s3://portal/archivos${query}` }
  expect(readConfig({ ...bare, ...keys }).files).toEqual(bucket)
  expect(readConfig({ ...secret, ...keys, FILES_URL: 's3://portal?region=sa-east-1' }).files).toMatchObject({
    endpoint: 'https://s3.sa-east-1.amazonaws.com',
    prefix: '',
  })
  expect(() => readConfig(bare)).toThrow(/^AWS_ACCESS_KEY_ID should be given/)
  expect(() => readConfig({ ...bare, AWS_ACCESS_KEY_ID: 'clave' })).toThrow(/^AWS_SECRET_ACCESS_KEY should/)
  expect(() => readConfig({ ...bare, FILES_URL: 's3://portal?endpoint=s3.example.cl' })).toThrow(/^FILES_URL/)
})

test('DATABASE_URL requires SECRET_KEY, and OpenID Connect requires OIDC_ISSUER', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://a@b/c' })).toThrow(/^SECRET_KEY should be given/)
  expect(() => readConfig({ ...secret, IDENTITY_CHECK: 'oidc' })).toThrow(/^OIDC_ISSUER should be given/)
})

test('SCANNER_URL is a socket, or a host with an optional port, and nothing else', () => {
  const read = (SCANNER_URL: string) => readConfig({ SECRET_KEY: 'x'.repeat(48), SCANNER_URL }).scanner
  expect(read('')).toBeNull()
  expect(read('clamd:///run/clamav/clamd.ctl')).toEqual({ kind: 'socket', path: '/run/clamav/clamd.ctl' })
  expect(read('clamd://127.0.0.1:3311')).toEqual({ kind: 'tcp', host: '127.0.0.1', port: 3311 })
  expect(read('clamd://[::1]')).toEqual({ kind: 'tcp', host: '::1', port: 3310 })
  for (const wrong of [
    'clamd:',
    'clamd://',
    'clamd:///',
    '/run/clamav/clamd.ctl',
    'http://127.0.0.1:3310',
    'clamd://host:1/path',
    'clamd://user@host',
  ])
    expect(() => read(wrong), wrong).toThrow('SCANNER_URL should be clamd:///path')
})

test('an external scheduling service needs a shared secret, and its address holds no credentials', () => {
  const shared = 's'.repeat(32)
  const url = 'https://agenda.example'
  const read = (environment: object) => () => readConfig({ ...secret, ...environment })
  expect(read({ SCHEDULING_URL: url, SCHEDULING_SECRET: shared })().scheduling).toEqual({
    service: { url, secret: shared },
    partners: new Map(),
    name: undefined,
  })
  expect(read({ SCHEDULING_URL: url })).toThrow(/^SCHEDULING_SECRET should be given when/)
  expect(read({ SCHEDULING_SECRET: 'short' })).toThrow(/^SCHEDULING_SECRET should be at least 32/)
  expect(read({ SCHEDULING_URL: 'agenda.example', SCHEDULING_SECRET: shared })).toThrow(/^SCHEDULING_URL/)
  expect(read({ SCHEDULING_URL: 'https://a:b@agenda.example', SCHEDULING_SECRET: shared })).toThrow(
    /^SCHEDULING_URL should be an address without credentials/,
  )
  expect(read({ SCHEDULING_SECRET: shared })).toThrow(/^SCHEDULING_SECRET should be absent without/)
})

test('each portal that books here has an address and a long secret of its own', () => {
  const [one, other] = ['a'.repeat(32), `${'b'.repeat(31)}==`]
  const read = (partners: string, environment: object = {}) =>
    readConfig({ ...secret, ...environment, SCHEDULING_PARTNERS: partners }).scheduling
  expect(read(`https://a.example=${one}, http://10.0.0.7:8080/portal/=${other}`)).toEqual({
    service: null,
    partners: new Map([
      ['https://a.example', one],
      ['http://10.0.0.7:8080/portal', other],
    ]),
    name: undefined,
  })
  for (const wrong of [
    one,
    `a.example=${one}`,
    'https://a.example=short',
    `https://a:b@a.example=${one}`,
    `https://a.example=${one},https://a.example=${other}`,
    `https://a.example=${one},https://b.example=${one}`,
  ])
    expect(() => read(wrong)).toThrow(/^SCHEDULING_PARTNERS should be pairs/)
  const service = { SCHEDULING_URL: 'https://agenda.example', SCHEDULING_SECRET: other }
  expect(() => read(`https://a.example=${one}`, service)).toThrow(/^SCHEDULING_PARTNERS should be absent/)
})

test('the address of visits by video may contain only the two known placeholders', () => {
  const address = 'https://video.example/{rut_professional}/{id_appointment}'
  expect(readConfig({ ...secret, TELEMEDICINE_URL: address }).telemedicineUrl).toBe(address)
  for (const wrong of ['https://video.example/{sala}', 'video.example', 'ftp://video.example'])
    expect(() => readConfig({ ...secret, TELEMEDICINE_URL: wrong })).toThrow(/^TELEMEDICINE_URL should be /)
})

test('a shell and Node read the same values from .env.example', () => {
  const given = projectFile('.env.example').replace(/^#([A-Z_]+=)/gm, '$1')
  const file = join(folder(), 'portal.env')
  writeFileSync(file, given)
  const script = `set -eu; set -a; . "$0"; exec ${JSON.stringify(process.execPath)} -p 'JSON.stringify(process.env)'`
  const sourced: Record<string, string> = JSON.parse(
    execFileSync('sh', ['-c', script, file], { env: { PATH: process.env.PATH }, encoding: 'utf8' }),
  )
  const parsed = parseEnv(given)
  for (const [name, { fallback }] of Object.entries(variables))
    expect({ name, shell: sourced[name], node: parsed[name] }).toEqual({
      name,
      shell: fallback,
      node: fallback,
    })
})

test('variables that belong to the clinic package now are read for the first package of an upgrade, and named', () => {
  expect(readConfig({ ...secret }).moved).toEqual({ names: [], settings: {} })
  const { moved } = readConfig({
    ...secret,
    BRAND_NAME: ' Clínica Los Robles ',
    DESK_BUDGETS_EMAIL: 'p@robles.cl',
  })
  expect(moved).toEqual({
    names: ['BRAND_NAME', 'DESK_BUDGETS_EMAIL'],
    settings: { brand: 'Clínica Los Robles', budgetsEmail: 'p@robles.cl' },
  })
})
