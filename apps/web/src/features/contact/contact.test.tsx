import { ApiError } from '@mi-portal/contract/api-error'
import { contactEndpoints } from '@mi-portal/contract/contact'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const page = '/dashboard/contactanos'
const { send, pages } = contactEndpoints
type User = Awaited<ReturnType<typeof renderPage>>['user']

const reason = (user: User, name: string) => user.click(screen.getByRole('radio', { name }))
const submit = (user: User) => user.click(screen.getByRole('button', { name: 'Solicitar contacto' }))
const errors = () =>
  within(screen.getByRole('alert'))
    .getAllByRole('link')
    .map((link) => link.textContent)

async function choose(user: User, field: string | RegExp, option: string) {
  await user.click(await screen.findByRole('combobox', { name: field }))
  await user.click(await screen.findByRole('option', { name: option }))
}

beforeEach(() => {
  mockEndpoint(familyMemberEndpoints.selections, {
    delegated: [],
    selections: [
      { id: 7, first_name: 'Camila Andrea', last_name: 'Fuentes', is_self: true },
      { id: 8, first_name: 'Martina', last_name: 'Soto', is_self: false },
    ],
  })
})

describe('the contact form', () => {
  test('the contact form shows its fields once a reason is chosen, and only those of the reason', async () => {
    const { user } = await renderPage(page, { as: 'patient' })
    await screen.findByRole('radio', { name: 'Sugerencia' })
    expect(screen.queryByRole('textbox', { name: 'Mensaje' })).not.toBeInTheDocument()
    await reason(user, 'Visualización de exámenes')
    expect(screen.getByRole('textbox', { name: /Fecha del examen/ })).toBeVisible()
    expect(screen.queryByRole('combobox', { name: /Sucursal/ })).not.toBeInTheDocument()
    await reason(user, 'Otra solicitud')
    expect(screen.queryByRole('textbox', { name: /Fecha del examen/ })).not.toBeInTheDocument()
    expect(screen.getByRole('combobox', { name: 'Sucursal' })).toBeVisible()
    await reason(user, 'Mi portal')
    expect(screen.queryByRole('combobox', { name: /Sucursal/ })).not.toBeInTheDocument()
    expect(screen.getByText('Todos los campos son obligatorios.')).toBeVisible()
  })

  test('the contact form shows at each field what is missing', async () => {
    mockEndpoint(send, { contactId: 1 })
    const { user } = await renderPage(page, { as: 'patient' })
    await screen.findByRole('radio', { name: 'Sugerencia' })
    await reason(user, 'Visualización de exámenes')
    await submit(user)
    expect(errors()).toEqual([
      'Selecciona ¿Quién es el paciente?',
      'Ingrese la fecha del examen',
      'Ingrese el tipo del examen',
      'Ingrese el nombre del examen',
      'Digita Mensaje',
    ])
    await user.type(screen.getByRole('textbox', { name: /Fecha del examen/ }), '32/10/2026')
    await submit(user)
    expect(errors()).toContain('Ingrese una fecha válida.')
    await reason(user, 'Otra solicitud')
    await submit(user)
    expect(errors()).toEqual([
      'Selecciona ¿Quién es el paciente?',
      'Seleccione su sucursal',
      'Digita Mensaje',
    ])
    expect(requestsTo(send)).toEqual([])
  })

  test('a message is sent with the files that were not removed, and then the history opens automatically', async () => {
    mockEndpoint(send, { contactId: 1 })
    const { user, path } = await renderPage(page, { as: 'patient' })
    await screen.findByRole('radio', { name: 'Sugerencia' })
    await reason(user, 'Visualización de exámenes')
    await choose(user, '¿Quién es el paciente?', 'Martina Soto')
    await user.type(screen.getByRole('textbox', { name: /Fecha del examen/ }), '28/10/2026')
    await user.tab()
    await choose(user, 'Tipo de examen', 'Imagenología')
    await user.type(screen.getByRole('textbox', { name: 'Nombre del examen' }), 'Radiografía')
    await user.type(screen.getByRole('textbox', { name: 'Mensaje' }), 'No la veo')
    const files = ['uno.pdf', 'dos.pdf', 'tres.pdf'].map(
      (name) => new File([name], name, { type: 'application/pdf' }),
    )
    await user.upload(screen.getByLabelText('Evidencia', { selector: 'input' }), files)
    await user.click(await screen.findByRole('button', { name: 'Quitar dos.pdf' }))
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await submit(user)
    expect(
      await screen.findByRole('heading', { name: '¡Tu mensaje ha sido recibido con éxito!' }),
    ).toBeVisible()
    const form = requestsTo(send)[0]?.body as FormData
    expect(Object.fromEntries([...form].filter(([, value]) => typeof value === 'string'))).toEqual({
      reason_contact_id: '6',
      patient_id: '8',
      sucursal: '',
      examDate: '28-10-2026',
      examType: 'Imagenología',
      examName: 'Radiografía',
      message: 'No la veo',
      specific_requests: '0',
      petition: '',
    })
    expect(['file_0', 'file_1', 'file_2'].map((name) => (form.get(name) as File | null)?.name)).toEqual([
      'uno.pdf',
      'tres.pdf',
      undefined,
    ])
    await act(() => vi.advanceTimersByTimeAsync(3000))
    await waitFor(() => expect(path()).toBe(`${page}?tab=anteriores`))
    expect(await screen.findByText('Aún no tienes contactos anteriores')).toBeVisible()
  })

  test('a message that cannot be sent says so and keeps its input', async () => {
    mockEndpoint(send, new ApiError('unavailable', { fieldErrors: [] }))
    const { user } = await renderPage(page, { as: 'patient' })
    await screen.findByRole('radio', { name: 'Sugerencia' })
    await reason(user, 'Sugerencia')
    await choose(user, '¿Quién es el paciente?', 'Camila Andrea Fuentes (yo)')
    await user.type(screen.getByRole('textbox', { name: 'Mensaje' }), 'Más horas en la tarde')
    await submit(user)
    expect(await screen.findByRole('heading', { name: 'No ha sido posible guardar contacto' })).toBeVisible()
    expect(screen.getByText('Error server al guardar contacto')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Cerrar' }))
    expect(screen.getByRole('textbox', { name: 'Mensaje' })).toHaveValue('Más horas en la tarde')
  })
})

describe('earlier messages', () => {
  const contact = {
    id: 5,
    reason_contact: { name: 'Felicitaciones' },
    patient_full_name: 'Camila Fuentes Rojas',
    application_date: '2026-11-20T15:00:00Z',
    message: 'Muy amables',
    state: 'respondida' as const,
    answer: 'Muchas gracias por escribirnos.',
    answered_at: '2026-11-21T15:00:00Z',
    files: [],
  }

  test('an earlier message shows its answer, and until then how to get a copy of the letter', async () => {
    const waiting = { ...contact, id: 6, state: 'pendiente' as const, answer: null, answered_at: null }
    mockEndpoint(pages, { contactUs: [contact, waiting], total: 2, page: 1, limit: 5 })
    await renderPage(`${page}?tab=anteriores`, { as: 'patient' })
    expect(await screen.findByText('Muchas gracias por escribirnos.')).toBeVisible()
    expect(screen.getByText(/Para obtener una copia de la carta de respuesta/)).toBeVisible()
    expect(screen.getByRole('columnheader', { name: 'Respuesta de la solicitud' })).toBeVisible()
  })

  test('earlier messages that fail to load show the error', async () => {
    mockEndpoint(pages, new ApiError('unavailable'))
    await renderPage(`${page}?tab=anteriores`, { as: 'patient' })
    expect(await screen.findByText('Error server al obtener contactos')).toBeVisible()
  })
})
