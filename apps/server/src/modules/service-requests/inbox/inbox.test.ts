import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { expect, test } from 'vitest'
import { buildDelegation } from '../../../../test/build.ts'
import { formWith, readAuditLog, startDepartments } from '../../../../test/departments.ts'
import { pdfFile, pngFile } from '../../../../test/files/attachments.ts'
import { startServer } from '../../../../test/portal.ts'
import { expectRejected, getStatus } from '../../../../test/rejection.ts'

const { tray, find, open, answer } = inboxEndpoints

const order = { id_intervencion: 4, c_prevision: 5, fecha_estimada: '2026-12-20', comentarios: 'Rodilla' }

/** Creates one request of each matter. */
async function withRequests() {
  const portal = await startDepartments()
  const { call, mother } = portal
  const { documentRequestId: documents } = await call(documentEndpoints.request, { body: { document: 1 } })
  const { budgetRequestId: budgets } = await call(quoteEndpoints.request, {
    form: formWith(order, { file: pdfFile('orden médica.pdf') }),
  })
  const { contactId: contact } = await call(contactEndpoints.send, {
    form: formWith({
      reason_contact_id: 1,
      patient_id: mother.id,
      sucursal: 'Maipú',
      message: 'Esperé mucho',
    }),
  })
  return { ...portal, staff: await portal.as(portal.clerk), ids: { documents, budgets, contact } }
}

test('the inbox shows the requests of a matter with their state and due moment', async () => {
  const { staff, ids, mother } = await withRequests()
  const { requests, pending, total } = await staff(tray, { query: { matter: 'budgets' } })
  expect(requests).toEqual([
    {
      ...{ matter: 'budgets', id: ids.budgets, receipt: String(ids.budgets), state: 'pendiente' },
      ...{
        subject: 'Exámenes y procedimientos',
        patient_id: mother.id,
        patient_full_name: 'Camila Fuentes Rojas',
      },
      ...{ created_at: '2026-11-26T15:00:00.000Z', due_at: '2026-11-28T15:00:00.000Z', answered_at: null },
      ...{ closed_at: null, assignee: null, is_unread: true },
    },
  ])
  expect([pending, total]).toEqual([{ documents: 1, budgets: 1, contact: 1, imaging: 0, privacy: 0 }, 1])
})

test('staff who answer requests and may not open patients read the names without the records', async () => {
  const portal = await withRequests()
  await portal.db.ask(`update people set permission_set = 'requests-desk' where id = $1`, [portal.clerk.id])
  const clerk = await portal.as(portal.clerk)
  const named = { patient_id: null, patient_full_name: 'Camila Fuentes Rojas' }
  expect((await clerk(tray, { query: { matter: 'budgets' } })).requests).toMatchObject([named])
  const found = await clerk(find, { body: { filter: 'camila' } })
  expect(found.requests).toMatchObject([named, named, named])
  const params = { matter: 'contact', id: portal.ids.contact } as const
  expect((await clerk(open, { params })).request).toMatchObject(named)
})

test('open requests are listed oldest first, in pages, and answered ones separately', async () => {
  const { staff, call, clock, ids } = await withRequests()
  const later: number[] = []
  for (let count = 0; count < 11; count++) {
    clock.advance({ minutes: 1 })
    later.push((await call(documentEndpoints.request, { body: { document: 2 } })).documentRequestId)
  }
  const first = await staff(tray, { query: { matter: 'documents' } })
  expect([first.total, first.requests.length, first.requests[0]?.id]).toEqual([12, 10, ids.documents])
  const params = { matter: 'documents', id: ids.documents } as const
  await staff(answer, { params, form: formWith({ answer: 'Listo' }) })
  const rest = await staff(tray, { query: { matter: 'documents', page: 2 } })
  expect([rest.total, rest.requests.map(({ id }) => id)]).toEqual([11, later.slice(10)])
  const done = await staff(tray, { query: { matter: 'documents', state: 'respondida' } })
  expect(done.requests.map(({ id }) => id)).toEqual([ids.documents])
})

