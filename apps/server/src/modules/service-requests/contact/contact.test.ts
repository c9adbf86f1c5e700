import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { expect, test } from 'vitest'
import { formWith, startDepartments } from '../../../../test/departments.ts'
import { pdfFile, pngFile } from '../../../../test/files/attachments.ts'
import { getRejection } from '../../../../test/rejection.ts'

const { send, pages } = contactEndpoints

const exam = {
  reason_contact_id: 6,
  examDate: '26-11-2025',
  examType: 'Imagenología',
  examName: 'Ecografía',
  message: 'No encuentro mi informe',
  specific_requests: '0',
  petition: '',
}

test('a message is stored with its attachments and mailed to its department and the patient', async () => {
  const portal = await startDepartments()
  const files = { file_0: pdfFile('boleta.pdf'), file_1: await pngFile('pantalla.png') }
  const { contactId } = await portal.call(send, {
    form: formWith({ ...exam, patient_id: portal.mother.id }, files),
  })
  expect((await portal.call(pages, { body: {} })).contactUs).toEqual([
    {
      ...{ id: contactId, reason_contact: { name: 'Visualización de exámenes' }, files: [] },
      ...{ patient_full_name: 'Camila Fuentes Rojas', application_date: '2026-11-26T15:00:00.000Z' },
      due_at: '2026-11-28T15:00:00.000Z',
      ...{ complaint: null, matter: 'contact', is_unread: false, is_closed: false },
      ...{ message: 'No encuentro mi informe', state: 'pendiente', answer: null, answered_at: null },
    },
  ])
  expect(
    await portal.db.ask(
      'select f.name from request_files r join files f on f.id = r.file_id where request_id = $1 order by f.id',
      [contactId],
    ),
  ).toEqual([{ name: 'boleta.pdf' }, { name: 'pantalla.png' }])
  const mails = await portal.db.listMails()
  expect(mails.map(({ recipient }) => recipient)).toEqual([
    'experiencia@clinica.example',
    'camila@ejemplo.cl',
  ])
  expect(mails[0]?.body_text).toContain('Archivos adjuntos: 2')
  expect(mails.some(({ body_text }) => /informe|Fuentes/.test(body_text))).toBe(false)
  expect(await portal.db.ask('select exam_date, exam_type, exam_name, branch from contacts')).toEqual([
    { exam_date: '2025-11-26', exam_type: 'Imagenología', exam_name: 'Ecografía', branch: null },
  ])
})

test('a message with wrong fields is rejected at them, in the form’s order, and no file remains', async () => {
  const portal = await startDepartments()
  const other = { reason_contact_id: 4 }
  for (const [change, params] of [
    [{ reason_contact_id: '' }, ['reason_contact_id']],
    [{ reason_contact_id: '7' }, ['reason_contact_id']],
    [{ message: '   ' }, ['message']],
    [{ examDate: '31-02-2025' }, ['examDate']],
    [{ examDate: '31-12-1999' }, ['examDate']],
    [{ examDate: '01-01-3001' }, ['examDate']],
    [{ examType: 'Astrología' }, ['examType']],
    [{ ...other, sucursal: '' }, ['sucursal']],
    [{ ...other, sucursal: 'Temuco' }, ['sucursal']],
    [{ patient_id: '', message: '' }, ['patient_id', 'message']],
    [{ examDate: '', examType: '', examName: '' }, ['examDate', 'examType', 'examName']],
  ] as const) {
    const form = formWith({ ...exam, patient_id: portal.mother.id, ...change }, { file_0: pdfFile() })
    const { fieldErrors } = await getRejection(portal.call(send, { form }))
    expect([change, fieldErrors.map(({ param }) => param)]).toEqual([change, params])
  }
  expect(portal.files.keys()).toEqual([])
  expect(await portal.db.ask('select id from contacts')).toEqual([])
})

test('messages are found by reason or patient without regard to case and accents, and by state', async () => {
  const { call, mother, child, db } = await startDepartments()
  await call(send, { form: formWith({ ...exam, patient_id: mother.id }) })
  await call(send, { form: formWith({ ...exam, reason_contact_id: 3, patient_id: child.id }) })
  await db.ask(
    `update contacts set state = 'respondida', answer = 'Gracias', answered_at = now() where reason_id = 3`,
  )
  const found = async (body: object) =>
    (await call(pages, { body })).contactUs.map(({ reason_contact }) => reason_contact.name)
  expect(await found({ filter: 'VISUALIZACION' })).toEqual(['Visualización de exámenes'])
  expect(await found({ filter: 'martina' })).toEqual(['Felicitaciones'])
  expect(await found({ status: 'respondida' })).toEqual(['Felicitaciones'])
  expect(await found({ status: 'pendiente', filter: null })).toEqual(['Visualización de exámenes'])
  expect(await found({ filter: '%' })).toEqual([])
  expect(await found({ page: 1, limit: 1 })).toEqual(['Felicitaciones'])
  expect(await found({ page: 3, limit: 1, status: null })).toEqual([])
})
