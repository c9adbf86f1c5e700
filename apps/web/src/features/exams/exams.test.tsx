import { ApiError } from '@mi-portal/contract/api-error'
import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { examEndpoints } from '@mi-portal/contract/exams'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { emulatePhone } from '../../../test/phone.ts'
import { buildExam, buildExamsPage } from '../../../test/record.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const page = '/dashboard/mis-examenes'
const relationships = { typeRelationshipExams: [{ id: 3, name: 'Familiar' }] }
const scan = buildExam({ attention_id: 52, type_exam: 'Radiografía de tórax' })

/** Returns the reply of the server with the address at which the exam opens. */
function opensAt(url_file: string, viewer: 'frame' | 'file') {
  return { url_file, viewer, attention_id: 31, patient_id: 7, type_patient: 'Ambulatorio' }
}

/** Fakes the tab that `window.renderPortal` returns, with the members that are used. */
function fakeTab() {
  const tab = { opener: {}, close: vi.fn(), location: { replace: vi.fn() } }
  const opened = vi.spyOn(window, 'open')
  // A complete window is too much for a test.
  Reflect.apply(opened.mockReturnValue, opened, [tab])
  return { tab, opened }
}

describe('the list of exams', () => {
  test('the laboratory list shows the visit as heading with day, professional and number, and below it the exam with time and kind of patient', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([buildExam()]))
    await renderPortal(page, { as: 'patient' })
    const row = await screen.findByRole('row', { name: /Perfil bioquímico/ })
    const visit = screen.getByRole('region', { name: '20/11/2026 · Dra. Carolina Muñoz Vidal' })
    expect(visit).toContainElement(row)
    expect(visit).toHaveTextContent('Atención A-204817')
    expect(row).toHaveTextContent('08:15 h')
    expect(row).toHaveTextContent('Ambulatorio')
    expect(requestsTo(examEndpoints.list)[0]?.query.get('type')).toBe('laboratory')
  })

  test('on a phone each exam has a heading, so that a screen reader jumps from one to the next', async () => {
    emulatePhone()
    mockEndpoint(
      examEndpoints.list,
      buildExamsPage([buildExam(), buildExam({ attention_id: 32, type_exam: 'Hemograma' })]),
    )
    await renderPortal(page, { as: 'patient' })
    await screen.findByRole('heading', { level: 3, name: /Perfil bioquímico/ })
    expect(screen.getByRole('heading', { level: 3, name: /Hemograma/ })).toBeVisible()
    expect(screen.getByRole('heading', { level: 2, name: /20\/11\/2026/ })).toBeVisible()
    expect(screen.queryByText('Ambulatorio')).not.toBeInTheDocument()
  })

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
    await renderPortal(page, { as: 'patient' })
    const row = await screen.findByRole('row', { name: /Perfil bioquímico/ })
    expect(row).toHaveTextContent('Disponible desde el 3 de diciembre')
    expect(screen.getByRole('row', { name: /Biopsia/ })).toHaveTextContent(
      'Tu médico te lo mostrará en tu control',
    )
    for (const name of [/^Ver /, /^PDF/, /^Compartir/, /^Descargar todo/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument()
  })

  test('awaited results say when each is expected, and a late one where to ask', async () => {
    const one = { id_appointment: 8, patient_id: 7, name: 'Radiografía de tórax', date: '24/11/2026' }
    mockEndpoint(examEndpoints.awaited, {
      awaited: [
        { ...one, expected_on: '2026-12-03', is_late: false },
        { ...one, id_appointment: 9, name: 'Holter', expected_on: '2026-11-25', is_late: true },
      ],
    })
    await renderPortal(page, { as: 'patient' })
    const section = await screen.findByRole('region', { name: '¿Cuándo estará?' })
    expect(section).toHaveTextContent('El resultado estará a más tardar el jueves 3 de diciembre.')
    expect(section).toHaveTextContent('debía estar el miércoles 25 de noviembre y está tardando')
    expect(within(section).getByRole('link', { name: 'Preguntar por un resultado' })).toBeVisible()
  })

  test('awaited results that cannot be loaded are offered again, and the list stays', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([buildExam()]))
    mockEndpoint(examEndpoints.awaited, new ApiError('unavailable'))
    await renderPortal(page, { as: 'patient' })
    expect(await screen.findByText('No pudimos ver cuándo estarán los resultados que esperas.')).toBeVisible()
    expect(screen.getByRole('row', { name: /Perfil bioquímico/ })).toBeVisible()
    mockEndpoint(examEndpoints.awaited, { awaited: [] })
    fireEvent.click(screen.getByRole('button', { name: 'REINTENTAR' }))
    await waitFor(() =>
      expect(screen.queryByText('No pudimos ver cuándo estarán los resultados que esperas.')).toBeNull(),
    )
  })

  test('a result that the user has not opened is marked as new until its viewer was open', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([{ ...buildExam(), is_new: true }]))
    mockEndpoint(examEndpoints.view, opensAt('/visor/llave', 'frame'))
    const { user } = await renderPortal(page, { as: 'patient' })
    const row = await screen.findByRole('row', { name: /Perfil bioquímico Nuevo/ })
    mockEndpoint(examEndpoints.list, buildExamsPage([buildExam()]))
    await user.click(within(row).getByRole('button', { name: /^Ver/ }))
    await screen.findByTitle('Resultados de Perfil bioquímico')
    expect(screen.getByText('Nuevo')).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(screen.queryByText('Nuevo')).not.toBeInTheDocument())
  })

  test('the list says from when on results are available', async () => {
    await renderPortal(page, { as: 'patient' })
    expect(
      await screen.findByText(
        'Resultados de laboratorio desde 2017. Imágenes y procedimientos desde noviembre de 2021.',
      ),
    ).toBeVisible()
  })

  test('an image with a text opens in the viewer at once, without a tab', async () => {
    const { opened } = fakeTab()
    mockEndpoint(examEndpoints.list, buildExamsPage([{ ...scan, has_report_text: true }]))
    mockEndpoint(examEndpoints.view, opensAt('/visor/llave', 'frame'))
    const { user } = await renderPortal(`${page}/otros-examenes`, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /^Ver Radiografía de tórax/ }))
    expect(await screen.findByTitle('Resultados de Radiografía de tórax')).toHaveAttribute(
      'src',
      '/visor/llave',
    )
    expect(opened).not.toHaveBeenCalled()
  })

  test('the tab of images and procedures requests exams of that kind', async () => {
    mockEndpoint(examEndpoints.list, buildExamsPage([scan]))
    const { user, path } = await renderPortal(page, { as: 'patient' })
    await user.click(await screen.findByRole('tab', { name: 'Imágenes y procedimientos' }))
    await waitFor(() => expect(path()).toBe(`${page}/otros-examenes`))
    expect(await screen.findByRole('row', { name: /Radiografía de tórax/ })).toBeVisible()
    expect(requestsTo(examEndpoints.list).at(-1)?.query.get('type')).toBe('imaging')
  })

  test.each(['laboratorio', 'otros-examenes'])('the empty list of %s says so', async (tab) => {
    await renderPortal(`${page}/${tab}`, { as: 'patient' })
    expect(await screen.findByText('Aún no tienes exámenes en este historial')).toBeVisible()
  })

  test('an exam list that fails to load can be retried', async () => {
    mockEndpoint(examEndpoints.list, new ApiError('unavailable'))
    const { user } = await renderPortal(page, { as: 'patient' })
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
    const { user, path } = await renderPortal(`${page}/laboratorio`, { as: 'patient' })
    expect(await screen.findByText('1 a 5 de 18 exámenes')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Página 3' }))
    expect(await screen.findByText('Examen de la página 3')).toBeVisible()
    expect(path()).toBe(`${page}/laboratorio?page=3`)
  })

  test('the list names, collapsed, the kinds of exams that the portal does not show', async () => {
    await renderPortal(page, { as: 'patient' })
    const panel = (await screen.findByText('Exámenes que no se muestran en el portal')).closest('details')
    expect(panel).not.toHaveAttribute('open')
    for (const kind of ['Grupo sanguíneo ABO Rh', 'Coombs indirecto', 'VDRL de banco de sangre'])
      expect(panel).toHaveTextContent(kind)
  })

  test('an unknown tab in the address leads to the dashboard', async () => {
    const { path } = await renderPortal(`${page}/otra-cosa`, { as: 'patient' })
    await waitFor(() => expect(path()).toBe('/dashboard'))
  })

  test.each(['laboratorio', 'otros-examenes'])(
    'a user whose document is a passport reads, at %s, how to see images',
    async (tab) => {
      await renderPortal(`${page}/${tab}`, { as: { document_type_id: 2 } })
      expect(
        await screen.findByText(/Los usuarios con pasaporte deben ingresar con RUN chileno/),
      ).toBeVisible()
    },
  )
})

