import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { examEndpoints } from '@mi-portal/contract/exams/exams'
import { bookedByOther, privateItemEndpoints, privateLabel } from '@mi-portal/contract/private-items'
import { screen, waitFor, within } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { agendaPage, buildAgendaAppointment, buildExam, buildExamsPage } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const exams = '/dashboard/mis-examenes'
const appointments = '/dashboard/consultas-medicas'
const { options, markAppointment } = privateItemEndpoints

test('a person who may not keep items private sees no button for it', async () => {
  mockEndpoint(options, { may_mark: false, lacks: null })
  mockEndpoint(examEndpoints.list, buildExamsPage([{ ...buildExam(), is_private: false }]))
  const { user } = await renderPage(exams, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: /^Más acciones de Perfil bioquímico/ }))
  await waitFor(() => expect(requestsTo(options)).toHaveLength(1))
  expect(screen.getByRole('menuitem', { name: 'Compartir' })).toBeVisible()
  expect(screen.queryByRole('menuitem', { name: /Solo yo/ })).not.toBeInTheDocument()
})

async function openMenu(user: UserEvent, doctor: string) {
  const name = new RegExp(`^Más acciones de la hora con .*${doctor}`)
  await user.click(await screen.findByRole('button', { name }))
  return within(await screen.findByRole('menu', { name }))
}

test('the own appointment has badge and action, one that a member of the family booked and one of a child have none', async () => {
  mockEndpoint(options, { may_mark: true, lacks: null })
  mockEndpoint(
    appointmentAgendaEndpoints.list,
    agendaPage([
      buildAgendaAppointment({ is_private: true }),
      buildAgendaAppointment({
        id_appointment: 2,
        doctor_name: 'Dr. Tomás Rivas',
        booked_by: { full_name: 'Ana Soto', is_caller: false },
      }),
      buildAgendaAppointment({ id_appointment: 3, patient_id: 9, doctor_name: 'Dra. Elena Paz' }),
    ]),
  )
  const { user } = await renderPage(appointments, { as: 'patient' })
  expect(await screen.findAllByText('Solo yo')).toHaveLength(1)
  const own = await openMenu(user, 'Carolina Muñoz')
  expect(await own.findByRole('menuitem', { name: 'Quitar «Solo yo»' })).toBeVisible()
  for (const doctor of ['Tomás Rivas', 'Elena Paz'])
    expect((await openMenu(user, doctor)).queryByRole('menuitem', { name: /Solo yo/ }), doctor).toBeNull()
})

test('an appointment that was booked by another person meanwhile stays as it is, and the dialog says why', async () => {
  mockEndpoint(options, { may_mark: true, lacks: null })
  mockEndpoint(appointmentAgendaEndpoints.list, agendaPage([buildAgendaAppointment()]))
  mockEndpoint(markAppointment, new ApiError('notPossible', { msg: bookedByOther }))
  const { user } = await renderPage(appointments, { as: 'patient' })
  const menu = await openMenu(user, 'Carolina Muñoz')
  await user.click(await menu.findByRole('menuitem', { name: privateLabel }))
  const dialog = await screen.findByRole('dialog', { name: '¿Que esta hora la veas solo tú?' })
  await user.click(within(dialog).getByRole('button', { name: 'Sí, solo yo' }))
  expect(await within(dialog).findByText(/Otra persona reservó esta hora/)).toBeVisible()
})

test('an adolescent whose mailbox is that of a guardian learns at the button what the account lacks, and gets to the profile', async () => {
  mockEndpoint(options, { may_mark: false, lacks: 'own_mailbox' })
  mockEndpoint(appointmentAgendaEndpoints.list, agendaPage([buildAgendaAppointment()]))
  const { user } = await renderPage(appointments, { as: 'patient' })
  const menu = await openMenu(user, 'Carolina Muñoz')
  await user.click(await menu.findByRole('menuitem', { name: privateLabel }))
  const dialog = await screen.findByRole('dialog', { name: 'Falta un correo que solo tú leas' })
  expect(within(dialog).getByRole('link', { name: 'Ir a mi perfil' })).toHaveAttribute(
    'href',
    '/dashboard/perfil?tab=cambiar-datos',
  )
  expect(within(dialog).queryByRole('button', { name: 'Sí, solo yo' })).not.toBeInTheDocument()
})
