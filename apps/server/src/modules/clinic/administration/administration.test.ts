import { clinicAdministrationEndpoints as endpoints } from '@mi-portal/contract/clinic/administration'
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { demonstration } from '../../../../test/clinic/packages.ts'
import { type Portal, startEmptyPortal, startPortal } from '../../../../test/portal.ts'
import { expectRejected } from '../../../../test/rejection.ts'
import { readPackageFolder, shippedPackage } from '../package/package-files.ts'

async function withChief() {
  const portal = await startPortal()
  const chief = await portal.person({ rol: 'SUPER_ADMIN_ROLE', first_name: 'Elena', last_name: 'Soto' })
  return { portal, chief, call: await portal.as(chief) }
}

const survey = { part: 'survey' } as const
const [firstOption, ...otherOptions] = demonstration.survey
const renamed = [{ ...firstOption, name: 'Mi agenda' }, ...otherOptions]

test('a saved draft changes nothing for patients until it is published, with author, note and audit entry', async () => {
  const { portal, chief, call } = await withChief()
  const { based_on } = await call(endpoints.part, { params: survey })
  await call(endpoints.saveDraft, { params: survey, body: { content: renamed, based_on } })
  expect(portal.clinic.current().survey).toEqual(demonstration.survey)
  expect(await call(endpoints.part, { params: survey })).toMatchObject({ content: renamed, is_draft: true })
  expect(await call(endpoints.changes)).toEqual(
    expect.objectContaining({
      changes: [{ part: 'survey', added: [], changed: ['1'], retired: [] }],
      errors: [],
    }),
  )
  expect(await call(endpoints.publish, { body: { note: 'Nombre más claro' } })).toMatchObject({
    published: ['survey'],
    errors: [],
  })
  await expect.poll(() => portal.clinic.current().survey).toEqual(renamed)
  const { parts } = await call(endpoints.parts)
  expect(parts.find(({ part }) => part === 'survey')).toMatchObject({
    rows: renamed.length,
    published: { author: 'Elena Soto' },
    draft: null,
  })
  const { versions } = await call(endpoints.versions, { params: survey })
  expect(versions.map(({ author, note, is_current }) => [author, note, is_current])).toEqual([
    ['Elena Soto', 'Nombre más claro', true],
    [null, 'Paquete demonstration', false],
  ])
  expect(await portal.db.listAuditEvents('clinic.%')).toMatchObject([
    { actor_id: chief.id, action: 'clinic.saveDraft' },
    { actor_id: chief.id, action: 'clinic.publish' },
  ])
})

test('a draft based on a state that another person has changed meanwhile is rejected', async () => {
  const { portal, call } = await withChief()
  const other = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
  const { based_on } = await call(endpoints.part, { params: survey })
  await other(endpoints.saveDraft, { params: survey, body: { content: renamed, based_on } })
  await expectRejected(
    call(endpoints.saveDraft, { params: survey, body: { content: [firstOption], based_on } }),
    409,
  )
  expect(await call(endpoints.part, { params: survey })).toMatchObject({ content: renamed })
})

const approved = { approved_on: '2026-11-01', next_review_on: '2027-11-01' }
const approvalsBy = {
  approvals: (name: string) => ({
    exams: { name, profession: 'Médica', registration_number: '1', approved_on: '2026-11-01' },
  }),
  testPurposes: (approved_by: string) =>
    demonstration.testPurposes.map((row) => ({ ...row, ...approved, approved_by })),
}

test.each(['approvals', 'testPurposes'] as const)(
  'an approval in %s is published by another, independent super administrator than its author, where there is one',
  async (part) => {
    const { portal, call } = await withChief()
    const write = async (name: string) => {
      const { based_on } = await call(endpoints.part, { params: { part } })
      await call(endpoints.saveDraft, {
        params: { part },
        body: { content: approvalsBy[part](name), based_on },
      })
    }
    const publish = { body: { note: null } }
    await write('Ana Vera')
    expect(await call(endpoints.publish, publish)).toMatchObject({ published: [part] })
    const second = await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' }))
    const young = { rol: 'SUPER_ADMIN_ROLE', date_creation: portal.clock.now() } as const
    const third = await portal.as(await portal.person(young))
    await write('Ana Vera Soto')
    await expectRejected(call(endpoints.publish, publish), 409)
    await expectRejected(third(endpoints.publish, publish), 403)
    expect(await second(endpoints.publish, publish)).toMatchObject({ published: [part] })
  },
)

test('drafts that contradict another part are not published, and the error names file, line and remedy', async () => {
  const { portal, call } = await withChief()
  const params = { part: 'exams' } as const
  const { based_on } = await call(endpoints.part, { params })
  const content = demonstration.exams.map((exam, index) =>
    index === 0 ? { ...exam, sites: ['NUNOA'] } : exam,
  )
  await call(endpoints.saveDraft, { params, body: { content, based_on } })
  const expected = [
    {
      file: 'exams.csv',
      line: 2,
      field: 'sites',
      message: expect.stringContaining('NUNOA'),
      remedy: expect.any(String),
    },
  ]
  expect((await call(endpoints.changes)).errors).toEqual(expected)
  const before = portal.clinic.revision()
  expect(await call(endpoints.publish, { body: { note: null } })).toMatchObject({
    published: [],
    errors: expected,
  })
  expect(portal.clinic.revision()).toBe(before)
  expect(await call(endpoints.part, { params })).toMatchObject({ is_draft: true })
})