test('a member’s exams are requested for the member, and disappear at once when the user returns to their own profile', async () => {
  mockEndpoint(peopleEndpoints.one, {
    data: buildPatient({ id: 9, first_name: 'Martina', last_name: 'Soto' }),
  })
  mockEndpoint(examEndpoints.listOf, buildExamsPage([buildExam({ patient_id: 9, type_exam: 'De Martina' })]))
  mockEndpoint(examEndpoints.list, () => new Promise(() => undefined))
  const { user } = await renderPortal(`${page}/laboratorio?patient_id=9&from_family_group=true`, {
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
    return renderPortal(`${page}/otros-examenes`, { as: 'patient' })
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
    const { user } = await renderPortal(`${page}/laboratorio`, { as: 'patient' })
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

  test('a laboratory exam that fails to load says so in the dialog and can be retried', async () => {
    mockEndpoint(examEndpoints.view, new ApiError('unavailable'))
    const { user, dialog } = await openViewer()
    expect(await within(dialog).findByText('Error server al ver examen')).toBeVisible()
    mockEndpoint(examEndpoints.view, opensAt('/visor/llave', 'frame'))
    await user.click(within(dialog).getByRole('button', { name: 'REINTENTAR' }))
    expect(await within(dialog).findByTitle('Resultados de Perfil bioquímico')).toBeVisible()
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

  test('the exam in the viewer is shared without going back to its row', async () => {
    mockEndpoint(examEndpoints.view, opensAt('/visor/llave', 'frame'))
    mockEndpoint(catalogueEndpoints.examRelationships, relationships)
    const { user, dialog } = await openViewer()
    await user.click(within(dialog).getByRole('button', { name: 'Compartir este examen' }))
    const sharing = await screen.findByRole('dialog', { name: 'Compartir examen' })
    expect(within(sharing).getByText('Perfil bioquímico')).toBeVisible()
    expect(screen.queryByRole('dialog', { name: 'Perfil bioquímico' })).not.toBeInTheDocument()
  })

  test('the viewer dialog closes with Escape', async () => {
    mockEndpoint(examEndpoints.view, opensAt('/visor/llave', 'frame'))
    const { dialog } = await openViewer()
    fireEvent(dialog, new Event('cancel', { cancelable: true }))
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

  test('an exam in the address is shared from its viewer, to which cancelling returns', async () => {
    mockMartina([ofMartina])
    mockEndpoint(catalogueEndpoints.examRelationships, relationships)
    const { user, path } = await renderPortal(`${page}?patient_id=9&examen=77`, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: 'Compartir este examen' }))
    const sharing = await screen.findByRole('dialog', { name: 'Compartir examen' })
    await user.click(within(sharing).getByRole('button', { name: 'Cancelar' }))
    expect(await screen.findByRole('dialog', { name: 'Hemograma de Martina' })).toBeVisible()
    expect(path()).toBe(`${page}?patient_id=9&examen=77`)
  })

  test('an exam in the address opens above the list of its patient, and closes to that list', async () => {
    mockMartina([ofMartina])
    const { user, path } = await renderPortal(`${page}?patient_id=9&examen=77`, { as: 'patient' })
    expect(await screen.findByRole('dialog', { name: 'Hemograma de Martina' })).toHaveTextContent('Martina')
    expect(requestsTo(examEndpoints.view)[0]?.params).toMatchObject({ patientId: '9', attention_id: '77' })
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    await waitFor(() => expect(path()).toBe(`${page}?patient_id=9`))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  test('an exam in the address that is not among the 100 latest opens nothing and says so', async () => {
    mockMartina([buildExam({ patient_id: 9, attention_id: 80 })])
    await renderPortal(`${page}?patient_id=9&examen=77`, { as: 'patient' })
    expect(await screen.findByText(/Este examen ya no está entre los 100 más recientes/)).toBeVisible()
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})
