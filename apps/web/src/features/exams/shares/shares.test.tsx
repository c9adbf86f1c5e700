import { ApiError } from '@mi-portal/contract/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { examShareEndpoints } from '@mi-portal/contract/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams'
import { imageEndpoints } from '@mi-portal/contract/images'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { fill } from '../../../../test/fill.ts'
import {
  buildCreatedShare,
  buildExam,
  buildExamResult,
  buildExamResults,
  buildExamsPage,
  buildShare,
} from '../../../../test/record.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

const page = '/dashboard/mis-examenes'
const sent = { share: buildCreatedShare() }

async function openForm() {
  mockEndpoint(examEndpoints.list, buildExamsPage([buildExam()]))
  mockEndpoint(catalogueEndpoints.examRelationships, {
    typeRelationshipExams: [
      { id: 1, name: 'Médico tratante' },
      { id: 3, name: 'Familiar' },
    ],
  })
  const { user } = await renderPage(page, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Compartir Perfil bioquímico del 20/11/2026' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Compartir examen' }))
  const submit = () => user.click(dialog.getByRole('button', { name: 'Compartir' }))
  return { user, dialog, submit }
}

async function fillForm({ user, dialog }: Pick<Awaited<ReturnType<typeof openForm>>, 'user' | 'dialog'>) {
  fill(dialog.getByRole('textbox', { name: 'E-mail del destinatario' }), 'luis@ejemplo.cl')
  await user.click(await dialog.findByRole('radio', { name: 'Familiar' }))
  fill(dialog.getByRole('textbox', { name: /Comentario/ }), 'Para el jueves')
  await user.click(dialog.getByRole('checkbox', { name: /Autorizo que la persona que indico/ }))
}

describe('sharing an exam', () => {
  test('the form reports missing values at their fields, and the dialog shows the code of the link that was sent', async () => {
    mockEndpoint(examShareEndpoints.send, sent)
    const { user, dialog, submit } = await openForm()
    expect(dialog.getByText('Perfil bioquímico')).toBeVisible()
    await submit()
    expect(await dialog.findByText('Digita E-mail del destinatario')).toBeVisible()
    expect(dialog.getByText('Selecciona el Tipo de relación')).toBeVisible()
    expect(dialog.getByText('Para compartir, marca la casilla de autorización')).toBeVisible()
    expect(dialog.getByRole('checkbox')).not.toBeChecked()
    fill(dialog.getByRole('textbox', { name: 'E-mail del destinatario' }), 'luis.fuentes@')
    expect(await dialog.findByText('Digita E-mail válido')).toBeVisible()
    await fillForm({ user, dialog })
    await submit()
    const done = await screen.findByRole('dialog', { name: 'El examen fue compartido con éxito' })
    expect(done).toHaveTextContent('482 913')
    expect(done).toHaveTextContent('luis@ejemplo.cl')
    const calls = requestsTo(examShareEndpoints.send)
    expect(calls).toHaveLength(1)
    expect(calls[0]?.params).toEqual({ patientId: '7', attention_id: '31', type: 'laboratory' })
    expect(calls[0]?.body).toEqual({
      recipient_email: 'luis@ejemplo.cl',
      consent_version: '1',
      type_relationship: 3,
      comment: 'Para el jueves',
      other_exams: [],
    })
    await user.click(within(done).getByRole('button', { name: 'Entendido' }))
    expect(screen.queryByText('482 913')).not.toBeInTheDocument()
  })

  test('a failed sharing says so, and the form keeps everything that was typed and shows errors at their fields', async () => {
    const fieldErrors = [{ msg: 'Digita E-mail válido', param: 'recipient_email' }]
    mockEndpoint(examShareEndpoints.send, new ApiError('invalid', { fieldErrors }))
    const { user, dialog, submit } = await openForm()
    await fillForm({ user, dialog })
    await submit()
    const failed = within(await screen.findByRole('dialog', { name: /^No ha sido posible compartir/ }))
    await user.click(failed.getByRole('button', { name: 'Volver al formulario' }))
    const again = within(await screen.findByRole('dialog', { name: 'Compartir examen' }))
    expect(again.getByText('Digita E-mail válido')).toBeVisible()
    expect(again.getByRole('textbox', { name: 'E-mail del destinatario' })).toHaveValue('luis@ejemplo.cl')
    expect(again.getByRole('radio', { name: 'Familiar' })).toBeChecked()
    expect(again.getByRole('textbox', { name: /Comentario/ })).toHaveValue('Para el jueves')
    mockEndpoint(examShareEndpoints.send, sent)
    await user.click(again.getByRole('button', { name: 'Compartir' }))
    expect(await screen.findByText('482 913')).toBeVisible()
  })
})

