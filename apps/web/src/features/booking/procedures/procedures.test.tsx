import { ApiError } from '@mi-portal/contract/api-error'
import { type Procedure, procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { screen, waitFor } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

const address = '/dashboard/agenda-procedimientos'

function buildProcedure(overrides: Partial<Procedure> = {}): Procedure {
  return {
    code: 'P002',
    name: 'Holter de arritmias',
    minutes: 20,
    sedation: false,
    requires_order: true,
    way_to_schedule: 'online',
    ...overrides,
  }
}

beforeEach(() => {
  mockEndpoint(procedureEndpoints.procedureCategories, {
    data: [
      { code: 'CAR', name: 'Cardiología' },
      { code: 'GAS', name: 'Gastroenterología' },
    ],
  })
  mockEndpoint(procedureEndpoints.procedures, { data: [buildProcedure()] })
  mockEndpoint(procedureEndpoints.procedureIndications, {
    data: { pdf: '/agenda/v1/indications/procedure-holter.pdf' },
  })
})

async function pick(user: UserEvent, list: string, option: string) {
  await waitFor(() => expect(screen.getByRole('combobox', { name: list })).toBeEnabled())
  await user.click(screen.getByRole('combobox', { name: list }))
  await user.click(await screen.findByRole('option', { name: option }))
}
const goOn = () => screen.getByRole('button', { name: 'Continuar' })
const chosen = `${address}?sucursal=MAIPU&tipo=ADULTO&service_type=CAR&exam=P002`

async function download(user: UserEvent) {
  const link = await screen.findByRole('link', { name: 'Descargar indicaciones (PDF)' })
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
}

describe('the site', () => {
  test('the site is asked first, and the way back leads to the chooser', async () => {
    const { user, path } = await renderPage(address, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'Seleccione Sucursal' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Volver atrás' })).toHaveAttribute('href', '/dashboard/agenda')
    await user.click(screen.getByRole('link', { name: 'Maipú' }))
    expect(await screen.findByRole('heading', { name: 'Ingrese datos del examen' })).toBeVisible()
    expect(path()).toBe(`${address}?sucursal=MAIPU`)
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await user.click(screen.getByRole('link', { name: 'Volver atrás' }))
    expect(await screen.findByRole('heading', { name: 'Seleccione Sucursal' })).toBeVisible()
  })
})

describe('the procedure', () => {
  test('a procedure is chosen step by step, from a list requested with the flag of the kind of patient', async () => {
    const { user, path } = await renderPage(`${address}?sucursal=MAIPU`, { as: 'patient' })
    expect(await screen.findByRole('combobox', { name: 'Tipo de prestación' })).toBeDisabled()
    expect(screen.getByRole('combobox', { name: 'Examen' })).toBeDisabled()
    await user.click(screen.getByRole('radio', { name: 'Pediátrico (hasta los 15 años)' }))
    expect(screen.getByRole('radio', { name: 'Adulto (mayores de 15 años)' })).not.toBeChecked()
    await pick(user, 'Tipo de prestación', 'Cardiología')
    await pick(user, 'Examen', 'Holter de arritmias')
    const [{ query } = { query: new URLSearchParams() }] = requestsTo(procedureEndpoints.procedures)
    expect(Object.fromEntries(query)).toEqual({
      branch_office: '239',
      category: 'CAR',
      able_for_children: 'true',
    })
    expect(path()).toBe(`${address}?sucursal=MAIPU&tipo=PEDIATRICO&service_type=CAR&exam=P002`)
    expect(screen.getByText(/Si tu examen no está en la lista/)).toBeVisible()
  })

  test('categories and procedures that fail to load say so at their field', async () => {
    mockEndpoint(procedureEndpoints.procedureCategories, new ApiError('unavailable', { msg: '' }))
    mockEndpoint(procedureEndpoints.procedures, new ApiError('unavailable', { msg: '' }))
    await renderPage(chosen, { as: 'patient' })
    expect(await screen.findByText('Error al obtener las categorías')).toBeVisible()
    expect(await screen.findByText('Error al obtener los procedimientos')).toBeVisible()
  }, 15_000)
})

describe('going on', () => {
  test('continuing needs the downloaded indications, and leads to the free slots of the procedure', async () => {
    const { user, path } = await renderPage(chosen, { as: 'patient' })
    const link = await screen.findByRole('link', { name: 'Descargar indicaciones (PDF)' })
    expect(link).toHaveAttribute('href', '/agenda/v1/indications/procedure-holter.pdf')
    expect(goOn()).toBeDisabled()
    expect(screen.getByText('Para continuar, descarga las indicaciones del examen.')).toBeVisible()
    await download(user)
    await user.click(goOn())
    await waitFor(() => expect(path()).toContain('/reservas'))
    const search = new URL(path(), 'http://portal.test').searchParams
    expect([search.get('office_id'), search.get('procedure')]).toEqual(['MAIPU', 'P002'])
  })

  test('another procedure needs its own sheet, and the first one needs its sheet again', async () => {
    mockEndpoint(procedureEndpoints.procedures, {
      data: [buildProcedure(), buildProcedure({ code: 'P003', name: 'Ecocardiograma' })],
    })
    const { user } = await renderPage(chosen, { as: 'patient' })
    await download(user)
    expect(goOn()).toBeEnabled()
    await pick(user, 'Examen', 'Ecocardiograma')
    expect(goOn()).toBeDisabled()
    await pick(user, 'Examen', 'Holter de arritmias')
    expect(goOn()).toBeDisabled()
  })

  test.each([
    ['callcenter', 'Reserva con nuestro call center'],
    ['presencial', 'No necesitas reservar hora'],
  ] as const)(
    'a procedure of the kind «%s» is booked without slots, in a step that the address alone does not open',
    async (way_to_schedule, title) => {
      mockEndpoint(procedureEndpoints.procedures, { data: [buildProcedure({ way_to_schedule })] })
      const { user, path } = await renderPage(`${chosen}&paso=${way_to_schedule}`, { as: 'patient' })
      expect(await screen.findByRole('heading', { name: 'Ingrese datos del examen' })).toBeVisible()
      await download(user)
      expect(await screen.findByRole('heading', { name: title })).toBeVisible()
      await user.click(screen.getByRole('link', { name: 'Volver atrás' }))
      expect(await screen.findByRole('heading', { name: 'Ingrese datos del examen' })).toBeVisible()
      await user.click(goOn())
      expect(await screen.findByRole('heading', { name: title })).toBeVisible()
      expect(path()).toContain(`paso=${way_to_schedule}`)
    },
  )
})
