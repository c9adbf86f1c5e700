import { ApiError } from '@mi-portal/contract/api-error'
import { type Affected, type Breach, breachEndpoints } from '@mi-portal/contract/breaches'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { isReloadConfirmed, leaveAndReturn, restoreDraft } from '../../../test/drafts.ts'
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

  test('an empty register says so, and a register that fails to load can be retried', async () => {
    mockEndpoint(
      breachEndpoints.list,
      ApiError.fromWire(500, null, 'Error server al obtener el registro de vulneraciones'),
    )
    const { user } = await renderPage(breachesAddress, { as: 'superAdmin' })
    expect(await screen.findByText('Error server al obtener el registro de vulneraciones')).toBeVisible()
    mockEndpoint(breachEndpoints.list, { breaches: [], ...paging, total: 0 })
    await user.click(screen.getByRole('button', { name: /intentar/i }))
    expect(await screen.findByText('No hay vulneraciones registradas')).toBeVisible()
  })

  test('a new breach is sent once all required facts are typed, and a rejected one keeps its input', async () => {
    const unknown = 'No hay una cuenta del personal con ese documento'
    mockEndpoint(breachEndpoints.create, new ApiError('invalid', { param: 'actor_document', msg: unknown }))
    const { user, path } = await renderPage(breachesAddress, { as: 'superAdmin' })
    await user.click(await screen.findByRole('button', { name: 'REGISTRAR' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Registrar vulneración' }))
    await user.click(dialog.getByRole('button', { name: 'GUARDAR' }))
    expect(await dialog.findByText('Digita Qué ocurrió')).toBeVisible()
    expect(dialog.getByText('Selecciona Fecha en que se conoció')).toBeVisible()
    expect(requestsTo(breachEndpoints.create)).toEqual([])

    for (const label of [
      'Qué ocurrió',
      'Posibles efectos',
      'Tipos de datos',
      'Personas afectadas',
      'Medidas adoptadas',
    ])
      await user.type(dialog.getByRole('textbox', { name: label }), `${label}.`)
    await user.type(dialog.getByRole('textbox', { name: 'Fecha en que se conoció' }), '20/11/2026')
    await user.type(dialog.getByLabelText('Hora: fecha en que se conoció'), '12:30')
    const document = dialog.getByRole('textbox', { name: /RUT o documento de la cuenta/ })
    await user.type(document, '22.222.222-2')
    await user.click(dialog.getByRole('button', { name: 'GUARDAR' }))
    expect((await dialog.findAllByText(unknown))[0]).toBeVisible()
    expect(document).toHaveValue('22.222.222-2')
    expect(requestsTo(breachEndpoints.create)[0]?.body).toMatchObject({
      nature: 'Qué ocurrió.',
      known_at: '2026-11-20T15:30:00.000Z',
      agency_told_at: null,
      actor_document: '22.222.222-2',
      ip: null,
    })

    mockEndpoint(breachEndpoints.create, { breach: buildBreach() })
    await user.click(dialog.getByRole('button', { name: 'GUARDAR' }))
    await waitFor(() => expect(path()).toBe('/admin/vulneraciones/5'))
  })

  test('the form of a breach offers back its texts and its dates', async () => {
    const opened = await renderPage(breachesAddress, { as: 'superAdmin' })
    const { user } = opened
    const start = async () => {
      await user.click(await screen.findByRole('button', { name: 'REGISTRAR' }))
      return within(await screen.findByRole('dialog', { name: 'Registrar vulneración' }))
    }
    let dialog = await start()
    await user.type(dialog.getByRole('textbox', { name: 'Qué ocurrió' }), 'Una clave ajena.')
    // A day without its time is not a timestamp yet, and is stored too.
    await user.type(dialog.getByRole('textbox', { name: 'Desde el día' }), '19/11/2026')
    expect(isReloadConfirmed()).toBe(true)
    await leaveAndReturn(opened)
    dialog = await start()
    await restoreDraft(user)
    expect(dialog.getByRole('textbox', { name: 'Qué ocurrió' })).toHaveValue('Una clave ajena.')
    expect(dialog.getByRole('textbox', { name: 'Desde el día' })).toHaveValue('19/11/2026')
  })

  test('administrators cannot open the register of breaches', async () => {
    const { path } = await renderPage(breachesAddress, { as: 'admin' })
    await waitFor(() => expect(path()).toBe('/admin/usuarios'))
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
