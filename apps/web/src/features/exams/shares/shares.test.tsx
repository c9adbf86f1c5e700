import { ApiError } from '@mi-portal/contract/calls/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import {
  buildCreatedShare,
  buildExam,
  buildExamResult,
  buildExamResults,
  buildExamsPage,
} from '../../../../test/record.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

const blood = buildExam()
const thyroid = buildExam({ attention_id: 32, type_exam: 'Perfil tiroideo' })
const scan = buildExam({ attention_id: 40, type_exam: 'Ecografía abdominal' })
const sent = { share: buildCreatedShare() }

async function openForm(item: string, title: string) {
  mockEndpoint(examEndpoints.list, buildExamsPage([blood, thyroid]))
  mockEndpoint(examEndpoints.visit, {
    attention_number: blood.attention_number,
    exams: [
      { ...blood, type: 'laboratory' },
      { ...scan, type: 'imaging' },
      { ...thyroid, type: 'laboratory' },
    ],
    url_file: '/api/exams/visits/files/llave',
  })
  mockEndpoint(catalogueEndpoints.examRelationships, { typeRelationshipExams: [{ id: 3, name: 'Familiar' }] })
  const { user } = await renderPage('/dashboard/mis-examenes/laboratorio', { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: /^Más acciones de Perfil bioquímico/ }))
  await user.click(screen.getByRole('menuitem', { name: item }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  const fillForm = async () => {
    user.fill(dialog.getByRole('textbox', { name: 'E-mail del destinatario' }), 'luis@ejemplo.cl')
    await user.click(await dialog.findByRole('radio', { name: 'Familiar' }))
    user.fill(dialog.getByRole('textbox', { name: /Comentario/ }), 'Para el jueves')
    await user.click(dialog.getByRole('checkbox', { name: /^Autorizo/ }))
  }
  const submit = () => user.click(dialog.getByRole('button', { name: 'Compartir' }))
  return { user, dialog, fillForm, submit }
}

test('sharing an exam reports errors at their fields, keeps everything that was typed when it fails, and shows the code once it is sent', async () => {
  const fieldErrors = [{ msg: 'Digita E-mail válido', param: 'recipient_email' }]
  mockEndpoint(examShareEndpoints.send, new ApiError('invalid', { fieldErrors }))
  const { user, dialog, fillForm, submit } = await openForm('Compartir', 'Compartir examen')
  await submit()
  for (const error of [
    'Digita E-mail del destinatario',
    'Selecciona el Tipo de relación',
    'Para compartir, marca la casilla de autorización',
  ])
    expect(await dialog.findByText(error)).toBeVisible()
  expect(dialog.getByRole('checkbox')).not.toBeChecked()
  await fillForm()
  await submit()
  const failed = within(await screen.findByRole('dialog', { name: /^No ha sido posible compartir/ }))
  await user.click(failed.getByRole('button', { name: 'Cerrar' }))
  const again = within(await screen.findByRole('dialog', { name: 'Compartir examen' }))
  expect(again.getByText('Digita E-mail válido')).toBeVisible()
  expect(again.getByRole('textbox', { name: /Comentario/ })).toHaveValue('Para el jueves')
  mockEndpoint(examShareEndpoints.send, sent)
  await user.click(again.getByRole('button', { name: 'Compartir' }))
  expect(await screen.findByText('482 913')).toBeVisible()
  expect(requestsTo(examShareEndpoints.send)[0]).toMatchObject({
    params: { patientId: '7', attention_id: '31', type: 'laboratory' },
    body: {
      recipient_email: 'luis@ejemplo.cl',
      consent_version: '1',
      type_relationship: 3,
      comment: 'Para el jueves',
      other_exams: [],
    },
  })
})

test('exams of a visit that the patient leaves out are not shared, and another choice asks for the consent again', async () => {
  mockEndpoint(examShareEndpoints.send, sent)
  const { user, dialog, fillForm, submit } = await openForm(
    'Compartir toda la atención',
    'Compartir exámenes',
  )
  await fillForm()
  await user.click(await dialog.findByRole('checkbox', { name: new RegExp(blood.type_exam) }))
  expect(dialog.getByRole('checkbox', { name: /los exámenes de esta atención que elegí/ })).not.toBeChecked()
  await user.click(await dialog.findByRole('checkbox', { name: new RegExp(thyroid.type_exam) }))
  await submit()
  expect(requestsTo(examShareEndpoints.send)).toEqual([])
  await user.click(dialog.getByRole('checkbox', { name: /Autorizo .* vea este examen/ }))
  await submit()
  await screen.findByRole('dialog', { name: 'El examen fue compartido con éxito' })
  expect(requestsTo(examShareEndpoints.send)[0]).toMatchObject({
    params: { attention_id: '40', type: 'imaging' },
    body: { other_exams: [], consent_version: '1' },
  })
})

test('the link of a shared exam opens nothing by itself, says what is wrong with a code, and the right one opens the exam without the session', async () => {
  const token = 't'.repeat(43)
  const { open } = examShareEndpoints
  mockEndpoint(open, new ApiError('wrongShareCode', { param: 'code' }))
  const { user } = await renderPage(`/compartido/${token}`, { as: 'patient' })
  const field = await screen.findByRole('textbox', { name: 'Código' })
  const submit = (code: string) => {
    user.fill(field, code)
    return user.click(screen.getByRole('button', { name: 'VER EXAMEN' }))
  }
  await submit('12')
  expect(await screen.findByText('Digita el código de 6 dígitos')).toBeVisible()
  expect(requestsTo(open)).toHaveLength(0)
  await submit('123456')
  expect(await screen.findByText('El código no es correcto')).toBeVisible()
  expect(field).toHaveValue('123456')
  mockEndpoint(open, {
    ...buildExamResults([buildExamResult({ history: [] })]),
    ...{ type: 'laboratory', pdf_url: '/api/exams/shares/files/llave', images_key: null, other_exams: [] },
    ...{ shared_by: 'Camila Fuentes', comment: '<b>Para el jueves</b>' },
    ...{ expires_at: '2026-11-27T12:00:00Z', openings_left: 9 },
  })
  await submit('482 913')
  await waitFor(() =>
    expect(screen.getByRole('heading', { level: 1, name: 'Perfil bioquímico' })).toHaveFocus(),
  )
  expect(screen.getByText('<b>Para el jueves</b>')).toBeVisible()
  const [call] = requestsTo(open)
  expect(call?.body).toEqual({ token, code: '482913' })
  expect(call?.headers.get('x-token')).toBeNull()
})
