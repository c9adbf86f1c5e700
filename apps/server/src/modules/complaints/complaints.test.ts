import { complaintEndpoints } from '@mi-portal/contract/complaints'
import { notificationPreferenceEndpoints } from '@mi-portal/contract/notifications/preferences'
import { overviewEndpoints } from '@mi-portal/contract/overview'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { expect, test } from 'vitest'
import { formWith, readAuditLog, startDepartments } from '../../../test/departments.ts'
import { pdfTexts } from '../../../test/files/pdf-text.ts'
import { expectRejected } from '../../../test/rejection.ts'

const { pages, export: exported, open, note, save, return: returned, approve } = complaintEndpoints

/** A portal in which the mother complained on Thursday 26 November 2026, at noon. */
async function withComplaint(fields: object = {}) {
  const portal = await startDepartments()
  const second = await portal.person({
    rol: 'ADMIN_ROLE',
    first_name: 'Pedro',
    last_name: 'Rojas',
    second_name: 'Soto',
  })
  const sent = await portal.call(contactEndpoints.send, {
    form: formWith({
      reason_contact_id: 2,
      patient_id: portal.mother.id,
      message: 'Perdí mi hora',
      ...fields,
    }),
  })
  const params = { id: sent.contactId }
  const [asAuthor, asSecond] = [await portal.as(portal.clerk), await portal.as(second)]
  const write = async (text = 'Lamentamos lo ocurrido.', proposes = true) => {
    const { letter } = (await asAuthor(open, { params })).complaint
    const written_at = letter?.written_by.at ?? null
    await asAuthor(save, { params, body: { text, proposes, written_at } })
    return (await asAuthor(open, { params })).complaint.letter?.written_by.at ?? ''
  }
  /** Returns the words of a PDF, or the status of a rejection. */
  const readPdf = async (person: { id: number }, url: string | undefined) => {
    const file = await portal.fetchAs(person, url)
    return file.statusCode === 200 ? (await pdfTexts(file.rawPayload)).join(' ') : file.statusCode
  }
  return { ...portal, second, sent, params, asAuthor, asSecond, write, readPdf }
}

test('a complaint is acknowledged with its number and the fifteenth business day after the day of its receipt', async () => {
  const portal = await withComplaint()
  const { sent, params, asAuthor, mother } = portal
  // The Immaculate Conception, Tuesday 8 December, is a holiday.
  expect(sent.complaint).toEqual({
    number: `R-2026-${String(params.id).padStart(4, '0')}`,
    due_at: '2026-12-19T03:00:00.000Z',
  })
  const mails = await portal.db.listMails()
  expect(mails.map(({ recipient, template }) => [recipient, template])).toEqual([
    ['experiencia@clinica.example', 'requests.arrived'],
    ['camila@ejemplo.cl', 'requests.received'],
  ])
  expect(mails[1]?.body_text).toContain('el 18/12/2026')
  expect(mails[1]?.body_text).toContain(sent.complaint?.number)
  const { complaint } = await asAuthor(open, { params })
  expect(complaint).toMatchObject({
    ...{ state: 'received', message: 'Perdí mi hora', days_left: 15, letter: null, requester: null },
    acknowledgement: { state: 'queued' },
    ...{ patient_id: mother.id, patient_full_name: 'Camila Fuentes Rojas' },
  })
})

test('the acknowledgement of a complaint is mailed also to a person who chose no mails, and other reasons are no complaints', async () => {
  const portal = await startDepartments()
  await portal.call(notificationPreferenceEndpoints.choose, {
    body: { choices: [{ topic: 'answers', channels: [] }] },
  })
  const about = { patient_id: portal.mother.id, message: 'Perdí mi hora' }
  await portal.call(contactEndpoints.send, { form: formWith({ reason_contact_id: 2, ...about }) })
  expect(await portal.db.listMails()).toContainEqual(
    expect.objectContaining({ template: 'requests.received' }),
  )
  const other = await portal.call(contactEndpoints.send, {
    form: formWith({ reason_contact_id: 1, patient_id: portal.mother.id, message: 'Gracias' }),
  })
  expect(other.complaint).toBeNull()
  await expectRejected((await portal.as(portal.clerk))(open, { params: { id: other.contactId } }), 404)
})

test('a holiday that the clinic added and a complaint on a Saturday move the term', async () => {
  const portal = await startDepartments()
  await portal.db.ask(
    `insert into holidays (day, name, source, added_by, added_at) values ('2026-12-10', 'Aniversario', 'staff', $1, now())`,
    [portal.clerk.id],
  )
  portal.clock.set('2026-11-28T15:00:00Z')
  const { complaint } = await (await portal.as(portal.mother))(contactEndpoints.send, {
    form: formWith({ reason_contact_id: 2, patient_id: portal.mother.id, message: 'Perdí mi hora' }),
  })
  // From Monday 30 November without 8 and 10 December.
  expect(complaint?.due_at).toBe('2026-12-23T03:00:00.000Z')
})

