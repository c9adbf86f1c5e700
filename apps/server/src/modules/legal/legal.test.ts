import { legalEndpoints } from '@mi-portal/contract/legal'
import { expect, test } from 'vitest'
import { buildPerson } from '../../../test/build.ts'
import { pdfTexts } from '../../../test/files/pdf-text.ts'
import { openPortal, type PortalOptions, startPortal } from '../../../test/portal.ts'
import { getRejection } from '../../../test/rejection.ts'

async function withTexts(options?: PortalOptions) {
  const portal = await startPortal(options)
  const text = async (kind: 'terms' | 'privacy' | 'family_group') =>
    (await portal.anonymous(legalEndpoints.current, { params: { kind } })).legalText
  return { ...portal, text }
}

test('no active content of a text in the table reaches the browser', async () => {
  const { text, db } = await withTexts()
  await db.ask(
    `insert into legal_texts (id, kind, version, valid_from, text) values (90, 'terms', '5', '2026-12-01', $1)`,
    [
      '<h2 onclick="x()">Uno</h2><script>alert(1)</script><p>Dos <a href="javascript:x">tres</a> <img src=x onerror=x></p>',
    ],
  )
  expect(await text('terms')).toEqual({
    id: 90,
    text: '<h2>Uno</h2><p>Dos tres </p>',
    version: '5',
    valid_from: '2026-12-01',
  })
})

test('a text that staff published is not replaced by a later version of the portal', async () => {
  const { text, db } = await withTexts()
  const by = await buildPerson(db, { rol: 'SUPER_ADMIN_ROLE' })
  await db.ask(
    `insert into legal_texts (id, kind, version, valid_from, text, published_at, published_by)
       values (5000, 'privacy', '2026-11-23', '2026-11-23', '<p>La de la clínica.</p>', now(), $1)`,
    [by.id],
  )
  await db.ask(`insert into legal_texts (id, kind, version, valid_from, text)
       values (90, 'privacy', '7', '2026-12-24', '<p>La del portal.</p>')`)
  expect((await text('privacy')).text).toBe('<p>La de la clínica.</p>')
})

test('a changed setting creates a version, and the earlier text remains', async () => {
  const { text, db, clock, person } = await withTexts()
  await text('terms')
  const before = await text('privacy')
  expect(before.text).toContain('a más tardar 30 días después')
  clock.advance({ days: 3 })

  const again = await openPortal(db, clock, { environment: { KEEP_PASSPORT_DAYS: '10', AGE_RESERVE: '13' } })
  const read = async (kind: 'terms' | 'privacy' | 'family_group') =>
    (await again.anonymous(legalEndpoints.current, { params: { kind } })).legalText
  const after = await read('privacy')
  expect([after.id, after.version, after.valid_from]).toEqual([before.id, '6 rev. 2', '2026-11-29'])
  expect(after.text).toContain('a más tardar 10 días después')
  expect((await read('terms')).version).toBe('4 rev. 2')
  expect((await read('family_group')).text).toContain('Desde los 13 años')
  expect(
    (await pdfTexts((await again.app.inject({ url: '/api/legals/texts/privacy/pdf' })).rawPayload)).join(' '),
  ).toContain('Versión 6 rev. 2, vigente desde el 29/11/2026')
  // A server that still runs with the earlier settings returns the text in force.
  expect(await text('privacy')).toEqual(after)

  const chief = await again.as(await person({ rol: 'SUPER_ADMIN_ROLE' }))
  const { versions } = await chief(legalEndpoints.versions, { params: { kind: 'privacy' } })
  expect(versions.map(({ version, number }) => [version, number])).toEqual([
    ['6 rev. 2', 2],
    ['6', 1],
  ])
  const stored = await chief(legalEndpoints.version, { params: { kind: 'privacy', version: '6' } })
  expect(stored.legalText).toEqual({ text: before.text, version: '6', valid_from: '2026-11-26' })
  expect(
    await getRejection(chief(legalEndpoints.version, { params: { kind: 'privacy', version: '8' } })),
  ).toMatchObject({ status: 404 })

  // The same settings again change nothing, whichever server starts and however often.
  const third = await openPortal(db, clock, { environment: { KEEP_PASSPORT_DAYS: '10', AGE_RESERVE: '13' } })
  await Promise.all(
    [third, again].map((one) => one.anonymous(legalEndpoints.current, { params: { kind: 'privacy' } })),
  )
  expect(
    (await third.anonymous(legalEndpoints.current, { params: { kind: 'privacy' } })).legalText.version,
  ).toBe('6 rev. 2')
  await Promise.all([again.app.close(), third.app.close()])
})

