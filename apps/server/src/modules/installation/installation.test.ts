import { installationEndpoints } from '@mi-portal/contract/installation'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { expect, test } from 'vitest'
import { demonstration, publishClinic } from '../../../test/clinic/packages.ts'
import { startEmptyPortal, testClock } from '../../../test/portal.ts'
import { readConfig } from '../../platform/config/config.ts'
import type { IdentityFacts } from '../identity/identity-mode.rules.ts'
import * as installationSql from './installation.sql.ts'
import { findStartErrors, listMissing, needsRegistry } from './list-missing.ts'

const strong = 'Zk3v9QpLr1T8wXnB5yHsC2mJ7dGfA0eUo4iVq6tWz'
const safe = {
  SECRET_KEY: strong,
  PUBLIC_URL: 'https://portal.clinica.cl',
  IDENTITY_CHECK: 'staff',
  TRUST_PROXY: '10.0.0.2',
  DATABASE_URL: 'postgres://portal_server:p@db.clinica.cl/portal?sslmode=verify-full',
  SMTP_URL: 'smtps://u:p@mail.clinica.cl',
  STAFF_SECOND_FACTOR: 'required',
  SCANNER_URL: 'clamd:///run/clamav/clamd.ctl',
}
const rejected = (environment: Record<string, string>) =>
  findStartErrors(readConfig({ ...safe, ...environment }))

test('a start with valid settings is accepted', () => {
  expect(rejected({})).toEqual([])
})

test.each([
  ['SECRET_KEY', 'a'.repeat(40), 'openssl rand'],
  ['PUBLIC_URL', 'http://portal.clinica.cl', 'https://'],
  ['LIMITS_FACTOR', '1000000', '1 or absent'],
  ['TRUST_PROXY', 'on', 'addresses of the proxies'],
])('a start with %s=%s is rejected by one line that names the remedy: %s', (name, value, remedy) => {
  const [line, ...others] = rejected({ [name]: value })
  expect(others).toEqual([])
  expect(line).toMatch(new RegExp(`^${name} should [^\\n]+$`))
  expect(line).toContain(remedy)
  expect(line).not.toContain('a'.repeat(40))
})

test('a start with an unencrypted identity provider is rejected, even on this machine', () => {
  const oidc = { IDENTITY_CHECK: 'oidc', OIDC_CLIENT_ID: 'p', OIDC_CLIENT_SECRET: 's' }
  expect(rejected({ ...oidc, OIDC_ISSUER: 'http://127.0.0.1:9' })).toEqual([
    expect.stringMatching(/^OIDC_ISSUER /),
  ])
  expect(rejected({ ...oidc, OIDC_ISSUER: 'https://idp.clinica.cl' })).toEqual([])
})

test('only the embedded identity check outside the demonstration needs a registry of people', () => {
  const needs = (environment: Record<string, string>) =>
    needsRegistry(readConfig({ ...safe, ...environment }))
  expect(needs({ IDENTITY_CHECK: 'embedded' })).toBe(true)
  expect(needs({})).toBe(false)
  expect(needs({ IDENTITY_CHECK: 'embedded', PUBLIC_URL: 'http://localhost:3000' })).toBe(false)
  expect(needs({ IDENTITY_CHECK: 'embedded', CIVIL_REGISTRY_URL: 'https://registro.clinica.cl' })).toBe(false)
  expect(needs({ IDENTITY_CHECK: 'embedded', DEMO: 'true', DEMO_PUBLIC: 'yes' })).toBe(false)
})

const now = new Date('2026-11-26T15:00:00Z')
const warned = (
  environment: Record<string, string>,
  facts: { sites: number; lastBackup: Date | null } = { sites: 2, lastBackup: now },
  unapproved: readonly string[] = ['exams'],
  identity: IdentityFacts = { fixed: 'staff', chosen: null, hasRegistry: false, hasProvider: false },
  isEncrypted = true,
  overdueTexts = 0,
) =>
  listMissing(
    readConfig({ ...safe, ...environment }),
    { ...facts, unapproved, overdueTexts, identity, isEncrypted },
    now,
  ).map(({ code }) => code)
const always = ['unapprovedContent']

test('the warnings name each missing setting', () => {
  expect(warned({})).toEqual(always)
  expect(warned({ SMTP_URL: '' })).toEqual([...always, 'noMailServer'])
  expect(warned({ SCANNER_URL: '' })).toEqual([...always, 'noScanner'])
  expect(warned({ STAFF_SECOND_FACTOR: 'offered' })).toEqual([...always, 'secondFactorOptional'])
  expect(warned({ DATABASE_URL: 'postgres://a:b@db.clinica.cl/portal' })).toEqual([
    ...always,
    'unencryptedDatabase',
  ])
  expect(warned({ MIGRATION_DATABASE_URL: 'postgres://a:b@db/p?sslmode=prefer' })).toContain(
    'unencryptedDatabase',
  )
  expect(warned({}, { sites: 0, lastBackup: now })).toEqual(['noSites', ...always])
  expect(warned({}, { sites: 2, lastBackup: null })).toEqual([...always, 'oldBackup'])
  expect(warned({}, { sites: 2, lastBackup: now }, [])).toEqual([])
})

