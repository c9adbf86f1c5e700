import { contactEndpoints } from '@mi-portal/contract/contact'
import { describe, expect, test } from 'vitest'
import { ask } from '../../../test/ask.ts'
import { formWith, mailsOf, startDepartments } from '../../../test/departments.ts'
import { pdfFile, pngFile } from '../../../test/files/attachments.ts'
import { rejectionOf } from '../../../test/rejection.ts'

const { reasons, send, pages } = contactEndpoints

const exam = {
  reason_contact_id: 6,
  examDate: '26-11-2025',
  examType: 'Imagenología',
  examName: 'Ecografía',
  message: 'No encuentro mi informe',
  specific_requests: '0',
  petition: '',
}

test('the form offers six reasons', async () => {
  const { call } = await startDepartments()
  expect((await call(reasons)).reasons).toEqual([
    { id: 1, name: 'Sugerencia' },
    { id: 2, name: 'Reclamo' },
    { id: 3, name: 'Felicitaciones' },
    { id: 4, name: 'Otra solicitud' },
    { id: 5, name: 'Mi portal' },
    { id: 6, name: 'Visualización de exámenes' },
  ])
})

describe('writing to the clinic', () => {
  test('a message is stored with its attachments and mailed to its department and the patient', async () => {
    const portal = await startDepartments()
    const files = { file_0: pdfFile('boleta.pdf'), file_1: await pngFile('pantalla.png') }
    const { contactId } = await portal.call(send, {
      form: formWith({ ...exam, patient_id: portal.mother.id }, files),
    })
    expect((await portal.call(pages, { body: {} })).contactUs).toEqual([
      {
        id: contactId,
        reason_contact: { name: 'Visualización de exámenes' },
        patient_full_name: 'Camila Fuentes Rojas',
        application_date: '2026-11-26T15:00:00.000Z',
        message: 'No encuentro mi informe',
        state: 'pendiente',
        answer: null,
        answered_at: null,
        files: [],
      },
    ])
    expect(
      await ask(
        portal.db,
        'select f.name from request_files r join files f on f.id = r.file_id where request_id = $1 order by f.id',
        [contactId],
      ),
    ).toEqual([{ name: 'boleta.pdf' }, { name: 'pantalla.png' }])
    const mails = await mailsOf(portal)
    expect(mails.map(({ recipient }) => recipient)).toEqual([
      'experiencia@clinica.example',
      'camila@ejemplo.cl',
    ])
    expect(mails[0]?.body_text).toContain('Archivos adjuntos: 2')
    expect(mails.some(({ body_text }) => /informe|Fuentes/.test(body_text))).toBe(false)
    expect(await ask(portal.db, 'select exam_date, exam_type, exam_name, branch from contacts')).toEqual([
      { exam_date: '2025-11-26', exam_type: 'Imagenología', exam_name: 'Ecografía', branch: null },
    ])
  })

  test.each([
    ['no reason', { reason_contact_id: '' }, [['reason_contact_id', 'Seleccione una razón de contacto']]],
    [
      'a reason there is not',
      { reason_contact_id: '7' },
      [['reason_contact_id', 'Seleccione una razón de contacto']],
    ],
    ['no patient', { patient_id: '' }, [['patient_id', 'Selecciona ¿Quién es el paciente?']]],
    ['no message', { message: '   ' }, [['message', 'Digita Mensaje']]],
    ['no date', { examDate: '' }, [['examDate', 'Ingrese la fecha del examen']]],
    ['a day that does not exist', { examDate: '31-02-2025' }, [['examDate', 'Ingrese una fecha válida.']]],
    ['a year before 2000', { examDate: '31-12-1999' }, [['examDate', 'Ingrese una fecha válida.']]],
    ['a year after 3000', { examDate: '01-01-3001' }, [['examDate', 'Ingrese una fecha válida.']]],
    ['no type of exam', { examType: '' }, [['examType', 'Ingrese el tipo del examen']]],
    ['a type that is not offered', { examType: 'Astrología' }, [['examType', 'Ingrese el tipo del examen']]],
    ['no name of exam', { examName: '' }, [['examName', 'Ingrese el nombre del examen']]],
    [
      'no branch for another request',
      { reason_contact_id: 4, sucursal: '' },
      [['sucursal', 'Seleccione su sucursal']],
    ],
    [
      'an unknown branch',
      { reason_contact_id: 1, sucursal: 'Temuco' },
      [['sucursal', 'Seleccione su sucursal']],
    ],
    [
      'neither patient nor message, in the form’s order',
      { patient_id: '', message: '' },
      [
        ['patient_id', 'Selecciona ¿Quién es el paciente?'],
        ['message', 'Digita Mensaje'],
      ],
    ],
    [
      'nothing of what its reason asks for, in the form’s order',
      { examDate: '', examType: '', examName: '' },
      [
        ['examDate', 'Ingrese la fecha del examen'],
        ['examType', 'Ingrese el tipo del examen'],
        ['examName', 'Ingrese el nombre del examen'],
      ],
    ],
  ])('a message with %s is rejected, and no file remains', async (_, rest, fieldErrors) => {
    const portal = await startDepartments()
    const form = formWith({ ...exam, patient_id: portal.mother.id, ...rest }, { file_0: pdfFile() })
    const failure = await rejectionOf(portal.call(send, { form }))
    expect([failure.status, failure.fieldErrors.map(({ param, msg }) => [param, msg])]).toEqual([
      400,
      fieldErrors,
    ])
    expect(portal.files.keys()).toEqual([])
    expect(await ask(portal.db, 'select id from contacts')).toEqual([])
  })

  test.each([
    ['a suggestion needs no branch', { reason_contact_id: 1 }, { branch: null, exam_type: null }],
    [
      'a branch is taken by its name',
      { reason_contact_id: 2, sucursal: 'Maipú' },
      { branch: 'MAIPU', exam_type: null },
    ],
    [
      'or by its code',
      { reason_contact_id: 4, sucursal: 'PROVIDENCIA' },
      { branch: 'PROVIDENCIA', exam_type: null },
    ],
    [
      'what the reason does not ask for is not kept',
      { reason_contact_id: 5, sucursal: 'Maipú', examDate: 'ayer' },
      { branch: null, exam_type: null },
    ],
  ])('%s', async (_, rest, stored) => {
    const portal = await startDepartments()
    await portal.call(send, { form: formWith({ ...exam, patient_id: portal.mother.id, ...rest }) })
    expect(await ask(portal.db, 'select branch, exam_type from contacts')).toEqual([stored])
  })

  test('a guardian writes about a minor in care; about other people it is 404, and no file remains', async () => {
    const portal = await startDepartments()
    await portal.call(send, { form: formWith({ ...exam, patient_id: portal.child.id }) })
    const stranger = await portal.person()
    const form = formWith({ ...exam, patient_id: stranger.id }, { file_0: pdfFile() })
    expect((await rejectionOf(portal.call(send, { form }))).status).toBe(404)
    expect(portal.files.keys()).toEqual([])
    expect((await portal.call(pages, { body: {} })).contactUs[0]?.patient_full_name).toBe(
      'Martina Soto Fuentes',
    )
  })

  test('a patient may write twenty times a day', async () => {
    const { call, mother } = await startDepartments()
    const form = () => formWith({ ...exam, patient_id: mother.id })
    for (let count = 0; count < 20; count++) await call(send, { form: form() })
    expect((await rejectionOf(call(send, { form: form() }))).status).toBe(429)
  })

  test('staff cannot write', async () => {
    const { as, clerk } = await startDepartments()
    const call = await as(clerk)
    expect(
      (await rejectionOf(call(send, { form: formWith({ ...exam, patient_id: clerk.id }) }))).status,
    ).toBe(403)
    expect((await rejectionOf(call(pages, { body: {} }))).status).toBe(403)
  })
})

describe('the list of earlier messages', () => {
  test('messages are found by reason or patient without regard to case and accents, and by state', async () => {
    const { call, mother, child, db } = await startDepartments()
    await call(send, { form: formWith({ ...exam, patient_id: mother.id }) })
    await call(send, { form: formWith({ ...exam, reason_contact_id: 3, patient_id: child.id }) })
    await ask(
      db,
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

  test.each([[{ page: 0 }], [{ limit: 0 }], [{ limit: 101 }], [{ page: '1' }], [{ status: 'otra' }]])(
    'an invalid search is rejected: %j',
    async (body) => {
      const { call } = await startDepartments()
      expect((await rejectionOf(call(pages, { body: body as object }))).status).toBe(400)
    },
  )

  test('messages of other people are not listed', async () => {
    const portal = await startDepartments()
    await portal.call(send, { form: formWith({ ...exam, patient_id: portal.child.id }) })
    const other = await portal.as(portal.child)
    expect((await other(pages, { body: {} })).contactUs).toEqual([])
  })
})
