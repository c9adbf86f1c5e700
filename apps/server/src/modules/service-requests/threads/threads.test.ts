import { newsEndpoints } from '@mi-portal/contract/news'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { requestThreadEndpoints } from '@mi-portal/contract/service-requests/threads'
import { expect, test } from 'vitest'
import { formWith, readAuditLog, startDepartments } from '../../../../test/departments.ts'
import { pdfFile } from '../../../../test/files/attachments.ts'
import { expectRejected, getStatus } from '../../../../test/rejection.ts'

const { open, write } = requestThreadEndpoints
const desk = inboxEndpoints

/** Creates a message of the mother to the clinic, which staff can answer. */
async function withContact() {
  const portal = await startDepartments()
  const fields = { reason_contact_id: 1, patient_id: portal.mother.id, message: '¿A qué hora abren?' }
  const { contactId: id } = await portal.call(contactEndpoints.send, { form: formWith(fields) })
  const params = { matter: 'contact', id } as const
  const staff = await portal.as(portal.clerk)
  return {
    ...portal,
    ...{ id, params, staff },
    answer: (text: string, seen: number) =>
      staff(desk.answer, { params, form: formWith({ answer: text, seen }) }),
    follow: (message: string, seen: number) =>
      portal.call(write, { params, form: formWith({ message, seen }) }),
    read: async () => (await portal.call(open, { params })).request,
    readAsStaff: async () => (await staff(desk.open, { params })).request,
  }
}

test('patient and clinic write to each other with files, and each side sees that the other has read', async () => {
  const portal = await withContact()
  const { clock, params, answer, call, staff, read, readAsStaff } = portal
  const listed = async () => (await call(contactEndpoints.pages, { body: {} })).contactUs[0]
  const waiting = async () => (await staff(desk.tray, { query: { matter: 'contact' } })).requests[0]
  expect(await waiting()).toMatchObject({ is_unread: true, assignee: null })
  await readAsStaff()
  expect(await waiting()).toMatchObject({ is_unread: false })
  clock.advance({ minutes: 5 })
  await answer('A las 8:00', 1)
  expect(await listed()).toMatchObject({ state: 'respondida', answer: 'A las 8:00', is_unread: true })
  expect((await call(newsEndpoints.list)).answers).toHaveLength(1)
  expect(await read()).toMatchObject({ staff_read_at: '2026-11-26T15:00:00.000Z', may_write: true })
  expect(await listed()).toMatchObject({ is_unread: false })
  expect((await call(newsEndpoints.list)).answers).toEqual([])
  clock.advance({ minutes: 5 })
  const form = formWith({ message: '¿También el sábado?', seen: 2 }, { f: pdfFile('cartel.pdf') })
  expect(await call(write, { params, form })).toMatchObject({ due_at: '2026-11-28T15:10:00.000Z' })
  expect(await waiting()).toMatchObject({ is_unread: true, due_at: '2026-11-28T15:10:00.000Z' })
  expect(await readAsStaff()).toMatchObject({ patient_read_at: '2026-11-26T15:05:00.000Z' })
  clock.advance({ minutes: 5 })
  const reply = formWith({ answer: 'Sí, hasta las 13:00', seen: 3 }, { f: pdfFile('horario.pdf') })
  await staff(desk.answer, { params, form: reply })
  const { messages } = await read()
  expect(messages).toMatchObject([
    { kind: 'request', text: '¿A qué hora abren?', files: [] },
    { kind: 'answer', text: 'A las 8:00', at: '2026-11-26T15:05:00.000Z' },
    { kind: 'request', text: '¿También el sábado?', files: [{ name: 'cartel.pdf' }] },
    { kind: 'answer', text: 'Sí, hasta las 13:00', files: [{ name: 'horario.pdf' }] },
  ])
  const url = messages[3]?.files[0]?.url
  expect((await portal.fetchAs(portal.mother, url)).statusCode).toBe(200)
  expect((await portal.fetchAs(portal.child, url)).statusCode).toBe(404)
  const sent = (await readAsStaff()).messages
  expect(sent.map(({ author }) => author)).toEqual([
    ...['Camila Fuentes Rojas', 'Andrea Morales Lagos', 'Camila Fuentes Rojas', 'Andrea Morales Lagos'],
  ])
  expect((await portal.fetchAs(portal.clerk, sent[2]?.files[0]?.url)).statusCode).toBe(200)
  const mails = await portal.db.listMails()
  const [arrived, answered] = ['requests.arrived', 'requests.answered']
  expect(mails.map(({ template }) => template)).toEqual([
    ...[arrived, 'requests.received', answered, arrived, answered],
  ])
  expect(mails[3]?.body_text).toMatch(/Nuevo mensaje en una solicitud[\s\S]*28\/11\/2026 a las 12:10/)
  expect(mails.some(({ body_text }) => /sábado|8:00|13:00/.test(body_text))).toBe(false)
  expect((await readAuditLog(portal, portal.mother.id)).map(({ action }) => action)).toContain(
    'requests.write',
  )
})