test('servers that start concurrently with another setting create one version', async () => {
  const { text, db, clock } = await withTexts()
  await text('privacy')
  const servers = await Promise.all(
    [1, 2, 3].map(() => openPortal(db, clock, { environment: { KEEP_MAILS_DAYS: '90' } })),
  )
  const read = await Promise.all(
    servers.map((one) => one.anonymous(legalEndpoints.current, { params: { kind: 'privacy' } })),
  )
  expect(read.map(({ legalText }) => legalText.version)).toEqual(['6 rev. 2', '6 rev. 2', '6 rev. 2'])
  await Promise.all(servers.map(({ app }) => app.close()))
})

test('a new version of the rights of patients is not asked of anybody', async () => {
  const { as, person, anonymous, db } = await withTexts()
  const chief = await as(await person({ rol: 'SUPER_ADMIN_ROLE' }))
  const params = { kind: 'rights' } as const
  const { id, text } = (await anonymous(legalEndpoints.current, { params })).legalText
  expect(text).toContain('Superintendencia de Salud')
  await chief(legalEndpoints.publish, { params, body: { text: 'Otro.', ask_again: true, based_on: id } })
  expect((await anonymous(legalEndpoints.current, { params })).legalText.text).toBe('<p>Otro.</p>')
  expect(await db.ask(`select kind from legal_asked where kind = 'rights'`)).toEqual([])
})

test('a text with a placeholder that is not replaced cannot be published', async () => {
  const { as, person, anonymous } = await withTexts()
  const chief = await as(await person({ rol: 'SUPER_ADMIN_ROLE' }))
  const params = { kind: 'rights' } as const
  const { id } = (await anonymous(legalEndpoints.current, { params })).legalText
  const body = { text: 'Escribe a {correo}, {brand}.', ask_again: false, based_on: id }
  expect((await getRejection(chief(legalEndpoints.publish, { params, body }))).fieldErrorOf('text')).toMatch(
    /^«\{correo\}» no se reemplaza en este texto\. Usa solo: \{product\}/,
  )
})

test('staff see a text that came with the portal after theirs, until they publish again', async () => {
  const { as, person, db, clock, anonymous } = await withTexts()
  const chief = await as(await person({ rol: 'SUPER_ADMIN_ROLE' }))
  const asked = { params: { kind: 'terms' } } as const
  const waiting = async () => (await chief(legalEndpoints.versions, asked)).waiting
  const publish = async (text: string) => {
    const { id } = (await anonymous(legalEndpoints.current, asked)).legalText
    await chief(legalEndpoints.publish, { ...asked, body: { text, ask_again: false, based_on: id } })
  }
  expect(await waiting()).toBeNull()
  await publish('Lo de la clínica, {brand}.')
  expect(await waiting()).toBeNull()
  clock.advance({ minutes: 5 })
  await db.ask(
    `insert into legal_texts (id, kind, version, valid_from, text, added_at)
       values (90, 'terms', '5', $1, '<h2>Uno</h2><p>Lo del portal, {brand}.</p>', $2)`,
    ['2026-11-28', clock.now()],
  )
  expect(await waiting()).toEqual({
    version: '5',
    valid_from: '2026-11-28',
    source: '## Uno\n\nLo del portal, {brand}.',
  })
  expect((await anonymous(legalEndpoints.current, asked)).legalText.text).toContain(
    'Lo de la clínica, Clínica Andes.',
  )
  clock.advance({ minutes: 1 })
  await publish('## Uno\n\nLo del portal, {brand}.')
  expect(await waiting()).toBeNull()
})