test('an opened request shows its files and nothing else of the record, and is audited', async () => {
  const portal = await withRequests()
  const { request } = await portal.staff(open, { params: { matter: 'budgets', id: portal.ids.budgets } })
  expect(request).toMatchObject({
    subject: 'Exámenes y procedimientos',
    ...{ patient_id: portal.mother.id, patient_full_name: 'Camila Fuentes Rojas' },
    requester: { full_name: 'Camila Fuentes Rojas', email: 'camila@ejemplo.cl', is_patient: true },
    reserve_applies: false,
    facts: [
      { label: 'Previsión', value: 'Fonasa' },
      { label: 'Fecha estimada de ingreso', value: '20/12/2026' },
      { label: 'Autoriza contacto', value: 'Sí' },
    ],
    message: 'Rodilla',
    files: [{ name: 'orden médica.pdf' }],
    answer: null,
  })
  expect(await readAuditLog(portal, portal.clerk.id)).toMatchObject([
    {
      action: 'desk.open',
      actor_role: 'ADMIN_ROLE',
      patient_id: portal.mother.id,
      object: `budgets=${portal.ids.budgets}`,
      outcome: 'done',
    },
  ])
})

test('a delegate’s request about an adult, and a guardian’s about an adolescent, say that the answer must respect the reserve', async () => {
  const { as, call, child, person, db, clock, staff } = await withRequests()
  const [grantor, delegate] = [await person(), await person()]
  const given = { grantor_id: grantor.id, delegate_id: delegate.id, matters: ['requests'] as const }
  await buildDelegation(db, { ...given, now: clock.now() })
  await db.ask(`update people set date_birth = '2012-01-01' where id = $1`, [child.id])
  for (const [by, about] of [
    [await as(delegate), grantor],
    [call, child],
  ] as const) {
    const body = { document: 3, family_member_id: about.id }
    const { documentRequestId: id } = await by(documentEndpoints.request, { body })
    const { request } = await staff(open, { params: { matter: 'documents', id } })
    expect([request.reserve_applies, request.requester.is_patient]).toEqual([true, false])
  }
})

