import { ApiError } from '@mi-portal/contract/api-error'
import { type Procedure, procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { schedulingTokenEndpoints } from '@mi-portal/contract/booking/scheduling-token'
import { serviceEndpoints } from '@mi-portal/contract/booking/services'
import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { setClinic } from '../../../../test/clinic.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { renderPortal } from '../../../../test/render-portal.tsx'

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
  mockEndpoint(schedulingTokenEndpoints.token, {
    token: 'llave-de-agenda',
    expires_at: new Date(Date.now() + 600_000).toISOString(),
  })
  mockEndpoint(serviceEndpoints.offices, {
    data: [
      { office_id: 'PROVIDENCIA', id: 2, name: 'Providencia', address: 'Av. Uno 100', phone: '1' },
      { office_id: 'MAIPU', id: 239, name: 'Maipú', address: 'Av. Dos 200', phone: '2' },
    ],
  })
  mockEndpoint(slotEndpoints.slots, { data: [] })
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
    const { user, path } = await renderPortal(address, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'Seleccione Sucursal' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Volver atrás' })).toHaveAttribute('href', '/dashboard/agenda')
    await user.click(screen.getByRole('link', { name: 'Maipú' }))
    expect(await screen.findByRole('heading', { name: 'Ingrese datos del examen' })).toBeVisible()
    expect(path()).toBe(`${address}?sucursal=MAIPU`)
    expect(screen.getByRole('heading', { level: 1 })).toHaveFocus()
    await user.click(screen.getByRole('link', { name: 'Volver atrás' }))
    expect(await screen.findByRole('heading', { name: 'Seleccione Sucursal' })).toBeVisible()
  })

  test.each(['providencia', 'PROVIDENCIA', '2'])(
    'the site «%s» in the address skips the question',
    async (site) => {
      await renderPortal(`${address}?sucursal=${site}`, { as: 'patient' })
      expect(await screen.findByRole('heading', { name: 'Ingrese datos del examen' })).toBeVisible()
      expect(await screen.findByText('Clínica Providencia')).toBeVisible()
    },
  )

  test('a clinic that makes procedures at one site never asks for it, and the way back leads to the chooser', async () => {
    setClinic({ procedure_sites: ['MAIPU'] })
    await renderPortal(address, { as: 'patient' })
    expect(await screen.findByText('Clínica Maipú')).toBeVisible()
    expect(screen.queryByRole('heading', { name: 'Seleccione Sucursal' })).toBeNull()
    expect(screen.getByRole('link', { name: /Volver atrás/ })).toHaveAttribute('href', '/dashboard/agenda')
  })

  test('with an unknown site in the address, the site is asked', async () => {
    await renderPortal(`${address}?sucursal=LUNA`, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'Seleccione Sucursal' })).toBeVisible()
  })
})

describe('the procedure', () => {
  test('a procedure is chosen step by step, from a list requested with the flag of the kind of patient', async () => {
    const { user, path } = await renderPortal(`${address}?sucursal=MAIPU`, { as: 'patient' })
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

  test('another category clears the procedure, and another kind of patient clears both', async () => {
    const { user, path } = await renderPortal(chosen, { as: 'patient' })
    await waitFor(() =>
      expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue('Holter de arritmias'),
    )
    await pick(user, 'Tipo de prestación', 'Gastroenterología')
    expect(path()).toBe(`${address}?sucursal=MAIPU&tipo=ADULTO&service_type=GAS`)
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Examen' })).toHaveValue(''))
    await user.click(screen.getByRole('radio', { name: /Pediátrico/ }))
    expect(path()).toBe(`${address}?sucursal=MAIPU&tipo=PEDIATRICO`)
  })

  test('a missing choice is reported at its field', async () => {
    const { user } = await renderPortal(`${address}?sucursal=MAIPU&tipo=ADULTO`, { as: 'patient' })
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Tipo de prestación' })).toBeEnabled())
    await user.click(screen.getByRole('combobox', { name: 'Tipo de prestación' }))
    await user.tab()
    expect(await screen.findByText('Tipo de prestación es requerido')).toBeVisible()
    await pick(user, 'Tipo de prestación', 'Cardiología')
    await user.click(screen.getByRole('combobox', { name: 'Examen' }))
    await user.tab()
    expect(await screen.findByText('Examen es requerido')).toBeVisible()
    expect(goOn()).toBeDisabled()
  })

  test('categories and procedures that fail to load say so at their field', async () => {
    mockEndpoint(procedureEndpoints.procedureCategories, new ApiError('unavailable', { msg: '' }))
    mockEndpoint(procedureEndpoints.procedures, new ApiError('unavailable', { msg: '' }))
    await renderPortal(chosen, { as: 'patient' })
    expect(await screen.findByText('Error al obtener las categorías', {}, { timeout: 6000 })).toBeVisible()
    expect(
      await screen.findByText('Error al obtener los procedimientos', {}, { timeout: 6000 }),
    ).toBeVisible()
  }, 15_000)

  test('a category without procedures says so', async () => {
    mockEndpoint(procedureEndpoints.procedures, { data: [] })
    await renderPortal(`${address}?sucursal=MAIPU&tipo=ADULTO&service_type=CAR`, { as: 'patient' })
    expect(await screen.findByText('No hay procedimientos disponibles para esta categoría')).toBeVisible()
  })
})

describe('going on', () => {
  test('continuing needs the downloaded indications, and leads to the free slots of the procedure', async () => {
    const { user, path } = await renderPortal(chosen, { as: 'patient' })
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
    const { user } = await renderPortal(chosen, { as: 'patient' })
    await download(user)
    expect(goOn()).toBeEnabled()
    await pick(user, 'Examen', 'Ecocardiograma')
    expect(goOn()).toBeDisabled()
    await pick(user, 'Examen', 'Holter de arritmias')
    expect(goOn()).toBeDisabled()
  })

  test('a sheet that fails to load says so and can be retried', async () => {
    mockEndpoint(procedureEndpoints.procedureIndications, new ApiError('notFound'))
    const { user } = await renderPortal(chosen, { as: 'patient' })
    const alert = await screen.findByRole('alert', {}, { timeout: 6000 })
    expect(goOn()).toBeDisabled()
    mockEndpoint(procedureEndpoints.procedureIndications, { data: { pdf: '/hoja.pdf' } })
    await user.click(within(alert).getByRole('button', { name: 'REINTENTAR' }))
    expect(await screen.findByRole('link', { name: 'Descargar indicaciones (PDF)' })).toBeVisible()
  })

  test.each([
    ['callcenter', 'Reserva con nuestro call center'],
    ['presencial', 'No necesitas reservar hora'],
  ] as const)(
    'a procedure of the kind «%s» is booked without slots, in a step that the address alone does not open',
    async (way_to_schedule, title) => {
      mockEndpoint(procedureEndpoints.procedures, { data: [buildProcedure({ way_to_schedule })] })
      const { user, path } = await renderPortal(`${chosen}&paso=${way_to_schedule}`, { as: 'patient' })
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