test('the inbox does not list, open or answer a complaint', async () => {
  const { asAuthor, params } = await withComplaint()
  expect((await asAuthor(inboxEndpoints.tray, { query: { matter: 'contact' } })).requests).toEqual([])
  const place = { matter: 'contact', id: params.id } as const
  await expectRejected(asAuthor(inboxEndpoints.open, { params: place }), 404)
  await expectRejected(
    asAuthor(inboxEndpoints.answer, { params: place, form: formWith({ answer: 'Ya' }) }),
    404,
  )
})

test('a letter is sent with the approval of a second person, and the patient reads and downloads it', async () => {
  const portal = await withComplaint()
  const { asAuthor, asSecond, call, params, write, sent, clerk, mother, clock, readPdf } = portal
  const own = async () => (await call(contactEndpoints.pages, { body: {} })).contactUs[0]
  expect(await own()).toMatchObject({ complaint: { number: sent.complaint?.number, is_in_review: false } })
  await write('Borrador', false)
  expect(await own()).toMatchObject({ state: 'pendiente', answer: null, complaint: { is_in_review: false } })
  clock.advance({ minutes: 1 })
  const written_at = await write()
  expect(await own()).toMatchObject({ state: 'pendiente', answer: null, complaint: { is_in_review: true } })
  await expectRejected(
    asAuthor(approve, { params, body: { written_at } }),
    403,
    'Tú escribiste esta carta: la aprueba otra persona del equipo',
  )
  expect((await own())?.state).toBe('pendiente')
  expect(await asSecond(approve, { params, body: { written_at } })).toMatchObject({
    notified: [{ channel: 'portal', to: '' }],
  })
  const answered = await own()
  expect(answered).toMatchObject({ state: 'respondida', answer: 'Lamentamos lo ocurrido.' })
  const [file] = answered?.files ?? []
  expect(file?.name).toBe(`respuesta-${sent.complaint?.number}.pdf`)
  const text = await readPdf(mother, file?.url)
  expect(text).toContain('Lamentamos lo ocurrido.')
  expect(text).toContain('Superintendencia de Salud')
  expect(text).toContain('Redactó y firmó: Andrea Morales')
  expect(text).toContain('Aprobó y firmó: Pedro Rojas')
  const { complaint } = await asAuthor(open, { params })
  expect(complaint).toMatchObject({
    state: 'sent',
    letter: { approved_by: { full_name: 'Pedro Rojas Soto' } },
  })
  expect((await portal.db.listMails()).at(-1)).toMatchObject({
    template: 'requests.answered',
    recipient: 'camila@ejemplo.cl',
  })
  // A sent letter neither changes nor is sent again.
  await expectRejected(asAuthor(save, { params, body: { text: 'Otra', proposes: true, written_at } }), 409)
  await expectRejected(asSecond(approve, { params, body: { written_at } }), 409)
  await expectRejected(asSecond(returned, { params, body: { text: 'No', written_at } }), 409)
  expect(await readAuditLog(portal, clerk.id)).toContainEqual(
    expect.objectContaining({ action: 'complaints.write', patient_id: mother.id }),
  )
  // Another patient does not get the letter.
  expect(await readPdf(await portal.person(), file?.url)).toBe(404)
})

test('the database rejects the author as the second person, and one of two concurrent approvals counts', async () => {
  const portal = await withComplaint()
  const { params, write, asSecond } = portal
  const written_at = await write()
  await expect(
    portal.db.ask(
      'update complaint_letters set approved_by = written_by, approved_at = now() where contact_id = $1',
      [params.id],
    ),
  ).rejects.toThrow(/complaint_letters_two_people/)
  const third = await portal.as(await portal.person({ rol: 'ADMIN_ROLE' }))
  const sent = { params, body: { written_at } }
  const outcomes = await Promise.allSettled([asSecond(approve, sent), third(approve, sent)])
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(
    (await portal.db.listMails()).filter(({ template }) => template === 'requests.answered'),
  ).toHaveLength(1)
})