test('a message before the answer changes no due moment, and the clinic’s first answer counts for its numbers', async () => {
  const { clock, follow, answer, readAsStaff, db } = await withContact()
  clock.advance({ minutes: 1 })
  expect(await follow('Es urgente', 1)).toMatchObject({ due_at: '2026-11-28T15:00:00.000Z' })
  await expectRejected(
    answer('A las 8:00', 1),
    409,
    'Hay mensajes nuevos en esta solicitud. Léelos antes de responder',
  )
  await answer('A las 8:00', 2)
  clock.advance({ minutes: 10 })
  await follow('¿Y el domingo?', 3)
  expect(await readAsStaff()).toMatchObject({ state: 'pendiente', due_at: '2026-11-28T15:11:00.000Z' })
  expect(await db.ask('select first_due_at, due_at, answered_at from desk_requests')).toMatchObject([
    { first_due_at: new Date('2026-11-28T15:00:00Z'), answered_at: new Date('2026-11-26T15:01:00Z') },
  ])
})

test('a message that is sent again because its reply got lost is stored once, from both sides, also at the same time', async () => {
  const { clock, follow, answer, read, db } = await withContact()
  clock.advance({ minutes: 1 })
  const sent = await Promise.all([follow('Es urgente', 1), follow('Es urgente', 1)])
  expect(sent[0]).toEqual(sent[1])
  clock.advance({ minutes: 1 })
  await answer('A las 8:00', 2)
  await answer('A las 8:00', 2)
  await follow('Gracias', 3)
  await answer('De nada', 4)
  await answer('De nada', 4)
  expect((await read()).messages.map(({ text }) => text)).toEqual([
    ...['¿A qué hora abren?', 'Es urgente', 'A las 8:00', 'Gracias', 'De nada'],
  ])
  // The same words once more, after the sender saw the first, are another message. A person sends twenty in a day.
  await follow('Gracias', 5)
  expect((await read()).messages).toHaveLength(6)
  await db.ask(`update tries set count = 20 where scope = 'contact-request'`)
  await expectRejected(follow('¿Hola?', 6), 429)
  expect(await db.ask(`select from outbox where template = 'requests.answered'`)).toHaveLength(2)
})

test('a conversation is only for those who may read the request, and only its sender writes', async () => {
  const portal = await withContact()
  const { as, call, child, mother, person, params, db, link } = portal
  const quote = { id_intervencion: 3, c_prevision: 5, h_pabellon: '2', fecha_estimada: '2026-12-20' }
  const { budgetRequestId } = await call(quoteEndpoints.requestFor, {
    params: { patient_id: child.id },
    form: formWith(quote),
  })
  const draft = { document: 1, family_member_id: child.id }
  const { documentRequestId } = await call(documentEndpoints.request, { body: draft })
  const ofQuote = { matter: 'budgets', id: budgetRequestId } as const
  const ofDocument = { matter: 'documents', id: documentRequestId } as const
  const asChild = await as(child)
  const stranger = await as(await person())
  const form = () => formWith({ message: 'Hola' }, { f: pdfFile() })
  for (const [caller, about, toRead, toWrite] of [
    [stranger, params, 404, 404],
    [stranger, ofQuote, 404, 404],
    [asChild, params, 404, 404],
    [asChild, ofDocument, 404, 404],
    [asChild, ofQuote, 200, 403],
    [call, { matter: 'documents', id: 999_999 }, 404, 404],
    [call, { matter: 'documents', id: budgetRequestId + documentRequestId + params.id }, 404, 404],
  ] as const) {
    expect(await getStatus(caller(open, { params: about }))).toBe(toRead)
    expect(await getStatus(caller(write, { params: about, form: form() }))).toBe(toWrite)
  }
  expect(portal.files.keys()).toEqual([])
  expect((await call(open, { params: ofDocument })).request.patient_full_name).toBe('Martina Soto Fuentes')
  await db.ask(`update family_links set state = 'ended' where id = $1`, [link.id])
  await expectRejected((await as(mother))(open, { params: ofDocument }), 404)
  await expectRejected((await as(mother))(write, { params: ofDocument, form: form() }), 404)
  expect(await readAuditLog(portal, mother.id)).toContainEqual(
    expect.objectContaining({ action: 'requests.open', patient_id: child.id, outcome: 'refused' }),
  )
})