test('staff and the requester download a file, which is never shown as a page, and every download is audited', async () => {
  const portal = await withRequests()
  const { request } = await portal.staff(open, { params: { matter: 'budgets', id: portal.ids.budgets } })
  const url = request.files[0]?.url
  const saved = await portal.fetchAs(portal.clerk, url)
  expect(saved.statusCode).toBe(200)
  expect(saved.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': "attachment; filename*=UTF-8''orden%20m%C3%A9dica.pdf",
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
  expect(saved.rawPayload.toString('latin1').startsWith('%PDF-1.7')).toBe(true)
  expect((await readAuditLog(portal, portal.clerk.id)).at(-1)).toMatchObject({
    action: 'requests.file',
    patient_id: portal.mother.id,
  })
  const own = `/api/requests/files/${url?.split('/').at(-1)}`
  expect((await portal.fetchAs(portal.mother, own)).statusCode).toBe(200)
  expect((await readAuditLog(portal, portal.mother.id)).at(-1)).toMatchObject({ action: 'requests.file' })
})

test('a guardian gets no file of an adolescent’s own quote, nor of a member’s request after the coming of age, and files of a contact only go to its sender', async () => {
  const portal = await withRequests()
  const { child, mother, db } = portal
  const last = async () =>
    `/api/requests/files/${(await db.ask<{ id: number }>('select max(file_id) as id from request_files'))[0]?.id}`
  const opens = async (reader: { id: number }, url: string) => (await portal.fetchAs(reader, url)).statusCode
  const born = (day: string) => db.ask('update people set date_birth = $2 where id = $1', [child.id, day])
  await born('2012-01-01')
  await (await portal.as(child))(quoteEndpoints.request, { form: formWith(order, { file: pdfFile() }) })
  const own = await last()
  expect([await opens(mother, own), await opens(child, own)]).toEqual([404, 200])
  const fields = { reason_contact_id: 5, patient_id: child.id, message: 'Sobre mi hija' }
  const call = await portal.as(mother)
  await call(contactEndpoints.send, { form: formWith(fields, { file_0: pdfFile() }) })
  expect(await opens(child, await last())).toBe(404)
  const params = { patient_id: child.id }
  await (await portal.as(mother))(quoteEndpoints.requestFor, {
    params,
    form: formWith(order, { file: pdfFile() }),
  })
  const hers = await last()
  expect(await opens(mother, hers)).toBe(200)
  await born('2008-11-26')
  expect(await opens(mother, hers)).toBe(404)
})

test('an answer with text and files is shown to the patient in the portal, who is notified by mail', async () => {
  const portal = await withRequests()
  const { staff, call, ids } = portal
  const files = { file_0: pdfFile('presupuesto.pdf'), file_1: await pngFile('firma.png') }
  await staff(answer, {
    params: { matter: 'budgets', id: ids.budgets },
    form: formWith({ answer: 'Adjuntamos el presupuesto' }, files),
  })
  const [budget] = (await call(quoteEndpoints.list)).budgets
  expect(budget).toMatchObject({
    estado: 'respondida',
    comentario_ejecutivo: 'Adjuntamos el presupuesto',
    documentos_files: [{ name: 'presupuesto.pdf' }, { name: 'firma.png' }],
  })
  const saved = await portal.fetchAs(portal.mother, budget?.documentos_files[0]?.url)
  expect([saved.statusCode, saved.headers['content-type']]).toEqual([200, 'application/pdf'])
  const mail = (await portal.db.listMails()).at(-1)
  expect(mail).toMatchObject({ recipient: 'camila@ejemplo.cl', template: 'requests.answered' })
  expect(mail?.body_text).not.toContain('Adjuntamos')
  const mother = await portal.as(portal.mother)
  const [notification] = (await mother(notificationEndpoints.list)).notifications
  expect(notification).toMatchObject({ topic: 'answers', request: { matter: 'budgets', id: ids.budgets } })
  expect(mail?.body_text).toContain(`/dashboard/novedades/${notification?.id}`)
  const { request } = await staff(open, { params: { matter: 'budgets', id: ids.budgets } })
  expect(request.answer).toMatchObject({ text: 'Adjuntamos el presupuesto', by: 'Andrea Morales Lagos' })
  expect(await readAuditLog(portal, portal.clerk.id)).toContainEqual(
    expect.objectContaining({ action: 'desk.answer', object: `budgets=${ids.budgets}` }),
  )
})

test('only one of two concurrent answers counts, on any server; the other is rejected and leaves no file', async () => {
  const portal = await withRequests()
  const second = await startServer(portal.db, portal.clock)
  const colleague = await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
  const callers = [await portal.as(portal.clerk), second.caller(await second.sessionOf(colleague.id))]
  const params = { matter: 'documents', id: portal.ids.documents } as const
  const outcomes = await Promise.all(
    callers.map((call, index) =>
      getStatus(call(answer, { params, form: formWith({ answer: `Respuesta ${index}` }, { f: pdfFile() }) })),
    ),
  )
  expect(outcomes.sort()).toEqual([200, 409])
  const [answered] = (await portal.call(documentEndpoints.list)).requests
  expect(answered?.files).toHaveLength(1)
  expect(
    (await portal.db.listMails()).filter(({ template }) => template === 'requests.answered'),
  ).toHaveLength(1)
  expect(await portal.db.ask('select key from unfinished_files')).toEqual([])
  expect(portal.files.keys().length + second.files.keys().length).toBe(2)
})

test('a contact request of the imaging wizard has its own matter in the inbox, and its answer is among the contacts', async () => {
  const { staff, call, db, mother, ids } = await withRequests()
  const details = { phone: '912345678', questions: [{ question: '¿Usa marcapasos?', answer: 'No' }] }
  const [row] = await db.ask<{ id: number }>(
    `insert into contacts (requester_id, patient_id, matter, message, exam_type, imaging, state, created_at, due_at)
     values ($1, $1, 'imaging', '', 'Resonancia', $2::jsonb, 'pendiente', now(), now()) returning id`,
    [mother.id, JSON.stringify(details)],
  )
  const params = { matter: 'imaging', id: row?.id ?? 0 } as const
  const { requests, pending } = await staff(tray, { query: { matter: 'imaging' } })
  expect([requests.map(({ id, subject }) => [id, subject]), pending.imaging, pending.contact]).toEqual([
    [[params.id, 'Resonancia']],
    1,
    1,
  ])
  const { request } = await staff(open, { params })
  expect(request.facts).toContainEqual({ label: '¿Usa marcapasos?', value: 'No' })
  expect(request.facts).toContainEqual({ label: 'Teléfono', value: '912345678' })
  await expectRejected(staff(open, { params: { ...params, matter: 'contact' } }), 404)
  await staff(answer, { params, form: formWith({ answer: 'Te llamamos hoy' }) })
  const { contactUs } = await call(contactEndpoints.pages, { body: { status: 'respondida' } })
  expect(contactUs).toMatchObject([
    { id: params.id, reason_contact: { name: 'Imagenología' }, answer: 'Te llamamos hoy' },
  ])
  expect(ids.contact).not.toBe(params.id)
})
