import { ApiError } from '@mi-portal/contract/api-error'
import { contactEndpoints } from '@mi-portal/contract/contact'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
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
    due_at: '2026-11-22T15:00:00Z',
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
})
