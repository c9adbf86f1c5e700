import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { projectFile } from '../../test/portal.ts'
import { ConfigError, readConfig, variables } from './config.ts'

const secret = { SECRET_KEY: 's'.repeat(40) }

function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'portal-config-'))
  onTestFinished(() => rmSync(made, { recursive: true }))
  return made
}

test('without any variable the portal runs on this machine alone, embedded and as a demonstration', () => {
  const DATA_DIR = folder()
  const config = readConfig({ DATA_DIR })
  expect(config).toMatchObject({
    port: 3000,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:3000',
    demo: true,
    trustProxy: false,
    product: 'Mi Portal',
    metrics: false,
    ages: { reserve: 14, paediatric: 15, consent: 16, adult: 18 },
    freeSpaceMin: 1e9,
  })
  expect(config.secrets).toEqual([readFileSync(join(DATA_DIR, 'secret.key'), 'utf8')])
  expect(config.secrets[0].length).toBeGreaterThanOrEqual(32)
  expect(statSync(join(DATA_DIR, 'secret.key')).mode & 0o077).toBe(0)
  expect(readConfig({ DATA_DIR }).secrets).toEqual(config.secrets)
})

test('the demonstration is off on an address others reach, on PostgreSQL, and when told so', () => {
  expect(readConfig({ ...secret, HOST: '0.0.0.0' }).demo).toBe(false)
  expect(readConfig({ ...secret, DATABASE_URL: 'postgres://a@b/c' }).demo).toBe(false)
  expect(readConfig({ ...secret, DEMO: 'false' }).demo).toBe(false)
  expect(readConfig({ ...secret, DATABASE_URL: 'postgres://a@b/c', DEMO: 'true' }).demo).toBe(true)
})

test.each([
  ['PORT', '70000'],
  ['PORT', 'web'],
  ['PUBLIC_URL', 'portal.cl'],
  ['DATABASE_URL', 'mysql://a@b/c'],
  ['SMTP_URL', 'http://mail'],
  ['MAIL_FROM', 'a@x.cl, b@y.cl'],
  ['SUPPORT_EMAIL', 'nadie'],
  ['SECRET_KEY', 'corta'],
  ['SECRET_KEY_PREVIOUS', 'corta'],
  ['SECRET_KEY_PREVIOUS', secret.SECRET_KEY],
  ['DEMO', 'si'],
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
])('a wrong %s ends the start with one line that names it', (name, value) => {
  expect(() => readConfig({ ...secret, [name]: value })).toThrow(ConfigError)
  expect(() => readConfig({ ...secret, [name]: value })).toThrow(new RegExp(`^${name} should be [^\\n]+$`))
})

test('an installation may name limits of its own', () => {
  expect([...readConfig({ ...secret, LIMITS: 'draft=40, calls=600' }).ownLimits]).toEqual([
    ['draft', 40],
    ['calls', 600],
  ])
})

test('files lie in a folder, or in a bucket whose keys come from the address or the environment', () => {
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

test('PostgreSQL needs a secret of its own, and OpenID Connect its provider', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://a@b/c' })).toThrow(/^SECRET_KEY should be given/)
  expect(() => readConfig({ ...secret, IDENTITY_CHECK: 'oidc' })).toThrow(/^OIDC_ISSUER should be given/)
})

test('an outside scheduling service needs a shared secret, and an address without one', () => {
  const shared = 's'.repeat(32)
  const url = 'https://agenda.example'
  const read = (environment: object) => () => readConfig({ ...secret, ...environment })
  expect(read({ SCHEDULING_URL: url, SCHEDULING_SECRET: shared })().scheduling).toEqual({
    url,
    secret: shared,
  })
  expect(read({ SCHEDULING_URL: url })).toThrow(/^SCHEDULING_SECRET should be given when/)
  expect(read({ SCHEDULING_SECRET: 'short' })).toThrow(/^SCHEDULING_SECRET should be at least 32/)
  expect(read({ SCHEDULING_URL: 'agenda.example', SCHEDULING_SECRET: shared })).toThrow(/^SCHEDULING_URL/)
  expect(read({ SCHEDULING_URL: 'https://a:b@agenda.example', SCHEDULING_SECRET: shared })).toThrow(
    /^SCHEDULING_URL should be an address without credentials/,
  )
})

test('the address of visits by video names only what is known of an hour', () => {
  const address = 'https://video.example/{rut_professional}/{id_appointment}'
  expect(readConfig({ ...secret, TELEMEDICINE_URL: address }).telemedicineUrl).toBe(address)
  for (const wrong of ['https://video.example/{sala}', 'video.example', 'ftp://video.example'])
    expect(() => readConfig({ ...secret, TELEMEDICINE_URL: wrong })).toThrow(/^TELEMEDICINE_URL should be /)
})

test('the README’s table and .env.example name every variable with its default, and no other', () => {
  const readme = projectFile('README.md')
  const example = projectFile('.env.example')
  const inReadme = [...readme.matchAll(/^\| `([A-Z_]+)` \| (?:`([^`]*)`|—) \| (.+) \|$/gm)].map(
    ([, name, fallback, meaning]) => [name, { fallback: fallback ?? '', meaning }],
  )
  const inExample = [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, fallback]) => [name, fallback])
  expect(Object.fromEntries(inReadme)).toEqual(variables)
  expect(inExample).toEqual(Object.entries(variables).map(([name, { fallback }]) => [name, fallback]))
})
