import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { agendaPage, buildAgendaAppointment, buildExam, buildExamsPage } from '../../../test/record.ts'
import { renderPortal } from '../../../test/render-portal.tsx'

const exams = '/dashboard/mis-examenes'
const hours = '/dashboard/consultas-medicas'
const martina = buildPatient({ id: 9, first_name: 'Martina Ignacia', last_name: 'Soto', is_a_minor: true })
const selections = [
  { id: 7, first_name: 'Camila Andrea', last_name: 'Fuentes', is_self: true },
  { id: 9, first_name: 'Martina Ignacia', last_name: 'Soto', is_self: false },
]

beforeEach(() => {
  mockEndpoint(familyMemberEndpoints.selections, { selections, delegated: [] })
  mockEndpoint(peopleEndpoints.one, { data: martina })
  mockEndpoint(examEndpoints.list, buildExamsPage([buildExam({ type_exam: 'Perfil de Camila' })]))
  mockEndpoint(
    examEndpoints.listOf,
    buildExamsPage([buildExam({ patient_id: 9, attention_id: 90, type_exam: 'Hemograma de Martina' })]),
  )
  mockEndpoint(
    appointmentAgendaEndpoints.list,
    agendaPage(
      [buildAgendaAppointment({ patient_id: 9, doctor_name: 'Dra. De Martina' })],
      [{ id: 9, first_name: 'Martina Ignacia', last_name: 'Soto' }],
    ),
  )
})

const banner = () => screen.getByRole('region', { name: 'Persona que estás viendo' })

test('after a switch the page says whose record it shows, and nothing of the previous patient remains on it or in memory', async () => {
  const { user, path, cachedRecords, cachedText: kept } = await renderPortal(exams, { as: 'patient' })
  expect(await screen.findByText('Perfil de Camila')).toBeVisible()
  await user.click(await within(banner()).findByRole('button', { name: 'Martina' }))
  await waitFor(() => expect(path()).toBe(`${exams}?patient_id=9`))
  expect(await screen.findByText('Hemograma de Martina')).toBeVisible()
  expect(within(banner()).getByText('Martina Ignacia Soto')).toBeVisible()
  expect(screen.queryByText('Perfil de Camila')).not.toBeInTheDocument()
  expect(cachedRecords()).toEqual([9])
  expect(kept()).not.toContain('Perfil de Camila')
})

test('going back from a member’s record leaves nothing of it, even on a page without a record', async () => {
  const { user, back, go, cachedRecords, cachedText: kept } = await renderPortal(exams, { as: 'patient' })
  await user.click(await within(banner()).findByRole('button', { name: 'Martina' }))
  expect(await screen.findByText('Hemograma de Martina')).toBeVisible()
  // The answer for the user's own record is still pending; nothing of the child may be shown meanwhile.
  mockEndpoint(examEndpoints.list, () => new Promise(() => undefined))
  await back()
  expect(screen.queryByText('Hemograma de Martina')).not.toBeInTheDocument()
  expect(screen.queryByText('Martina Ignacia Soto')).not.toBeInTheDocument()
  expect(cachedRecords()).toEqual([7])
  expect(kept()).not.toContain('Hemograma')

  await go(`${hours}?patient_id=9`)
  expect(await screen.findByText('Dra. De Martina')).toBeVisible()
  await go('/dashboard/perfil')
  await waitFor(() => expect(screen.queryByText('Dra. De Martina')).not.toBeInTheDocument())
  await waitFor(() => expect(cachedRecords()).not.toContain(9))
  expect(kept()).not.toContain('Dra. De Martina')
})

test.each([exams, '/dashboard/solicitud-presupuestos'])(
  'at %s a patient without access gives way to the user’s own record, with a message',
  async (page) => {
    mockEndpoint(peopleEndpoints.one, new ApiError('notFound'))
    mockEndpoint(examEndpoints.listOf, new ApiError('notFound'))
    const { path } = await renderPortal(`${page}?patient_id=12&from_family_group=true`, { as: 'patient' })
    expect(await screen.findByText('No puedes ver los datos de esa persona')).toBeVisible()
    expect(path()).toBe(page)
    const own = await within(banner()).findByRole('button', { name: 'Camila (tú)' })
    expect(own).toHaveAttribute('aria-pressed', 'true')
  },
)

describe('an adult who gave the user access to some matters', () => {
  const delegated = [
    {
      id: 12,
      first_name: 'Jorge Luis',
      last_name: 'Rojas',
      matters: ['exams' as const],
      may_book: false,
    },
  ]

  beforeEach(() => {
    mockEndpoint(familyMemberEndpoints.selections, { selections: selections.slice(0, 1), delegated })
    mockEndpoint(
      examEndpoints.listOf,
      buildExamsPage([buildExam({ patient_id: 12, attention_id: 120, type_exam: 'Hemograma de Jorge' })]),
    )
  })

  test('the person is offered on the page of the matter, with a banner and without sharing', async () => {
    const { user, path } = await renderPortal(exams, { as: 'patient' })
    await user.click(await within(banner()).findByRole('button', { name: 'Jorge' }))
    await waitFor(() => expect(path()).toBe(`${exams}?patient_id=12`))
    expect(await within(banner()).findByText('Jorge Luis Rojas')).toBeVisible()
    expect((await screen.findAllByText(/Hemograma de Jorge/))[0]).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Compartir/ })).not.toBeInTheDocument()
    expect(screen.queryByRole('tab', { name: 'Compartidos' })).not.toBeInTheDocument()
    // A delegate may not ask for the personal data.
    expect(requestsTo(peopleEndpoints.one)).toEqual([])
  })

  const opened = { url_file: '/visor/llave', viewer: 'frame', attention_id: 120, patient_id: 12 } as const

  test('the viewer of the person’s exam does not offer sharing', async () => {
    mockEndpoint(examEndpoints.view, { ...opened, type_patient: 'Ambulatorio' })
    await renderPortal(`${exams}?patient_id=12&examen=120`, { as: 'patient' })
    expect(await screen.findByTitle('Resultados de Hemograma de Jorge')).toBeVisible()
    expect(screen.queryByRole('button', { name: /^Compartir/ })).not.toBeInTheDocument()
  })

  test('a page of another matter gives way to the user’s own record, with a message', async () => {
    const { path } = await renderPortal('/dashboard/solicitud-presupuestos?patient_id=12', { as: 'patient' })
    expect(await screen.findByText('No puedes ver los datos de esa persona')).toBeVisible()
    expect(path()).toBe('/dashboard/solicitud-presupuestos')
    expect(screen.queryByRole('button', { name: 'Jorge' })).not.toBeInTheDocument()
  })

  test('an appointment that the user may only see has no actions', async () => {
    const read = buildAgendaAppointment({ patient_id: 12, may_change: false, can_confirm: false })
    mockEndpoint(
      appointmentAgendaEndpoints.list,
      agendaPage([read], [{ id: 12, first_name: 'Jorge Luis', last_name: 'Rojas' }]),
    )
    const { user } = await renderPortal(`${hours}?patient_id=12`, { as: 'patient' })
    expect(await screen.findByText('Puedes ver esta hora, pero no cambiarla ni cancelarla.')).toBeVisible()
    await user.click(screen.getByRole('button', { name: /^Más acciones de la hora/ }))
    for (const name of ['Cancelar hora', 'Cambiar hora'])
      expect(screen.queryByRole('menuitem', { name })).not.toBeInTheDocument()
  })
})
