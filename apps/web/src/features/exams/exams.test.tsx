import { ApiError } from '@mi-portal/contract/api-error'
import { examEndpoints } from '@mi-portal/contract/exams'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { buildExam, buildExamsPage } from '../../../test/record.ts'
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

describe('the list of exams', () => {
  test('a held exam says when it is visible and offers neither view, document, images nor sharing', async () => {
    const held = {
      ...buildExam(),
      hold: { cause: 'days' as const, until: '2026-12-03' },
      has_document: false,
    }
    const waiting = {
      ...buildExam({ attention_id: 32, type_exam: 'Biopsia gástrica', attention_number: 'A-9' }),
      hold: { cause: 'release' as const, until: '2026-12-26' },
    }
    mockEndpoint(examEndpoints.list, buildExamsPage([held, waiting]))
    await renderPage(page, { as: 'patient' })
    const row = await screen.findByRole('row', { name: /Perfil bioquímico/ })
    expect(row).toHaveTextContent('Disponible desde el 3 de diciembre')
    expect(screen.getByRole('row', { name: /Biopsia/ })).toHaveTextContent(
      'Tu médico te lo mostrará en tu control',
    )
    for (const name of [/^Ver /, /^PDF/, /^Compartir/, /^Descargar todo/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  })

  test('awaited results that cannot be loaded are offered again, and the list stays', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([buildExam()]))
    mockEndpoint(examEndpoints.awaited, new ApiError('unavailable'))
    await renderPage(page, { as: 'patient' })
    expect(await screen.findByText('No pudimos ver cuándo estarán los resultados que esperas.')).toBeVisible()
    expect(await screen.findByRole('row', { name: /Perfil bioquímico/ })).toBeVisible()
    mockEndpoint(examEndpoints.awaited, { awaited: [] })
    fireEvent.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    await waitFor(() =>
      expect(screen.queryByText('No pudimos ver cuándo estarán los resultados que esperas.')).toBeNull(),
    )
  })

  test('a result that the user has not opened is marked as new until its viewer was open', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([{ ...buildExam(), is_new: true }]))
    mockEndpoint(examEndpoints.view, opensAt('/visor/llave', 'frame'))
    const { user } = await renderPage(page, { as: 'patient' })
    const row = await screen.findByRole('row', { name: /Perfil bioquímico Nuevo/ })
    mockEndpoint(examEndpoints.list, buildExamsPage([buildExam()]))
    await user.click(within(row).getByRole('button', { name: /^Ver/ }))
    await screen.findByTitle('Resultados de Perfil bioquímico')
    expect(screen.getByText('Nuevo')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByText('Nuevo')).not.toBeInTheDocument())
  })

  test('the tab of images and procedures requests exams of that kind', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([scan]))
    const { user, path } = await renderPage(page, { as: 'patient' })
    await user.click(await screen.findByRole('tab', { name: 'Imágenes y procedimientos' }))
    await waitFor(() => expect(path()).toBe(`${page}/otros-examenes`))
    expect(await screen.findByRole('row', { name: /Radiografía de tórax/ })).toBeVisible()
    expect(requestsTo(examEndpoints.list).at(-1)?.query.get('type')).toBe('imaging')
  })

  test.each(['laboratorio', 'otros-examenes'])('the empty list of %s says so', async (tab) => {
    await renderPage(`${page}/${tab}`, { as: 'patient' })
    expect(await screen.findByText('Aún no tienes exámenes en este historial')).toBeVisible()
  })

  test('an exam list that fails to load can be retried', async () => {
    mockEndpoint(examEndpoints.list, new ApiError('unavailable'))
    const { user } = await renderPage(page, { as: 'patient' })
    expect(await screen.findByText('Error server al obtener exámenes de laboratorio')).toBeVisible()
    mockEndpoint(examEndpoints.list, buildExamsPage([buildExam()]))
    await user.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByText('Perfil bioquímico')).toBeVisible()
  })

  test('the list shows five exams per page, and the address contains the page', async () => {
    mockEndpoint(examEndpoints.list, ({ query }) => {
      const requestedPage = Number(query.get('page') ?? 1)
      return buildExamsPage(
        [buildExam({ type_exam: `Examen de la página ${requestedPage}` })],
        requestedPage,
        18,
      )
    })
    const { user, path } = await renderPage(`${page}/laboratorio`, { as: 'patient' })
    expect(await screen.findByText('1 a 5 de 18 exámenes')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Página 3' }))
    expect(await screen.findByText('Examen de la página 3')).toBeVisible()
    expect(path()).toBe(`${page}/laboratorio?page=3`)
  })
})

test('a member’s exams are requested for the member, and disappear at once when the user returns to their own profile', async () => {
  mockEndpoint(peopleEndpoints.one, {
    data: buildPatient({ id: 9, first_name: 'Martina', last_name: 'Soto' }),
  })
  mockEndpoint(examEndpoints.listOf, buildExamsPage([buildExam({ patient_id: 9, type_exam: 'De Martina' })]))
  mockEndpoint(examEndpoints.list, () => new Promise(() => undefined))
  const { user } = await renderPage(`${page}/laboratorio?patient_id=9&from_family_group=true`, {
    as: 'patient',
  })
  expect(await screen.findByText('De Martina')).toBeVisible()
  const banner = screen.getByRole('region', { name: 'Persona que estás viendo' })
  expect(await within(banner).findByText('Martina Soto')).toBeVisible()
  expect(requestsTo(examEndpoints.listOf)[0]?.params).toEqual({ patientId: '9' })
  await user.click(screen.getByRole('button', { name: 'Volver a mi perfil' }))
  await waitFor(() => expect(screen.queryByText('De Martina')).not.toBeInTheDocument())
})