test('an earlier version becomes the draft again, and an unknown one is not found', async () => {
  const { call } = await withChief()
  const { based_on } = await call(endpoints.part, { params: survey })
  await call(endpoints.saveDraft, { params: survey, body: { content: renamed, based_on } })
  await call(endpoints.publish, { body: { note: null } })
  const { versions } = await call(endpoints.versions, { params: survey })
  const [, first] = versions
  await call(endpoints.restore, { params: { ...survey, version: first?.id ?? 0 } })
  expect(await call(endpoints.part, { params: survey })).toMatchObject({
    content: demonstration.survey,
    is_draft: true,
  })
  await expectRejected(call(endpoints.restore, { params: { ...survey, version: 999_999 } }), 404)
  // A version of another part is not a version of this one.
  const contact = await call(endpoints.versions, { params: { part: 'contact' } })
  const version = contact.versions[0]?.id ?? 0
  await expectRejected(call(endpoints.restore, { params: { ...survey, version } }), 404)
})

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64')

test('a downloaded CSV file is that of the package, and an edited one becomes the draft', async () => {
  const { portal, chief } = await withChief()
  const params = { part: 'insurers' } as const
  const answer = await portal.fetchAs(chief, '/api/admin/clinic/parts/insurers/file')
  const original = readPackageFolder(shippedPackage('demonstration')).get('insurers.csv')
  expect(answer.rawPayload.equals(Buffer.from(original ?? []))).toBe(true)
  expect(answer.headers['content-disposition']).toContain('insurers.csv')
  const again = await portal.as(chief)
  const { based_on } = await again(endpoints.part, { params })
  const content = base64(strToU8(answer.rawPayload.toString('utf8').replace('Fonasa', 'FONASA')))
  expect(await again(endpoints.uploadFile, { params, body: { content, based_on } })).toMatchObject({
    errors: [],
  })
  const { changes } = await again(endpoints.changes)
  expect(changes.map(({ part, changed }) => [part, changed.length])).toEqual([['insurers', 1]])
})

test('a package whose files stand in a folder is read, and one with errors stores nothing', async () => {
  const { call } = await withChief()
  const files = Object.fromEntries(
    [...readPackageFolder(shippedPackage('demonstration'))].map(([name, bytes]) => [
      `clinica/${name}`,
      bytes,
    ]),
  )
  const changed = { ...files, 'clinica/survey.yaml': strToU8('- id: 1\n  name: Mi agenda\n') }
  expect(await call(endpoints.uploadPackage, { body: { content: base64(zipSync(changed)) } })).toMatchObject({
    errors: [],
  })
  expect((await call(endpoints.changes)).changes.map(({ part }) => part)).toEqual(['survey'])
  const broken = { ...files, 'clinica/contact.yaml': strToU8('reasons: nada\n') }
  const { errors } = await call(endpoints.uploadPackage, { body: { content: base64(zipSync(broken)) } })
  expect(errors.map(({ file }) => file)).toContain('contact.yaml')
  expect((await call(endpoints.changes)).changes.map(({ part }) => part)).toEqual(['survey'])
})

test('what is not a whole ZIP archive, and an archive that unpacks to more than it announces, are rejected', async () => {
  const { call } = await withChief()
  const bomb = zipSync({ 'clinic.yaml': new Uint8Array(41_000_000) })
  const modest = Buffer.from(bomb)
  // The announced size, in the head of the file and in the directory of the archive.
  modest.writeUInt32LE(10, 22)
  modest.writeUInt32LE(10, modest.indexOf('PK\x01\x02') + 24)
  const cut = zipSync({ 'clinic.yaml': strToU8('format: 1\n'.repeat(2000)) }).subarray(0, 60)
  for (const bytes of [strToU8('no es un zip'), bomb, modest, cut]) {
    const { errors } = await call(endpoints.uploadPackage, { body: { content: base64(bytes) } })
    expect(errors.map(({ message }) => message)).toEqual(['El archivo no es un ZIP que se pueda leer'])
  }
})

const answers = {
  brand: 'Clínica del Sol',
  product: 'Portal del Sol',
  email: 'hola@sol.cl',
  phone: '2 2345 6789',
  site: 'Ñuñoa Centro',
  address: 'Calle Uno 123, Ñuñoa',
  commune: 13120,
  results_from: '2026-01-01' as const,
}
const withoutClinic = async () => {
  const portal = await startEmptyPortal()
  return { portal, call: await portal.as(await portal.person({ rol: 'SUPER_ADMIN_ROLE' })) }
}

