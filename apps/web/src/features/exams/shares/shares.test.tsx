import { ApiError } from '@mi-portal/contract/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { examShareEndpoints } from '@mi-portal/contract/exam-shares'
import { examEndpoints } from '@mi-portal/contract/exams'
import { imageEndpoints } from '@mi-portal/contract/images'
import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
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
  const { user, path } = await renderPage(page, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Compartir Perfil bioquímico del 20/11/2026' }))
  const dialog = await screen.findByRole('dialog', { name: 'Compartir examen' })
  const submit = () => user.click(within(dialog).getByRole('button', { name: 'Compartir' }))
  return { user, path, dialog, submit }
}

async function fill({ user, dialog }: Pick<Awaited<ReturnType<typeof openForm>>, 'user' | 'dialog'>) {
  await user.type(within(dialog).getByRole('textbox', { name: 'E-mail del destinatario' }), 'luis@ejemplo.cl')
  await user.click(await within(dialog).findByRole('radio', { name: 'Familiar' }))
  await user.type(within(dialog).getByRole('textbox', { name: /Comentario/ }), 'Para el jueves')
  await user.click(within(dialog).getByRole('checkbox', { name: /Autorizo que la persona que indico/ }))
}

describe('sharing an exam', () => {
  test('the form reports missing values at their fields and sends nothing', async () => {
    const { user, dialog, submit } = await openForm()
    expect(within(dialog).getByText('Perfil bioquímico')).toBeVisible()
    await submit()
    expect(await within(dialog).findByText('Digita E-mail del destinatario')).toBeVisible()
    expect(within(dialog).getByText('Selecciona el Tipo de relación')).toBeVisible()
    expect(within(dialog).getByText('Para compartir, marca la casilla de autorización')).toBeVisible()
    expect(within(dialog).getByRole('checkbox')).not.toBeChecked()
    await user.type(within(dialog).getByRole('textbox', { name: 'E-mail del destinatario' }), 'luis.fuentes@')
    expect(await within(dialog).findByText('Digita E-mail válido')).toBeVisible()
  })

  test('the dialog shows the code of the link that was sent by e-mail', async () => {
    const { user, dialog, submit } = await openForm()
    mockEndpoint(examShareEndpoints.send, sent)
    await fill({ user, dialog })
    await submit()
    const done = await screen.findByRole('dialog', { name: 'El examen fue compartido con éxito' })
    expect(done).toHaveTextContent('482 913')
    expect(done).toHaveTextContent('luis@ejemplo.cl')
    const [call] = requestsTo(examShareEndpoints.send)
    expect(call?.params).toEqual({ patientId: '7', attention_id: '31', type: 'laboratory' })
    expect(call?.body).toEqual({
      recipient_email: 'luis@ejemplo.cl',
      consent_version: '1',
      type_relationship: 3,
      comment: 'Para el jueves',
      other_exams: [],
    })
    await user.click(within(done).getByRole('button', { name: 'Entendido' }))
    expect(screen.queryByText('482 913')).not.toBeInTheDocument()
  })

  test('a failed sharing says so, and the form keeps everything that was typed', async () => {
    const { user, dialog, submit } = await openForm()
    mockEndpoint(examShareEndpoints.send, new ApiError('unavailable', { fieldErrors: [] }))
    await fill({ user, dialog })
    await submit()
    const refused = await screen.findByRole('dialog', { name: 'No ha sido posible compartir el examen' })
    expect(within(refused).getByText('Error server al compartir examen')).toBeVisible()
    await user.click(within(refused).getByRole('button', { name: 'Volver al formulario' }))
    const again = await screen.findByRole('dialog', { name: 'Compartir examen' })
    expect(within(again).getByRole('textbox', { name: 'E-mail del destinatario' })).toHaveValue(
      'luis@ejemplo.cl',
    )
    expect(within(again).getByRole('radio', { name: 'Familiar' })).toBeChecked()
    expect(within(again).getByRole('textbox', { name: /Comentario/ })).toHaveValue('Para el jueves')
    mockEndpoint(examShareEndpoints.send, sent)
    await user.click(within(again).getByRole('button', { name: 'Compartir' }))
    expect(await screen.findByText('482 913')).toBeVisible()
  })

  test('a field error of the server is shown at its field', async () => {
    const { user, dialog, submit } = await openForm()
    const msg = 'Digita E-mail válido'
    mockEndpoint(
      examShareEndpoints.send,
      new ApiError('invalid', { fieldErrors: [{ msg, param: 'recipient_email' }] }),
    )
    await fill({ user, dialog })
    await submit()
    await user.click(await screen.findByRole('button', { name: 'Volver al formulario' }))
    const again = await screen.findByRole('dialog', { name: 'Compartir examen' })
    expect(within(again).getByText(msg)).toBeVisible()
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

  const sharedImages = {
    is_complete: true,
    key: 'llave',
    studies: [
      {
        study: '1.2',
        date: '20/11/2026',
        description: null,
        series: [
          {
            series: '1.2.3',
            number: 1,
            description: 'Tórax',
            modality: 'DX',
            instances: [{ instance: '1.2.3.1', frames: 1, side: null }],
          },
        ],
      },
    ],
  }

  async function enter(code: string, as?: 'patient') {
    const { user } = await renderPage(`/compartido/${token}`, as ? { as } : {})
    await user.type(await screen.findByRole('textbox', { name: 'Código' }), code)
    await user.click(screen.getByRole('button', { name: 'VER EXAMEN' }))
    return user
  }

  test('the link of a shared exam opens nothing by itself', async () => {
    mockEndpoint(examShareEndpoints.open, shared)
    await renderPage(`/compartido/${token}`)
    expect(await screen.findByRole('heading', { name: 'Examen compartido' })).toBeVisible()
    expect(requestsTo(examShareEndpoints.open)).toHaveLength(0)
  })

  test('the code opens the exam with the comment as text, and sends no session', async () => {
    mockEndpoint(examShareEndpoints.open, shared)
    await enter('482 913', 'patient')
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

  test('the images of a shared exam are shown below its report, without original files', async () => {
    mockEndpoint(examShareEndpoints.open, { ...shared, type: 'imaging', results: [], images_key: 'apertura' })
    mockEndpoint(imageEndpoints.sharedList, sharedImages)
    const user = await enter('482913', 'patient')
    expect(await screen.findByRole('link', { name: /se abre en una pestaña nueva/ })).toBeVisible()
    expect(requestsTo(imageEndpoints.sharedList)).toHaveLength(0)
    await user.click(screen.getByRole('button', { name: 'Ver las imágenes de Perfil bioquímico' }))
    expect(await screen.findByRole('img', { name: 'Radiografía: Tórax. Imagen 1 de 1' })).toBeVisible()
    expect(screen.getByText('Imagen para orientar, no para diagnóstico')).toBeVisible()
    expect(screen.queryByRole('link', { name: /DICOM/ })).not.toBeInTheDocument()
    const [call] = requestsTo(imageEndpoints.sharedList)
    expect(call?.body).toEqual({ key: 'apertura' })
    expect(call?.headers.get('x-token')).toBeNull()
    await user.click(screen.getByRole('button', { name: 'Ocultar las imágenes de Perfil bioquímico' }))
    expect(screen.queryByRole('img', { name: /Imagen 1 de 1/ })).not.toBeInTheDocument()
  })

  test('the images say that the share has ended, or ask for the code again after an hour', async () => {
    mockEndpoint(examShareEndpoints.open, { ...shared, type: 'imaging', results: [], images_key: 'apertura' })
    mockEndpoint(imageEndpoints.sharedList, new ApiError('shareOver'))
    const user = await enter('482913')
    const name = 'Ver las imágenes de Perfil bioquímico'
    await user.click(await screen.findByRole('button', { name }))
    expect(await screen.findByText('Este enlace ya no está disponible')).toBeVisible()
    mockEndpoint(imageEndpoints.sharedList, new ApiError('notFound'))
    await user.click(screen.getByRole('button', { name: /^Ocultar las imágenes/ }))
    await user.click(await screen.findByRole('button', { name }))
    await user.click(await screen.findByRole('button', { name: 'Ingresar el código' }))
    expect(await screen.findByRole('textbox', { name: 'Código' })).toBeVisible()
  })

  test('an image that cannot be loaded leads to the reason when the share has ended meanwhile', async () => {
    mockEndpoint(examShareEndpoints.open, { ...shared, type: 'imaging', results: [], images_key: 'apertura' })
    mockEndpoint(imageEndpoints.sharedList, () => {
      mockEndpoint(imageEndpoints.sharedList, new ApiError('shareOver'))
      return sharedImages
    })
    for (const size of ['clientWidth', 'clientHeight'] as const)
      vi.spyOn(HTMLElement.prototype, size, 'get').mockReturnValue(300)
    HTMLImageElement.prototype.decode = () => Promise.reject(new Error('ended'))
    onTestFinished(() => {
      Reflect.deleteProperty(HTMLImageElement.prototype, 'decode')
    })
    const user = await enter('482913')
    await user.click(await screen.findByRole('button', { name: /^Ver las imágenes/ }))
    expect(await screen.findByText('Este enlace ya no está disponible')).toBeVisible()
  })

  test('the page asks for six digits, and says when the code is wrong', async () => {
    const user = await enter('12')
    expect(await screen.findByText('Digita el código de 6 dígitos')).toBeVisible()
    mockEndpoint(examShareEndpoints.open, new ApiError('wrongShareCode', { param: 'code' }))
    await user.type(screen.getByRole('textbox', { name: 'Código' }), '3456')
    await user.click(screen.getByRole('button', { name: 'VER EXAMEN' }))
    expect(await screen.findByText('El código no es correcto')).toBeVisible()
    expect(screen.getByRole('textbox', { name: 'Código' })).toHaveValue('123456')
  })

  test.each([
    ['shareOver', 'Este enlace ya no está disponible'],
    ['notFound', 'No encontramos este enlace'],
  ] as const)('a shared link that the server answers with %s shows «%s»', async (code, title) => {
    mockEndpoint(examShareEndpoints.open, new ApiError(code))
    await enter('482913')
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  })
})
