import { type Procedure, procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { type PageUser, renderPage } from '../../../../test/render-portal.tsx'

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

const goOn = () => screen.getByRole('button', { name: 'Continuar' })
const chosen = `${address}?sucursal=MAIPU&tipo=ADULTO&service_type=CAR&exam=P002`

async function download(user: PageUser) {
  const link = await screen.findByRole('link', { name: 'Descargar indicaciones (PDF)' })
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
}

test('the site is asked first, and a procedure is chosen step by step, from a list requested with the flag of the kind of patient', async () => {
  const { user, path } = await renderPage(address, { as: 'patient' })
  const site = await screen.findByRole('link', { name: /^Maipú/ })
  expect(site).toHaveTextContent('Lunes a')
  await user.click(site)
  expect(await screen.findByRole('heading', { level: 1 })).toHaveFocus()
  expect(await screen.findByRole('combobox', { name: 'Tipo de examen (prestación)' })).toBeDisabled()
  expect(screen.getByRole('combobox', { name: 'Examen' })).toBeDisabled()
  await user.click(screen.getByRole('radio', { name: 'Pediátrico (hasta los 15 años)' }))
  await user.choose('Tipo de examen (prestación)', 'Cardiología')
  await user.choose('Examen', 'Holter de arritmias')
  const [call] = requestsTo(procedureEndpoints.procedures)
  const asked = { branch_office: '239', category: 'CAR', able_for_children: 'true' }
  expect(Object.fromEntries(call?.query ?? [])).toEqual(asked)
  expect(path()).toBe(`${address}?sucursal=MAIPU&tipo=PEDIATRICO&service_type=CAR&exam=P002`)
})

test('continuing needs the downloaded indications of the chosen procedure, and leads to its free slots', async () => {
  mockEndpoint(procedureEndpoints.procedures, {
    data: [buildProcedure(), buildProcedure({ code: 'P003', name: 'Ecocardiograma' })],
  })
  const { user, path } = await renderPage(chosen, { as: 'patient' })
  const link = await screen.findByRole('link', { name: 'Descargar indicaciones (PDF)' })
  expect(link).toHaveAttribute('href', '/agenda/v1/indications/procedure-holter.pdf')
  expect(goOn()).toBeDisabled()
  expect(screen.getByText('Para continuar, descarga las indicaciones del examen.')).toBeVisible()
  await download(user)
  expect(goOn()).toBeEnabled()
  for (const name of ['Ecocardiograma', 'Holter de arritmias']) {
    await user.choose('Examen', name)
    expect(goOn()).toBeDisabled()
  }
  await download(user)
  await user.click(goOn())
  await waitFor(() => expect(path()).toContain('/reservas'))
  const search = new URL(path(), 'http://portal.test').searchParams
  expect([search.get('office_id'), search.get('procedure')]).toEqual(['MAIPU', 'P002'])
})

test.each([
  ['callcenter', 'Reserva con nuestro call center'],
  ['presencial', 'No necesitas reservar hora'],
] as const)(
  'a procedure of the kind «%s» is booked without slots, in a step that the address alone does not open',
  async (way_to_schedule, name) => {
    mockEndpoint(procedureEndpoints.procedures, { data: [buildProcedure({ way_to_schedule })] })
    const { user } = await renderPage(`${chosen}&paso=${way_to_schedule}`, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'Ingrese datos del examen' })).toBeVisible()
    await download(user)
    expect(await screen.findByRole('heading', { name })).toBeVisible()
    await user.click(screen.getByRole('link', { name: 'Volver atrás' }))
    await user.click(await screen.findByRole('button', { name: 'Continuar' }))
    expect(await screen.findByRole('heading', { name })).toBeVisible()
  },
)
