import { type Procedure, procedureEndpoints } from '@mi-portal/contract/booking/procedures'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { buildPatient } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildMember } from '../../../../test/family.ts'
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
const chosen = `${address}?sucursal=MAIPU&service_type=CAR&exam=P002`

async function download(user: PageUser) {
  const link = await screen.findByRole('link', { name: 'Descargar indicaciones (PDF)' })
  link.addEventListener('click', (event) => event.preventDefault())
  await user.click(link)
}

test('the site is asked first, then for whom the procedure is, whose record answers the kind of patient', async () => {
  mockEndpoint(familyMemberEndpoints.group, { familyGroup: [buildMember()] })
  mockEndpoint(peopleEndpoints.one, ({ params }) => ({
    data: params.id === '9' ? buildPatient({ id: 9, date_birth: '2016-03-02' }) : buildPatient(),
  }))
  mockEndpoint(procedureEndpoints.procedures, {
    data: [buildProcedure(), buildProcedure({ code: 'P003', name: 'Ecocardiograma' })],
  })
  const { user, path } = await renderPage(address, { as: 'patient' })
  const site = await screen.findByRole('link', { name: /^Maipú/ })
  expect(site).toHaveTextContent('Lunes a')
  await user.click(site)
  expect(await screen.findByRole('heading', { level: 1 })).toHaveFocus()
  expect(await screen.findByRole('combobox', { name: 'Tipo de examen (prestación)' })).toBeDisabled()
  expect(screen.getByRole('combobox', { name: 'Examen' })).toBeDisabled()
  expect(screen.getByText('Para continuar, elige para quién es el examen.')).toBeVisible()
  await user.choose('¿Para quién es el examen?', 'Martina Ignacia Soto')
  await user.choose('Tipo de examen (prestación)', 'Cardiología')
  await user.choose('Examen', 'Holter de arritmias')
  const [call] = requestsTo(procedureEndpoints.procedures)
  const asked = { branch_office: '239', category: 'CAR', able_for_children: 'true' }
  expect(Object.fromEntries(call?.query ?? [])).toEqual(asked)
  expect(path()).toBe(`${address}?sucursal=MAIPU&paciente=9&service_type=CAR&exam=P002`)
  expect(screen.queryByRole('group', { name: 'Tipo de paciente' })).not.toBeInTheDocument()
  await download(user)
  await user.click(goOn())
  await waitFor(() => expect(path()).toContain('/reservas'))
  expect(path()).toContain('procedure=P002&patient_id=9')
})

test('at the paediatric age itself the procedures of both kinds of patient are offered', async () => {
  const birth = `${new Date().getFullYear() - 15}-01-01`
  mockEndpoint(peopleEndpoints.one, { data: buildPatient({ date_birth: birth }) })
  await renderPage(chosen, { as: 'patient' })
  await waitFor(() => expect(requestsTo(procedureEndpoints.procedures)).toHaveLength(1))
  const asked = { branch_office: '239', category: 'CAR' }
  expect(Object.fromEntries(requestsTo(procedureEndpoints.procedures)[0]?.query ?? [])).toEqual(asked)
})

test('the kind of patient is asked where no birth date is known, and a list with one entry is no question', async () => {
  mockEndpoint(peopleEndpoints.one, { data: buildPatient({ date_birth: null }) })
  mockEndpoint(procedureEndpoints.procedureCategories, { data: [{ code: 'CAR', name: 'Cardiología' }] })
  const { user } = await renderPage(`${address}?sucursal=MAIPU`, { as: 'patient' })
  expect(screen.queryByRole('combobox', { name: '¿Para quién es el examen?' })).not.toBeInTheDocument()
  const kinds = within(await screen.findByRole('group', { name: 'Tipo de paciente' })).getAllByRole('radio')
  expect(kinds.map((kind) => kind.closest('label')?.textContent)).toEqual([
    'Pediátrico Menor de 15 años',
    'Adulto 15 años o más',
  ])
  await user.click(screen.getByRole('radio', { name: /^Adulto/ }))
  await waitFor(() => expect(screen.getByLabelText('Examen')).toHaveDisplayValue('Holter de arritmias'))
  expect(requestsTo(procedureEndpoints.procedures)[0]?.query.get('able_for_adults')).toBe('true')
  await download(user)
  expect(goOn()).toBeEnabled()
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
