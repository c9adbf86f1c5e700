import { documentEndpoints } from '@mi-portal/contract/service-requests/documents'
import { expect, test } from 'vitest'
import { readAuditLog, startDepartments } from '../../../../test/departments.ts'
import { getRejection } from '../../../../test/rejection.ts'

const { request, list } = documentEndpoints
const draft = (rest: object = {}) => ({ body: { document: 1, comment: 'Para mi trabajo', ...rest } })

test('a request is stored, mailed to its department, confirmed to the patient and audited', async () => {
  const portal = await startDepartments()
  const { documentRequestId } = await portal.call(request, draft())
  expect((await portal.call(list)).requests).toEqual([
    {
      ...{ id: documentRequestId, document: { id: 1, name: 'Certificado de atención' }, files: [] },
      ...{ patient_full_name: 'Camila Fuentes Rojas', comment: 'Para mi trabajo', state: 'pendiente' },
      ...{ application_date: '2026-11-26T15:00:00.000Z', due_at: '2026-11-28T15:00:00.000Z' },
      ...{ answer: null, answered_at: null, is_unread: false, is_closed: false },
    },
  ])
  const mails = await portal.db.listMails()
  expect(mails.map(({ recipient, template }) => [recipient, template])).toEqual([
    ['documentos@clinica.example', 'requests.arrived'],
    ['camila@ejemplo.cl', 'requests.received'],
  ])
  expect(mails[0]?.body_text).toContain(`/admin/solicitudes?matter=documents&id=${documentRequestId}`)
  expect(mails[1]?.body_text).toContain('a más tardar el 28/11/2026 a las 12:00')
  // No mail contains the request or the patient's name.
  expect(mails.some(({ body_text }) => /Certificado|trabajo|Fuentes/.test(body_text))).toBe(false)
  expect(await readAuditLog(portal, portal.mother.id)).toContainEqual(
    expect.objectContaining({
      action: 'documents.request',
      actor_role: 'STANDART_ROLE',
      patient_id: portal.mother.id,
      object: `documents=${documentRequestId}`,
      outcome: 'done',
    }),
  )
})

test('a patient may request twenty documents a day', async () => {
  const { call, clock, as, mother } = await startDepartments()
  for (let count = 0; count < 20; count++) await call(request, draft())
  const failure = await getRejection(call(request, draft()))
  expect([failure.status, (failure.retryAfter ?? 0) > 80_000]).toEqual([429, true])
  clock.advance({ days: 1 })
  await (await as(mother))(request, draft())
})

test('the list no longer contains requests for a member whose record the caller may no longer see', async () => {
  const { call, db, child, link } = await startDepartments()
  await call(request, draft({ family_member_id: child.id }))
  await call(request, draft())
  expect((await call(list)).total).toBe(2)
  await db.ask(`update people set date_birth = '2008-11-26' where id = $1`, [child.id])
  expect((await call(list)).requests.map(({ patient_full_name }) => patient_full_name)).toEqual([
    'Camila Fuentes Rojas',
  ])
  await db.ask(`update people set date_birth = '2016-11-26' where id = $1`, [child.id])
  await db.ask(`update family_links set state = 'ended' where id = $1`, [link.id])
  expect((await call(list)).total).toBe(1)
})
