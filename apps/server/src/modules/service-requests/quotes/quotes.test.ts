import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { expect, test } from 'vitest'
import { formWith, startDepartments } from '../../../../test/departments.ts'
import { pdfFile } from '../../../../test/files/attachments.ts'
import { expectRejected } from '../../../../test/rejection.ts'

const { request, requestFor, list, listOf } = quoteEndpoints

const surgery = {
  id_intervencion: 3,
  c_prevision: 5,
  h_pabellon: '2',
  fecha_estimada: '2026-12-20',
  medico_tratante: 'Dr. Pablo Reyes',
  comentarios: 'Según orden',
  autoriza_contacto: 'No',
}

test('a request is stored, mailed to its department and the patient, and answered with its number', async () => {
  const portal = await startDepartments()
  const { budgetRequestId } = await portal.call(request, { form: formWith(surgery) })
  expect((await portal.call(list)).budgets).toEqual([
    {
      ...{ ID: budgetRequestId, tipo_intervencion: { id: 3, nombre: 'Cirugía' }, prevision: 'Fonasa' },
      ...{ medico_tratante: 'Dr. Pablo Reyes', fecha_recepcion: '2026-11-26T15:00:00.000Z' },
      due_at: '2026-11-28T15:00:00.000Z',
      ...{ fecha_estimada: '2026-12-20', h_pabellon: 2, comentarios: 'Según orden', estado: 'pendiente' },
      ...{ is_unread: false, is_closed: false },
      ...{ comentario_ejecutivo: null, autoriza_contacto: false, orden_files: [], documentos_files: [] },
    },
  ])
  expect((await portal.db.listMails()).map(({ recipient }) => recipient)).toEqual([
    'presupuestos@clinica.example',
    'camila@ejemplo.cl',
  ])
  const [row] = await portal.db.ask('select autoriza_contacto, forecast_id from budget_requests')
  expect(row).toEqual({ autoriza_contacto: false, forecast_id: 5 })
})

test('what an intervention does not need may be left out, and a request consents to a call unless the patient declines', async () => {
  const { call, db } = await startDepartments()
  for (const change of [
    { id_intervencion: 2, c_prevision: '' },
    { id_intervencion: 1, h_pabellon: '' },
    { fecha_estimada: '2026-11-26' },
    { medico_tratante: '', comentarios: '' },
  ])
    await call(request, { form: formWith({ ...surgery, ...change }) })
  const { autoriza_contacto: _, ...rest } = surgery
  await call(request, { form: formWith(rest) })
  const consents = await db.ask<object>(
    'select autoriza_contacto as may_call from budget_requests order by id',
  )
  expect(consents.map((row) => Object.values(row)[0])).toEqual([false, false, false, false, true])
})

test('a guardian requests a quote for a minor, by the address or the form; for other patients no file is stored', async () => {
  const { child, call, files, person } = await startDepartments()
  const params = { patient_id: child.id }
  await call(requestFor, { params, form: formWith(surgery) })
  await call(request, { form: formWith({ ...surgery, ...params }) })
  expect([(await call(listOf, { params })).total, (await call(list)).total]).toEqual([2, 0])
  const ofStranger = { patient_id: (await person()).id }
  const order = { file: pdfFile() }
  await expectRejected(call(request, { form: formWith({ ...surgery, ...ofStranger }, order) }), 404)
  expect(files.keys()).toEqual([])
})

test('a guardian sees only the quotes of an adolescent that they requested themself', async () => {
  const portal = await startDepartments()
  const { child, call, db } = portal
  await db.ask(`update people set date_birth = '2012-01-01' where id = $1`, [child.id])
  const params = { patient_id: child.id }
  const own = await portal.as(child)
  await own(request, { form: formWith(surgery) })
  await call(requestFor, { params, form: formWith({ ...surgery, comentarios: 'De la madre' }) })
  const seen = await call(listOf, { params })
  expect([seen.total, seen.budgets.map(({ comentarios }) => comentarios)]).toEqual([1, ['De la madre']])
  expect((await own(list)).total).toBe(2)
})