test('a message that is empty, too long or has a wrong file is rejected and leaves nothing', async () => {
  const { fetchAs, mother, call, staff, params, files, read } = await withContact()
  const wrong = new File(['GIF89a'], 'foto.gif', { type: 'image/gif' })
  for (const [status, form] of [
    [400, formWith({ message: '  ' })],
    [400, formWith({ message: 'x'.repeat(4001) })],
    [400, formWith({ message: 'Hola', seen: 0 })],
    [415, formWith({ message: 'Hola' }, { f: wrong })],
  ] as const)
    await expectRejected(call(write, { params, form }), status)
  await expectRejected(staff(desk.note, { params, body: { text: 'x'.repeat(2001) } }), 400)
  await expectRejected(staff(desk.close, { params, body: { reason: ' ' } }), 400)
  expect(files.keys()).toEqual([])
  expect((await read()).messages).toHaveLength(1)
  expect((await fetchAs(mother, `/api/requests/complaints/${params.id}`)).statusCode).toBe(400)
})

test('a request is closed with a reason that the patient reads, and reopened by staff, or by a message within thirty days', async () => {
  const portal = await withContact()
  const { clock, params, read, call, as, clerk } = portal
  const staff = async () => as(clerk)
  await (await staff())(desk.close, { params, body: { reason: 'Lo resolvimos por teléfono' } })
  expect(await read()).toMatchObject({
    ...{ state: 'respondida', closed_at: '2026-11-26T15:00:00.000Z', may_write: true },
    messages: [{ kind: 'request' }, { kind: 'closing', text: 'Lo resolvimos por teléfono' }],
  })
  expect((await portal.db.listMails()).at(-1)).toMatchObject({ template: 'requests.answered' })
  expect((await call(contactEndpoints.pages, { body: {} })).contactUs[0]).toMatchObject({ is_closed: true })
  const more = { params, form: formWith({ answer: 'Algo más', seen: 2 }) }
  await expectRejected((await staff())(desk.answer, more), 409, 'Esta solicitud está cerrada')
  await expectRejected((await staff())(desk.close, { params, body: { reason: 'Otra' } }), 409)
  clock.advance({ days: 1 })
  expect(await (await staff())(desk.reopen, { params })).toMatchObject({ due_at: '2026-11-29T15:00:00.000Z' })
  expect(await (await portal.as(portal.mother))(open, { params })).toMatchObject({
    request: { state: 'pendiente', closed_at: null },
  })
  await expectRejected((await staff())(desk.reopen, { params }), 409)
  expect((await readAuditLog(portal, clerk.id)).map(({ action }) => action)).toEqual([
    'desk.close',
    'desk.reopen',
  ])
  await (await staff())(desk.close, { params, body: { reason: 'Sin respuesta' } })
  clock.advance({ days: 30 })
  const again = await portal.as(portal.mother)
  const form = (message: string) => formWith({ message, seen: 3 })
  await again(write, { params, form: form('Sigo esperando') })
  expect((await again(open, { params })).request).toMatchObject({ state: 'pendiente', closed_at: null })
  await (await staff())(desk.close, { params, body: { reason: 'Ya está' } })
  clock.advance({ days: 30, minutes: 1 })
  const late = await portal.as(portal.mother)
  expect((await late(open, { params })).request.may_write).toBe(false)
  const tooLate = 'Esta solicitud se cerró hace más de 30 días. Envía una nueva solicitud'
  await expectRejected(late(write, { params, form: form('¿Hola?') }), 409, tooLate)
})

