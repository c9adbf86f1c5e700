import { ApiError } from '@mi-portal/contract/api-error'
import { type Affected, type Breach, breachEndpoints } from '@mi-portal/contract/breaches'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const breachesAddress = '/admin/vulneraciones'

function buildBreach(overrides: Partial<Breach> = {}): Breach {
  return {
    id: 5,
    nature: 'Se abrió la sesión de una funcionaria desde un equipo ajeno.',
    effects: 'Alguien pudo leer resultados.',
    data_categories: 'Resultados de exámenes',
    people_categories: 'Pacientes de Maipú',
    measures: 'Se cerró la sesión y se cambió la clave.',
    known_at: '2026-11-20T15:30:00.000Z',
    agency_told_at: null,
    created_at: '2026-11-20T16:00:00.000Z',
    opened_by: 'Rodrigo Sáez',
    actor: { id: 9, name: 'Andrea Morales' },
    ip: null,
    seen_from: '2026-11-19T03:00:00.000Z',
    seen_before: null,
    people: 1,
    letters_at: null,
    ...overrides,
  }
}

const person: Affected = {
  person_id: 7,
  name: 'Camila Andrea Fuentes Rojas',
  document: '12.345.678-5',
  seen: [
    { what: 'Vio un examen', times: 3 },
    { what: 'Vio las horas', times: 1 },
  ],
  first_at: '2026-11-19T12:00:00.000Z',
  last_at: '2026-11-19T12:40:00.000Z',
  mails: 1,
}

const paging = { page: 1, limit: 20, total: 1 }

beforeEach(() => {
  mockEndpoint(breachEndpoints.list, { breaches: [buildBreach()], ...paging })
  mockEndpoint(breachEndpoints.one, { breach: buildBreach() })
  mockEndpoint(breachEndpoints.people, { people: [person], ...paging })
})

describe('the register of breaches', () => {
  test('the register of breaches shows what happened, how many people are affected and who was notified, and links to the breach', async () => {
    const { user, path } = await renderPage(breachesAddress, { as: 'superAdmin' })
    const row = within(await screen.findByRole('row', { name: /equipo ajeno/ }))
    for (const words of ['1', 'Sin avisar', 'Sin enviar']) expect(row.getByText(words)).toBeVisible()
    await user.click(row.getByRole('link', { name: /equipo ajeno/ }))
    await waitFor(() => expect(path()).toBe('/admin/vulneraciones/5'))
  })
})

describe('a breach', () => {
  test('the letters of a breach are sent after a confirmation, and a failure is shown', async () => {
    mockEndpoint(breachEndpoints.send, new ApiError('lettersSent'))
    const { user } = await renderPage(`${breachesAddress}/5`, { as: 'superAdmin' })
    const button = await screen.findByRole('button', { name: 'ENVIAR CARTAS' })
    await user.click(button)
    const question = within(await screen.findByRole('dialog', { name: '¿Enviar las cartas?' }))
    expect(requestsTo(breachEndpoints.send)).toEqual([])
    await user.click(question.getByRole('button', { name: 'Enviar' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'No ha sido posible' }))
    await user.click(dialog.getAllByRole('button')[0] as HTMLElement)
    mockEndpoint(breachEndpoints.send, { mailed: 1, by_post: 2 })
    await user.click(await screen.findByRole('button', { name: 'ENVIAR CARTAS' }))
    await user.click(await screen.findByRole('button', { name: 'Enviar' }))
    expect(await screen.findByText('1 por e-mail y 2 para imprimir.')).toBeVisible()
  })
})