describe('the list of shares', () => {
  test('the list shows recipient, state and openings, and a share can be ended at once', async () => {
    mockEndpoint(examShareEndpoints.list, { shares: [buildShare()] })
    const { user, path } = await renderPage(page, { as: 'patient' })
    await user.click(await screen.findByRole('tab', { name: 'Compartidos' }))
    await waitFor(() => expect(path()).toBe(`${page}/compartidos`))
    const row = await screen.findByRole('row', { name: /Perfil bioquímico/ })
    expect(row).toHaveTextContent('luis@ejemplo.cl')
    expect(row).toHaveTextContent('Vigente')
    expect(row).toHaveTextContent('1 de 10')
    expect(row).toHaveTextContent('21/11/2026, 10:30 h')
    await user.click(within(row).getByRole('button', { name: /^Revocar el enlace a Perfil bioquímico/ }))
    const question = await screen.findByRole('dialog', { name: '¿Quieres revocar este enlace?' })
    mockEndpoint(examShareEndpoints.end, () => {
      const ended = buildShare({ ended_at: '2026-11-22T12:00:00Z', ended_because: 'ended' })
      mockEndpoint(examShareEndpoints.list, { shares: [ended] })
      return {}
    })
    await user.click(within(question).getByRole('button', { name: 'Revocar enlace' }))
    expect(await screen.findByText('Revocado')).toBeVisible()
    expect(requestsTo(examShareEndpoints.end)[0]?.params).toEqual({ id: '5' })
    expect(screen.queryByRole('button', { name: /^Revocar/ })).not.toBeInTheDocument()
  })

  test('an empty list of shares says so, and a failed load can be retried', async () => {
    mockEndpoint(examShareEndpoints.list, new ApiError('unavailable'))
    const { user } = await renderPage(`${page}/compartidos`, { as: 'patient' })
    expect(await screen.findByText('Error server al obtener exámenes compartidos')).toBeVisible()
    mockEndpoint(examShareEndpoints.list, { shares: [] })
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByText('Aún no has compartido exámenes')).toBeVisible()
  })
})

describe('the link of a shared exam', () => {
  const token = 't'.repeat(43)
  const shared = {
    ...buildExamResults([buildExamResult({ history: [] })]),
    type: 'laboratory' as const,
    pdf_url: '/api/exams/shares/files/llave',
    images_key: null,
    other_exams: [],
    shared_by: 'Camila Fuentes',
    comment: '<b>Para el jueves</b>',
    expires_at: '2026-11-27T12:00:00Z',
    openings_left: 9,
  }

  const scan = { ...shared, type: 'imaging' as const, results: [], images_key: 'apertura' }
  const showImages = { name: 'Ver las imágenes de Perfil bioquímico' }

  async function enter(code: string, as?: 'patient') {
    const { user } = await renderPage(`/compartido/${token}`, as ? { as } : {})
    fill(await screen.findByRole('textbox', { name: 'Código' }), code)
    await user.click(screen.getByRole('button', { name: 'VER EXAMEN' }))
    return user
  }

  test('the link of a shared exam opens nothing by itself, and its code opens the exam without the session', async () => {
    mockEndpoint(examShareEndpoints.open, shared)
    const { user } = await renderPage(`/compartido/${token}`, { as: 'patient' })
    const code = await screen.findByRole('textbox', { name: 'Código' })
    expect(requestsTo(examShareEndpoints.open)).toHaveLength(0)
    fill(code, '482 913')
    await user.click(screen.getByRole('button', { name: 'VER EXAMEN' }))
    await waitFor(() =>
      expect(screen.getByRole('heading', { level: 1, name: 'Perfil bioquímico' })).toHaveFocus(),
    )
    expect(screen.getByRole('heading', { name: 'Creatinina' })).toBeVisible()
    expect(screen.getByText('<b>Para el jueves</b>')).toBeVisible()
    expect(screen.queryByRole('button', { name: /Evolución/ })).not.toBeInTheDocument()
    expect(screen.getByRole('link', { name: 'Descargar PDF' })).toHaveAttribute('href', shared.pdf_url)
    const [call] = requestsTo(examShareEndpoints.open)
    expect(call?.body).toEqual({ token, code: '482913' })
    expect(call?.headers.get('x-token')).toBeNull()
  })

  test('the images say that the share has ended, or ask for the code again after an hour', async () => {
    mockEndpoint(examShareEndpoints.open, scan)
    mockEndpoint(imageEndpoints.sharedList, new ApiError('shareOver'))
    const user = await enter('482913', 'patient')
    const show = await screen.findByRole('button', showImages)
    expect(requestsTo(imageEndpoints.sharedList)).toHaveLength(0)
    await user.click(show)
    expect(await screen.findByText('Este enlace ya no está disponible')).toBeVisible()
    const [call] = requestsTo(imageEndpoints.sharedList)
    expect(call?.body).toEqual({ key: 'apertura' })
    expect(call?.headers.get('x-token')).toBeNull()
    mockEndpoint(imageEndpoints.sharedList, new ApiError('notFound'))
    await user.click(screen.getByRole('button', { name: /^Ocultar las imágenes/ }))
    await user.click(await screen.findByRole('button', showImages))
    await user.click(await screen.findByRole('button', { name: 'Ingresar el código' }))
    expect(await screen.findByRole('textbox', { name: 'Código' })).toBeVisible()
  })

  test('the page asks for six digits, and says when the code is wrong and when the link is over', async () => {
    const user = await enter('12')
    expect(await screen.findByText('Digita el código de 6 dígitos')).toBeVisible()
    const field = screen.getByRole('textbox', { name: 'Código' })
    const tryCode = async (error: ApiError) => {
      mockEndpoint(examShareEndpoints.open, error)
      await user.click(screen.getByRole('button', { name: 'VER EXAMEN' }))
    }
    fill(field, '123456')
    await tryCode(new ApiError('wrongShareCode', { param: 'code' }))
    expect(await screen.findByText('El código no es correcto')).toBeVisible()
    expect(field).toHaveValue('123456')
    await tryCode(new ApiError('shareOver'))
    expect(await screen.findByRole('heading', { name: 'Este enlace ya no está disponible' })).toBeVisible()
  })
})