test('an internal note is read by staff alone, and is in no message, mail or list of the patient', async () => {
  const portal = await withContact()
  const { params, staff, call, answer, readAsStaff } = portal
  const secret = 'Parece molesta, llamar antes'
  await staff(desk.note, { params, body: { text: secret } })
  await staff(desk.note, { params, body: { text: secret } })
  await answer('A las 8:00', 1)
  expect((await readAsStaff()).messages.map(({ kind, author }) => [kind, author])).toEqual([
    ['request', 'Camila Fuentes Rojas'],
    ['answer', 'Andrea Morales Lagos'],
    ['note', 'Andrea Morales Lagos'],
  ])
  const shown = [
    await call(open, { params }),
    await call(contactEndpoints.pages, { body: {} }),
    await call(newsEndpoints.list),
    await portal.db.listMails(),
  ]
  expect(JSON.stringify(shown)).not.toContain('molesta')
})

test('a request is assigned to staff who may answer it, and listed for them', async () => {
  const { params, staff, as, clerk, person, db, mother } = await withContact()
  const editor = await person({ rol: 'ADMIN_ROLE', first_name: 'Eva' })
  await db.ask(`update people set permission_set = 'content-editor' where id = $1`, [editor.id])
  const assign = (assignee_id: number | null) => staff(desk.assign, { params, body: { assignee_id } })
  for (const id of [editor.id, mother.id, 999_999]) await expectRejected(assign(id), 400)
  const { assignees } = await staff(desk.assignees, { params })
  expect(assignees).toEqual([{ id: clerk.id, full_name: 'Andrea Morales Lagos' }])
  await assign(clerk.id)
  const mine = async () =>
    (await staff(desk.tray, { query: { matter: 'contact', state: 'asignada' } })).requests
  expect(await mine()).toMatchObject([{ assignee: { id: clerk.id, full_name: 'Andrea Morales Lagos' } }])
  await assign(null)
  expect(await mine()).toEqual([])
  const desks = [
    ['front-desk', 403],
    ['privacy-officer', 403],
    ['requests-desk', 200],
  ] as const
  for (const [set, status] of desks) {
    await db.ask('update people set permission_set = $2 where id = $1', [editor.id, set])
    const caller = await as(editor)
    for (const sent of [
      () => caller(desk.note, { params, body: { text: `Nota ${set}` } }),
      () => caller(desk.assign, { params, body: { assignee_id: null } }),
      () => caller(desk.export, { body: { matter: 'contact' } }),
    ])
      expect([set, await getStatus(sent())]).toEqual([set, status])
  }
})

test('staff find requests of every department by number or person, and export what they see as a safe CSV file', async () => {
  const { staff, call, id, db, mother, child } = await withContact()
  await call(documentEndpoints.request, { body: { document: 1, family_member_id: child.id } })
  await db.ask(`update people set first_name = '=HYPERLINK(1)' where id = $1`, [child.id])
  const found = async (filter: string) =>
    (await staff(desk.find, { body: { filter } })).requests.map(({ matter }) => matter)
  expect(await found('camila fuentes')).toEqual(['documents', 'contact'])
  expect(await found(`${id}`)).toContain('contact')
  expect(await found(mother.document_number)).toEqual(['documents', 'contact'])
  expect(await found('Nadie')).toEqual([])
  expect(await found('%')).toEqual([])
  const { name, csv } = await staff(desk.export, { body: { filter: 'camila' } })
  expect(name).toBe('solicitudes-2026-11-26.csv')
  expect(csv.split('\r\n').slice(1, 2).join()).toContain(`"'=HYPERLINK(1) Soto Fuentes"`)
  expect(csv.split('\r\n')).toHaveLength(4)
  const listed = await staff(desk.export, { body: { matter: 'contact' } })
  expect(listed.csv).toContain(
    `"${id}","Contacto","Sugerencia","Camila Fuentes Rojas","26/11/2026 12:00","28/11/2026 12:00","Pendiente",""`,
  )
})

test('the clinic’s texts for an answer have the name and the number of the request', async () => {
  const { id, readAsStaff } = await withContact()
  const [first] = (await readAsStaff()).canned_answers
  expect(first?.text).toMatch(new RegExp(`^Hola, Camila: .* tu mensaje ${id} `))
})