describe('seeing an image or a procedure', () => {
  const view = { name: 'Ver Radiografía de tórax del 20/11/2026, se abre en una pestaña nueva' }

  async function openImages() {
    mockEndpoint(examEndpoints.list, buildExamsPage([scan]))
    return renderPage(`${page}/otros-examenes`, { as: 'patient' })
  }

  test('an image opens its file in a tab that is opened with the click and has no access to this page', async () => {
    const { tab, opened } = fakeTab()
    mockEndpoint(examEndpoints.view, opensAt('/api/exams/files/llave', 'file'))
    const { user } = await openImages()
    await user.click(await screen.findByRole('button', view))
    expect(opened).toHaveBeenCalledWith('', '_blank')
    await waitFor(() =>
      expect(tab.location.replace).toHaveBeenCalledWith(`${window.location.origin}/api/exams/files/llave`),
    )
    expect(tab.opener).toBeNull()
    expect(requestsTo(examEndpoints.view)[0]?.params).toEqual({
      patientId: '7',
      attention_id: '52',
      type: 'imaging',
    })
  })

  test('a file that fails to load closes the empty tab, shows the reason and can be retried', async () => {
    const { tab } = fakeTab()
    mockEndpoint(examEndpoints.view, new ApiError('unavailable'))
    const { user } = await openImages()
    await user.click(await screen.findByRole('button', view))
    const error = await screen.findByRole('dialog', { name: 'Ha ocurrido un error' })
    expect(error).toHaveTextContent('Error server al ver examen')
    expect(tab.close).toHaveBeenCalled()
    mockEndpoint(examEndpoints.view, opensAt('/api/exams/files/llave', 'file'))
    await user.click(within(error).getByRole('button', { name: 'REINTENTAR' }))
    await waitFor(() => expect(tab.location.replace).toHaveBeenCalled())
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('when the browser blocks the tab, the dialog offers a link to the file', async () => {
    vi.spyOn(window, 'open').mockReturnValue(null)
    mockEndpoint(examEndpoints.view, opensAt('/api/exams/files/llave', 'file'))
    const { user } = await openImages()
    await user.click(await screen.findByRole('button', view))
    const link = await screen.findByRole('link', {
      name: 'Abrir Radiografía de tórax, se abre en una pestaña nueva',
    })
    expect(link).toHaveAttribute('href', '/api/exams/files/llave')
    expect(link).toHaveAttribute('rel', 'noopener noreferrer')
  })
})

describe('seeing a laboratory exam', () => {
  async function openViewer() {
    mockEndpoint(examEndpoints.list, buildExamsPage([buildExam()]))
    const { user } = await renderPage(`${page}/laboratorio`, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'Ver Perfil bioquímico del 20/11/2026' }))
    return { user, dialog: await screen.findByRole('dialog', { name: 'Perfil bioquímico' }) }
  }

  test("the viewer is framed under the portal's heading with exam, day, professional and patient", async () => {
    mockEndpoint(examEndpoints.view, opensAt('/visor/llave', 'frame'))
    const { dialog } = await openViewer()
    expect(await within(dialog).findByTitle('Resultados de Perfil bioquímico')).toHaveAttribute(
      'src',
      '/visor/llave',
    )
    expect(dialog).toHaveTextContent('20/11/2026, 08:15 h')
    expect(dialog).toHaveTextContent('Dra. Carolina Muñoz Vidal')
    expect(await within(dialog).findByText('Camila Andrea Fuentes Rojas · 12345678-5')).toBeVisible()
  })

  test('the dialog listens only to its own frame, for its height and for Escape', async () => {
    mockEndpoint(examEndpoints.view, opensAt('/visor/llave', 'frame'))
    const { dialog } = await openViewer()
    const frame = await within(dialog).findByTitle<HTMLIFrameElement>('Resultados de Perfil bioquímico')
    const postMessage = (data: unknown, source: Window | null, origin = window.location.origin) =>
      act(() => window.dispatchEvent(new MessageEvent('message', { data, source, origin })))

    postMessage({ frame: 'close' }, window)
    postMessage({ frame: 'close' }, frame.contentWindow, 'https://otro.ejemplo')
    postMessage({ frame: 'height', height: 'mucho' }, frame.contentWindow)
    expect(dialog).toBeInTheDocument()
    postMessage({ frame: 'height', height: 777.2 }, frame.contentWindow)
    expect(frame).toHaveStyle({ height: '778px' })
    postMessage({ frame: 'close' }, frame.contentWindow)
    await waitFor(() => expect(dialog).not.toBeInTheDocument())
  })
})

describe('the exam that an address names', () => {
  const ofMartina = buildExam({ patient_id: 9, attention_id: 77, type_exam: 'Hemograma de Martina' })

  function mockMartina(exams: Parameters<typeof buildExamsPage>[0]) {
    mockEndpoint(peopleEndpoints.one, {
      data: buildPatient({ id: 9, first_name: 'Martina', last_name: 'Soto' }),
    })
    mockEndpoint(examEndpoints.listOf, buildExamsPage(exams))
    mockEndpoint(examEndpoints.view, opensAt('/visor/clave', 'frame'))
  }

  test('an exam in the address opens above the list of its patient, and closes to that list', async () => {
    mockMartina([ofMartina])
    const { user, path } = await renderPage(`${page}?patient_id=9&examen=77`, { as: 'patient' })
    expect(await screen.findByRole('dialog', { name: 'Hemograma de Martina' })).toHaveTextContent('Martina')
    expect(requestsTo(examEndpoints.view)[0]?.params).toMatchObject({ patientId: '9', attention_id: '77' })
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(path()).toBe(`${page}?patient_id=9`))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })
})
