import { ApiError } from '@mi-portal/contract/api-error'
import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointment-agenda'
import { examEndpoints } from '@mi-portal/contract/exams'
import { bookedByOther, privateItemEndpoints } from '@mi-portal/contract/private-items'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { agendaPage, buildAgendaAppointment, buildExam, buildExamsPage } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const exams = '/dashboard/mis-examenes'
const appointments = '/dashboard/consultas-medicas'
const { options, markExam, markAppointment } = privateItemEndpoints

describe('the mark «Solo yo» on an exam', () => {
  let isPrivate: boolean

  beforeEach(() => {
    isPrivate = false
    mockEndpoint(options, { may_mark: true })
    mockEndpoint(examEndpoints.list, () => buildExamsPage([{ ...buildExam(), is_private: isPrivate }]))
  })

  test('an adolescent reads who stops seeing the exam, marks it, and takes the mark off again', async () => {
    mockEndpoint(markExam, ({ body }) => {
      isPrivate = (body as { is_private: boolean }).is_private
      return { is_private: isPrivate }
    })
    const { user } = await renderPage(exams, { as: 'patient' })
    await user.click(
      await screen.findByRole('button', {
        name: 'Solo yo: que nadie más vea Perfil bioquímico del 20/11/2026',
      }),
    )
    const dialog = await screen.findByRole('dialog', { name: '¿Que este examen lo veas solo tú?' })
    expect(dialog).toHaveTextContent('La clínica lo sigue viendo para atenderte')
    await user.click(within(dialog).getByRole('button', { name: 'Sí, solo yo' }))
    const row = await screen.findByRole('row', { name: /Perfil bioquímico Solo yo/ })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await user.click(within(row).getByRole('button', { name: /^Quitar «Solo yo» de Perfil bioquímico/ }))
    const again = await screen.findByRole('dialog', { name: '¿Quitar «Solo yo» de este examen?' })
    await user.click(within(again).getByRole('button', { name: 'Quitar «Solo yo»' }))
    await screen.findByRole('button', { name: /^Solo yo: que nadie más vea/ })
    expect(requestsTo(markExam).map(({ body }) => body)).toEqual([
      { attention_id: 31, type: 'laboratory', is_private: true },
      { attention_id: 31, type: 'laboratory', is_private: false },
    ])
  })

  test('a person who may not keep items private sees no button for it', async () => {
    mockEndpoint(options, { may_mark: false })
    await renderPage(exams, { as: 'patient' })
    await screen.findByRole('row', { name: /Perfil bioquímico/ })
    await waitFor(() => expect(requestsTo(options)).toHaveLength(1))
    expect(screen.queryByRole('button', { name: /Solo yo/ })).not.toBeInTheDocument()
  })
})

describe('the mark «Solo yo» on an appointment', () => {
  test('the own appointment has badge and button, one that a member of the family booked and one of a child have none', async () => {
    mockEndpoint(options, { may_mark: true })
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
    await renderPage(appointments, { as: 'patient' })
    expect(await screen.findByRole('heading', { name: 'Dra. Carolina Muñoz Vidal Solo yo' })).toBeVisible()
    expect(await screen.findByRole('button', { name: /^Quitar «Solo yo» de la hora/ })).toBeVisible()
    expect(screen.getAllByRole('button', { name: /Solo yo/ })).toHaveLength(1)
  })

  test('an appointment that was booked by another person meanwhile stays as it is, and the dialog says why', async () => {
    mockEndpoint(options, { may_mark: true })
    mockEndpoint(appointmentAgendaEndpoints.list, agendaPage([buildAgendaAppointment()]))
    mockEndpoint(markAppointment, new ApiError('notPossible', { msg: bookedByOther }))
    const { user } = await renderPage(appointments, { as: 'patient' })
    await user.click(await screen.findByRole('button', { name: /^Solo yo: que nadie más vea la hora/ }))
    const dialog = await screen.findByRole('dialog', { name: '¿Que esta hora la veas solo tú?' })
    await user.click(within(dialog).getByRole('button', { name: 'Sí, solo yo' }))
    expect(await within(dialog).findByText(/Otra persona reservó esta hora/)).toBeVisible()
  })
})
