import { ApiError } from '@mi-portal/contract/calls/api-error'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { buildExam, buildExamResult, buildExamResults, buildExamsPage } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/dashboard/mis-examenes'

const scan = buildExam({ attention_id: 52, type_exam: 'Radiografía de tórax' })

/** Returns the reply of the server with the address at which the exam opens. */
function opensAt(url_file: string, viewer: 'frame' | 'file') {
  return { url_file, viewer, attention_id: 31, patient_id: 7, type_patient: 'Ambulatorio' }
}

/** Fakes the tab that `window.open` returns, with the members that are used. */
function fakeTab() {
  const tab = { opener: {}, close: vi.fn(), location: { replace: vi.fn() } }
  const opened = vi.spyOn(window, 'open')
  // A complete window is too much for a test.
  Reflect.apply(opened.mockReturnValue, opened, [tab])
  return { tab, opened }
}

test('a held exam says when it is visible and offers neither view, document, images nor sharing', async () => {
  const held = buildExam({ has_document: false })
  const waiting = buildExam({ attention_id: 32, type_exam: 'Biopsia gástrica', attention_number: 'A-9' })
  mockEndpoint(
    examEndpoints.list,
    buildExamsPage([
      { ...held, hold: { cause: 'days', until: '2026-12-03' } },
      { ...waiting, hold: { cause: 'release', until: '2026-12-26' } },
    ]),
  )
  await renderPage(page, { as: 'patient' })
  expect((await screen.findByText('Perfil bioquímico')).closest('li')).toHaveTextContent(
    'Disponible desde el 3 de diciembre',
  )
  expect(screen.getByText('Biopsia gástrica').closest('li')).toHaveTextContent(
    'Tu médico te lo mostrará en tu control',
  )
  for (const name of [/^Ver /, /^Más acciones de (Per|Bio)/, /^Descargar los/])
    expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
})

async function openImage() {
  mockEndpoint(examEndpoints.list, buildExamsPage([scan]))
  const rendered = await renderPage(`${page}/otros-examenes`, { as: 'patient' })
  const name = 'Ver Radiografía de tórax del 20/11/2026, se abre en una pestaña nueva'
  await rendered.user.click(await screen.findByRole('button', { name }))
  return rendered
}

test('an image opens its file in a tab without access to this page, which is closed when the file fails to load', async () => {
  const { tab, opened } = fakeTab()
  mockEndpoint(examEndpoints.view, new ApiError('unavailable'))
  const { user } = await openImage()
  expect(opened).toHaveBeenCalledWith('', '_blank')
  const error = await screen.findByRole('dialog', { name: 'Ha ocurrido un error' })
  expect(error).toHaveTextContent('Error server al ver examen')
  expect(tab.close).toHaveBeenCalled()
  mockEndpoint(examEndpoints.view, opensAt('/api/exams/files/llave', 'file'))
  await user.click(within(error).getByRole('button', { name: 'REINTENTAR' }))
  await waitFor(() =>
    expect(tab.location.replace).toHaveBeenCalledWith(`${window.location.origin}/api/exams/files/llave`),
  )
  expect(tab.opener).toBeNull()
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  const asked = { patientId: '7', attention_id: '52', type: 'imaging' }
  expect(requestsTo(examEndpoints.view)[0]?.params).toEqual(asked)
})

test('when the browser blocks the tab, the dialog offers a link to the file', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  mockEndpoint(examEndpoints.view, opensAt('/api/exams/files/llave', 'file'))
  await openImage()
  const name = 'Abrir Radiografía de tórax, se abre en una pestaña nueva'
  const link = await screen.findByRole('link', { name })
  expect(link).toHaveAttribute('href', '/api/exams/files/llave')
  expect(link).toHaveAttribute('rel', 'noopener noreferrer')
})

test('a laboratory exam is framed under the portal’s heading, in a dialog that listens to its own frame alone', async () => {
  mockEndpoint(examEndpoints.list, buildExamsPage([buildExam()]))
  mockEndpoint(examEndpoints.view, opensAt('/visor/llave', 'frame'))
  const { user } = await renderPage(`${page}/laboratorio`, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Ver Perfil bioquímico del 20/11/2026' }))
  const dialog = await screen.findByRole('dialog', { name: 'Perfil bioquímico' })
  const frame = await within(dialog).findByTitle<HTMLIFrameElement>('Resultados de Perfil bioquímico')
  expect(frame).toHaveAttribute('src', '/visor/llave')
  expect(dialog).toHaveTextContent('20/11/2026, 08:15 h')
  expect(dialog).toHaveTextContent('Dra. Carolina Muñoz Vidal')
  await waitFor(() => expect(dialog).toHaveTextContent('Camila Andrea Fuentes Rojas · 12345678-5'))

  const postMessage = (data: unknown, source: Window | null, origin = window.location.origin) =>
    act(() => window.dispatchEvent(new MessageEvent('message', { data, source, origin })))
  postMessage({ frame: 'close' }, window)
  postMessage({ frame: 'close' }, frame.contentWindow, 'https://otro.ejemplo')
  postMessage({ frame: 'height', height: 'mucho' }, frame.contentWindow)
  expect(dialog).toBeInTheDocument()
  postMessage({ frame: 'height', height: 777.2 }, frame.contentWindow)
  expect(frame).toHaveStyle({ height: '778px' })
  // What the browser prints in place of the page, in which the frame would be cut.
  const paper = () => document.querySelector('body > [aria-hidden]:not([data-portal])')
  postMessage({ frame: 'content', content: buildExamResults([buildExamResult()]) }, frame.contentWindow)
  await waitFor(() => expect(paper()).toHaveTextContent(/Camila Andrea Fuentes Rojas.*Creatinina/))
  postMessage({ frame: 'close' }, frame.contentWindow)
  await waitFor(() => expect(dialog).not.toBeInTheDocument())
  expect(paper()).toBeNull()
})