test('a letter is approved, returned or saved only as the caller saw it, and a draft is not approved', async () => {
  const { asAuthor, params, write, clock, second, readPdf, as } = await withComplaint()
  const draftUrl = `/api/admin/complaints/${params.id}/letter`
  expect(await readPdf(second, draftUrl)).toBe(404)
  const asSecond = await as(second)
  const draft = await write('Borrador', false)
  await expectRejected(asSecond(approve, { params, body: { written_at: draft } }), 409)
  clock.advance({ minutes: 1 })
  const first = await write()
  clock.advance({ minutes: 1 })
  const written_at = await write('Texto corregido')
  await expectRejected(asSecond(approve, { params, body: { written_at: first } }), 409)
  await expectRejected(
    asSecond(save, { params, body: { text: 'Mío', proposes: true, written_at: first } }),
    409,
  )
  await expectRejected(asAuthor(save, { params, body: { text: ' ', proposes: true, written_at } }), 400)
  await asSecond(returned, { params, body: { text: 'Falta la fecha', written_at } })
  expect((await asAuthor(open, { params })).complaint).toMatchObject({
    state: 'drafting',
    notes: [{ author: 'Pedro Rojas Soto', text: 'Falta la fecha' }],
  })
  await expectRejected(asSecond(returned, { params, body: { text: 'Otra vez', written_at } }), 409)
  expect(await readPdf(second, draftUrl)).toContain('Borrador sin firmas')
})

test('notes between staff are listed, and the patient does not get them', async () => {
  const { asAuthor, call, params } = await withComplaint()
  await asAuthor(note, { params, body: { text: 'El correo rebotó' } })
  await expectRejected(asAuthor(note, { params, body: { text: ' ' } }), 400)
  expect((await asAuthor(open, { params })).complaint.notes).toMatchObject([
    { author: 'Andrea Morales Lagos', text: 'El correo rebotó' },
  ])
  expect(JSON.stringify(await call(contactEndpoints.pages, { body: {} }))).not.toContain('rebotó')
  await expectRejected(call(note, { params, body: { text: 'Yo' } }), 403)
})

test('staff who answer complaints and may not open patients read the names without the records', async () => {
  const { db, as, clerk, params } = await withComplaint()
  await db.ask(`update people set permission_set = 'requests-desk' where id = $1`, [clerk.id])
  const asClerk = await as(clerk)
  const named = { patient_id: null, patient_full_name: 'Camila Fuentes Rojas' }
  expect((await asClerk(pages, { body: {} })).complaints).toMatchObject([named])
  expect((await asClerk(open, { params })).complaint).toMatchObject(named)
})

test('the register finds complaints by number, name and state, counts late ones, and is a CSV file', async () => {
  const portal = await withComplaint({ sucursal: 'Maipú' })
  const { asAuthor, asSecond, call, sent, params, write, child, clerk, clock } = portal
  await call(contactEndpoints.send, {
    form: formWith({ reason_contact_id: 2, patient_id: child.id, message: 'Otro' }),
  })
  const find = async (body: object) =>
    (await asAuthor(pages, { body })).complaints.map(({ patient_full_name }) => patient_full_name)
  const [mother, other] = ['Camila Fuentes Rojas', 'Martina Soto Fuentes']
  expect(await find({})).toEqual([mother, other])
  expect(await find({ filter: sent.complaint?.number })).toEqual([mother])
  expect(await find({ filter: 'martina' })).toEqual([other])
  expect(await find({ filter: '%' })).toEqual([])
  expect(await find({ state: 'late' })).toEqual([])
  await asSecond(approve, { params, body: { written_at: await write() } })
  expect([await find({}), await find({ state: 'sent' })]).toEqual([[other], [mother]])
  clock.set('2026-12-19T03:00:00Z')
  const later = await portal.as(clerk)
  expect((await later(pages, { body: { state: 'late' } })).total).toBe(1)
  const { requests } = await later(overviewEndpoints.summary)
  expect(requests?.matters).toContainEqual({ matter: 'complaints', waiting: 1, late: 1 })
  const { csv, name } = await later(exported, { body: { state: 'all' } })
  expect(name).toBe('reclamos-2026-12-19.csv')
  expect(csv.trimEnd().split('\r\n').slice(1)).toEqual([
    expect.stringMatching(/"Martina Soto Fuentes","","Recibido","","No"$/),
    expect.stringMatching(
      /^"R-2026-\d+","26\/11\/2026","18\/12\/2026",.*"Carta enviada","26\/11\/2026","Sí"$/,
    ),
  ])
})

test('staff of other sites do not see a complaint about a site', async () => {
  const portal = await withComplaint({ sucursal: 'Maipú' })
  const [site] = await portal.db.ask<{ id: number }>(
    `select id from offices where office_id <> 'MAIPU' and retired_at is null limit 1`,
  )
  const member = await portal.person({ rol: 'ADMIN_ROLE' })
  await portal.db.ask('update people set site_ids = array[$2::int] where id = $1', [member.id, site?.id ?? 0])
  const elsewhere = await portal.as(member)
  expect((await elsewhere(pages, { body: {} })).complaints).toEqual([])
  await expectRejected(elsewhere(open, { params: portal.params }), 404)
  await expectRejected(
    elsewhere(approve, { params: portal.params, body: { written_at: await portal.write() } }),
    404,
  )
})