/** Calls the server until the work is done. Returns how many calls it answered, and the part of the time that the longest one took. */
async function callDuring({ app }: Pick<Portal, 'app'>, work: Promise<unknown>) {
  let isDone = false
  const ended = work.finally(() => {
    isDone = true
  })
  const began = performance.now()
  const times: number[] = []
  while (!isDone) {
    const before = performance.now()
    await app.inject('/health/live')
    // The answers of the thread and of the database arrive between two turns.
    await new Promise((resolve) => setImmediate(resolve))
    times.push(performance.now() - before)
  }
  await ended
  return { answered: times.length, longest: Math.max(...times) / (performance.now() - began) }
}

test('a file that keeps its reader busy is rejected, and other requests are answered meanwhile, also while drafts are checked', async () => {
  const { portal, call } = await withChief()
  const keys = Array.from({ length: 20_000 }, (_, at) => `clave_${at}: 1\n`).join('')
  const aliases = 'a: &a [x, x]\nb: &b [*a, *a, *a]\nc: [*b, *b, *b]\n'
  let answered = 0
  for (const text of [keys, '['.repeat(200_000), aliases, '"'.repeat(100_001)]) {
    const upload = call(endpoints.uploadFile, {
      params: { part: 'clinic' },
      body: { content: base64(strToU8(text)), based_on: null },
    })
    answered += (await callDuring(portal, upload)).answered
    const { errors } = await upload
    expect(errors.length > 0 && errors.length <= 100).toBe(true)
  }
  // A library that runs on the server's thread leaves time for a few of them.
  expect(answered).toBeGreaterThan(30)
  const quotes = { title: 'x', body: '> '.repeat(5000) }
  expect((await call(endpoints.previewPreparation, { body: quotes })).html).toMatch(/^<h3>x/)
  const nested = `<svg xmlns="http://www.w3.org/2000/svg">${'<g>'.repeat(40_000)}</svg>`
  const image = call(endpoints.addImage, { body: { name: 'nested.svg', content: base64(strToU8(nested)) } })
  expect((await callDuring(portal, image)).longest).toBeLessThan(0.5)
  const preparations = { part: 'preparations' } as const
  const { based_on } = await call(endpoints.part, { params: preparations })
  const content = demonstration.preparations.slice(0, 8).map((row) => ({ ...row, body: quotes.body }))
  await call(endpoints.saveDraft, { params: preparations, body: { content, based_on } })
  const changes = call(endpoints.changes)
  expect((await callDuring(portal, changes)).longest).toBeLessThan(0.5)
  expect((await changes).errors.length).toBeGreaterThan(7)
})

test('a package made from a few answers is a draft that can be published, and then the site is offered', async () => {
  const { portal, call } = await withoutClinic()
  await call(endpoints.newPackage, { body: answers })
  expect(portal.clinic.current().sites).toEqual([])
  const { changes, errors } = await call(endpoints.changes)
  expect(errors).toEqual([])
  expect(changes.find(({ part }) => part === 'sites')?.added).toEqual(['NUNOA_CENTRO'])
  await call(endpoints.publish, { body: { note: null } })
  await expect.poll(() => portal.clinic.current().clinic.brand).toBe('Clínica del Sol')
  expect(portal.clinic.current().sites).toMatchObject([{ code: 'NUNOA_CENTRO', commune_id: 13120 }])
})

const params = { mail: 'booking.booked' }

test('a mail is shown with the wording and branding of the drafts before they are published, as HTML and as text', async () => {
  const { portal, call } = await withChief()
  const branding = { part: 'branding' } as const
  const coloursIn = (html: string) => new Set(html.match(/#[0-9A-F]{6}\b/gi))
  const before = coloursIn((await call(endpoints.previewMail, { params, body: {} })).html)
  const { based_on } = await call(endpoints.part, { params: branding })
  const content = {
    ...demonstration.branding,
    mail_footer: ['Clínica de Prueba SpA'],
    colours: { ...demonstration.branding.colours, action: '#0F6B5C', neutral: '#53635D' },
  }
  await call(endpoints.saveDraft, { params: branding, body: { content, based_on } })
  const preview = await call(endpoints.previewMail, {
    params,
    body: {
      subject: '{brand}: tu hora',
      opening: 'Hola {first_name} <b>&</b>.\nTe atiende {doctor_name}.',
    },
  })
  expect(preview.subject).toBe(`${demonstration.clinic.brand}: tu hora`)
  expect(preview.text).toContain('Hola Camila Andrea <b>&</b>.\n\nTe atiende Dra. Carolina Muñoz Vidal.')
  expect(preview.text.endsWith('Clínica de Prueba SpA\n')).toBe(true)
  expect(preview.html).toContain('background:#0F6B5C')
  expect([...coloursIn(preview.html)].filter((colour) => before.has(colour))).toEqual(['#FFFFFF'])
  expect(preview.html).not.toContain('<b>')
  expect(portal.clinic.current().branding).toEqual(demonstration.branding)
  expect(portal.clinic.current().mails).toEqual(demonstration.mails)
  // A passage that is left out has the wording of the product.
  const usual = await call(endpoints.previewMail, { params, body: {} })
  expect(usual.subject).toBe('Reserva de hora')
})