test('a database on this machine, by address or socket, may be unencrypted', () => {
  for (const DATABASE_URL of [
    'postgres://a:b@127.0.0.1/p',
    'postgres://a:b@[::1]/p',
    'postgres:///p?host=/run/postgresql',
  ])
    expect(warned({ DATABASE_URL })).toEqual(always)
})

test('a warning appears when the last backup is older than two days', () => {
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000)
  expect(warned({}, { sites: 2, lastBackup: at(48) })).toEqual(always)
  expect(warned({}, { sites: 2, lastBackup: at(48.1) })).toEqual([...always, 'oldBackup'])
})

test('approved texts whose review is overdue are named, except in the demonstration, which shows them', () => {
  const overdue = (environment: Record<string, string>) =>
    warned(environment, undefined, [], undefined, true, 1)
  expect(overdue({})).toEqual(['overdueTexts'])
  expect(overdue({ DEMO: 'true', DEMO_PUBLIC: 'yes' })).not.toContain('overdueTexts')
})

test('a portal on its own machine lacks a public address, and a request without https is named in production only', () => {
  const local = { PUBLIC_URL: 'http://localhost:3000' }
  expect(warned(local, undefined, [], undefined, false)).toEqual(['localAddress'])
  expect(warned({}, undefined, [], undefined, false)).toEqual(['unencryptedRequest'])
  expect(warned({}, undefined, [], undefined, true)).toEqual([])
})

test.each<[Partial<IdentityFacts>, string[]]>([
  [{ fixed: null }, ['identityNotChosen']],
  [{ fixed: null, chosen: 'staff' }, []],
  [{ fixed: null, chosen: 'embedded' }, ['identityIncomplete']],
  [{ fixed: null, chosen: 'embedded', hasRegistry: true }, []],
  [{ fixed: null, chosen: 'oidc' }, ['identityIncomplete']],
  [{ fixed: null, chosen: 'oidc', hasProvider: true }, []],
  [{ fixed: null, hasRegistry: true }, []],
  [{ fixed: 'embedded' }, ['identityIncomplete']],
  [{ fixed: 'embedded', hasRegistry: true }, []],
])('with the identity settings %o the list has %o', (identity, expected) => {
  const usual = { fixed: null, chosen: null, hasRegistry: false, hasProvider: false }
  expect(warned({}, undefined, [], { ...usual, ...identity })).toEqual(expected)
})

test('the list is on the start page of the administration until each cause is gone', async () => {
  const clock = testClock()
  // The test's own database is used in place of the configured one.
  const portal = await startEmptyPortal({
    clock,
    environment: {
      ...safe,
      IDENTITY_CHECK: '',
      SMTP_URL: '',
      SCANNER_URL: '',
      STAFF_SECOND_FACTOR: 'offered',
    },
  })
  const reader = async () => {
    const token = await portal.sessionOf((await portal.person({ rol: 'SUPER_ADMIN_ROLE' })).id)
    return portal.caller(token, '10.0.0.2', { 'x-forwarded-proto': 'https' })
  }
  const staff = await reader()
  const codes = async () => (await staff(overviewEndpoints.summary)).missing.map(({ code }) => code)
  const { missing } = await staff(overviewEndpoints.summary)
  expect(missing.map(({ text }) => text)).toEqual([
    'No hay sedes: los pacientes no pueden reservar horas.',
    'No hay un servidor de correo configurado: los correos del portal no se envían.',
    'Los archivos subidos no se revisan: no hay un antivirus configurado.',
    'Todavía no se elige cómo se comprueba la identidad: mientras tanto, el personal valida cada cuenta nueva.',
    'El código extra del personal es opcional: conviene exigirlo.',
    'No hay ninguna copia de seguridad registrada.',
  ])
  expect((await staff(installationEndpoints.state)).missing).toEqual(missing)

  await installationSql.rememberBackup(portal.db, {
    made_at: clock.now().toISOString(),
    rows: 10,
    files: 2,
    bytes: 4096,
  })
  await staff(installationEndpoints.chooseIdentity, { body: { mode: 'staff' } })
  await publishClinic(portal.db, demonstration)
  await expect.poll(codes).toContain('unapprovedContent')
  expect(await codes()).toEqual(['unapprovedContent', 'noMailServer', 'noScanner', 'secondFactorOptional'])
  expect((await staff(installationEndpoints.state)).backup.last_at).toBe(clock.now().toISOString())
  clock.advance({ days: 3 })
  const later = await reader()
  expect((await later(overviewEndpoints.summary)).missing.map(({ text }) => text)).toContain(
    'La última copia de seguridad tiene más de dos días.',
  )
})
