import { appointmentAgendaEndpoints } from '@mi-portal/contract/appointments/appointment-agenda'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { setAdultAge } from '../../../test/adult-age.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { buildAdultMember, buildMember, buildMembership, buildRequest } from '../../../test/family.ts'
import { agendaPage, buildAgendaAppointment } from '../../../test/record.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const address = '/dashboard/mi-grupo-familiar'
const card = (name: string) => screen.findByRole('listitem', { name })

test("a child in the user's care has a card with the next appointment, whose actions lead to the child’s record", async () => {
  setAdultAge(21)
  mockEndpoint(familyMemberEndpoints.group, { familyGroup: [buildMember()] })
  const agenda = agendaPage([{}, { id_appointment: 7, patient_id: 9 }].map(buildAgendaAppointment))
  mockEndpoint(appointmentAgendaEndpoints.list, agenda)
  const { user } = await renderPage(address, { as: 'patient' })
  const martina = within(await card('Martina Ignacia Soto Fuentes'))
  expect(martina.getByText('23456789-6')).not.toBeVisible()
  expect(await martina.findByRole('link', { name: /\d\d:\d\d h$/ })).toHaveAttribute(
    'href',
    '/dashboard/consultas-medicas/hora/7?patient_id=9',
  )
  await user.click(martina.getByText('Datos de contacto'))
  for (const fact of ['Hijo/a', '23456789-6', '942094044', 'martina@ejemplo.cl'])
    expect(martina.getByText(fact)).toBeVisible()
  expect(martina.getByText('Su historial está visible porque es menor de 21 años.')).toBeVisible()
  expect(martina.getByRole('link', { name: 'Exámenes de Martina Ignacia' })).toHaveAttribute(
    'href',
    '/dashboard/mis-examenes?patient_id=9&from_family_group=true',
  )
  await user.click(martina.getByRole('button', { name: /^Opciones de Martina/ }))
  const leads = (name: string) => screen.getByRole('menuitem', { name }).getAttribute('href')
  expect(leads('Historial')).toBe(
    '/dashboard/consultas-medicas/horas-pasadas?patient_id=9&from_family_group=true',
  )
  expect(leads('Presupuesto')).toBe('/dashboard/solicitud-presupuestos?patient_id=9&from_family_group=true')
  expect(leads('Documento')).toBe(
    '/dashboard/consultas-medicas/solicitar-documento?patient_id=9&from_family_group=true&solicitar=true',
  )
})

test.each([
  ['ofAge', 'No puedes ver su historial: es mayor de edad.'],
  ['notProven', /cuando Clínica Andes confirme que eres su madre, padre o representante legal/],
  ['announced', /Podrás ver su historial desde el 10\/01\/2026, /],
  ['frozen', /está revisando si representas a esta persona/],
  ['denied', /no confirmó que seas su madre, padre o representante legal/],
] as const)(
  'a record that the group owner may not see (%s) has disabled actions with the reason',
  async (why, words) => {
    mockEndpoint(familyMemberEndpoints.group, {
      familyGroup: [buildAdultMember({ button_reason: why, may_book: false })],
    })
    const { user, path } = await renderPage(address, { as: 'patient' })
    const jorge = within(await card('Jorge Luis Rojas Tapia'))
    expect(jorge.queryByRole('link')).not.toBeInTheDocument()
    expect(jorge.getByText(/Jorge Luis no permite que reserves sus horas/)).toBeVisible()
    await user.click(jorge.getByRole('button', { name: /^Opciones de Jorge/ }))
    for (const name of [/^Exámenes/, /^Historial/, /^Presupuesto/, /^Documento/]) {
      const action = screen.getByRole('menuitem', { name })
      expect(action).toHaveAttribute('aria-disabled', 'true')
      expect(action).toHaveTextContent(words)
      await user.click(action)
    }
    expect(path()).toBe(address)
  },
)

const announcement = {
  id: 8,
  guardian_name: 'Diego Soto',
  member_name: 'Martina Soto',
  opens_at: '2026-11-29T15:00:00Z',
  has_begun: false,
}

test('a minor, who has nothing to add, does not read what a family group is for', async () => {
  mockEndpoint(familyMemberEndpoints.group, { familyGroup: [] })
  await renderPage(address, { as: 'minor' })
  expect(await screen.findByText(/tienes integrantes en tu grupo familiar/)).toBeVisible()
  expect(screen.queryByText('Con un grupo familiar puedes:')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Agregar integrante' })).toBeNull()
})

test('another guardian agrees at once, or objects after a question', async () => {
  mockEndpoint(guardianshipEndpoints.announcements, { announcements: [announcement] })
  mockEndpoint(guardianshipEndpoints.answer, {})
  const { user } = await renderPage(address, { as: 'patient' })
  expect(await screen.findByText('Diego Soto verá el historial de Martina Soto')).toBeVisible()
  await user.click(screen.getByRole('button', { name: /^Estoy de acuerdo con que Diego Soto/ }))
  await waitFor(() => expect(requestsTo(guardianshipEndpoints.answer)).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: /^No corresponde que Diego Soto/ }))
  mockEndpoint(guardianshipEndpoints.announcements, { announcements: [] })
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'NO CORRESPONDE' }))
  await waitFor(() => expect(screen.queryByText(/verá el historial/)).toBeNull())
  expect(requestsTo(guardianshipEndpoints.answer).map(({ body }) => body)).toEqual([
    { agrees: true },
    { agrees: false },
  ])
})

test('an adolescent reads who sees the record already, and an answer that came too late is shown', async () => {
  const begun = { ...announcement, member_name: null, has_begun: true }
  mockEndpoint(guardianshipEndpoints.announcements, { announcements: [begun] })
  mockEndpoint(guardianshipEndpoints.answer, new ApiError('notFound'))
  const { user } = await renderPage(address, { as: 'minor' })
  expect(await screen.findByText('Diego Soto ve tu historial')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Estoy de acuerdo/ })).toBeNull()
  await user.click(screen.getByRole('button', { name: /^No corresponde/ }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'NO CORRESPONDE' }))
  expect(await screen.findByText('No encontramos lo que buscas')).toBeVisible()
})

test('an adult decides whether the group owner can book for them', async () => {
  mockEndpoint(familyMemberEndpoints.memberships, { groups: [buildMembership()] })
  mockEndpoint(familyMemberEndpoints.switchBooking, {})
  const { user } = await renderPage(address, { as: 'patient' })
  const box = await screen.findByRole('checkbox', { name: 'Puede reservar horas para mí' })
  expect(box).toBeChecked()
  mockEndpoint(familyMemberEndpoints.memberships, { groups: [buildMembership({ may_book: false })] })
  await user.click(box)
  await waitFor(() => expect(screen.getByRole('checkbox')).not.toBeChecked())
  expect(requestsTo(familyMemberEndpoints.switchBooking)[0]).toMatchObject({
    params: { id: '5' },
    body: { may_book: false },
  })
})

const requests = `${address}?tab=requests`

test.each([
  ['ACEPTAR', familyRequestEndpoints.accept, 1, 'Solicitud aceptada', 'Aprobada'],
  ['RECHAZAR', familyRequestEndpoints.reject, 2, 'Solicitud rechazada', 'Rechazada'],
] as const)('%s decides, and the lists follow', async (button, endpoint, request_status, title, state) => {
  mockEndpoint(familyRequestEndpoints.received, { requests: [buildRequest()] })
  mockEndpoint(endpoint, { landing: '/accepted/1/1/x?s=y' })
  const { user, path } = await renderPage(requests, { as: 'patient' })
  await user.click(
    await screen.findByRole('button', { name: 'Revisar la solicitud de Diego Esteban Soto Muñoz' }),
  )
  mockEndpoint(familyRequestEndpoints.received, { requests: [buildRequest({ request_status })] })
  await user.click(screen.getByRole('button', { name: button }))
  expect(await screen.findByRole('heading', { name: title })).toBeVisible()
  expect(requestsTo(endpoint)[0]?.params).toEqual({ request_id: '31', applicant_id: '12', family_id: '41' })
  await user.click(screen.getByRole('button', { name: 'Cerrar' }))
  expect(await screen.findByText(state)).toBeVisible()
  expect(path()).toBe(requests)
})

test.each([
  [new ApiError('decidedAlready'), 'Esta solicitud ya fue resuelta'],
  [new ApiError('unavailable'), 'Error al aceptar la solicitud'],
])('an error when deciding a request is shown, and the requests are reloaded', async (error, words) => {
  mockEndpoint(familyRequestEndpoints.received, { requests: [buildRequest()] })
  mockEndpoint(familyRequestEndpoints.accept, error)
  const { user } = await renderPage(requests, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: /^Revisar/ }))
  await user.click(screen.getByRole('button', { name: 'ACEPTAR' }))
  expect(await screen.findByText(words)).toBeVisible()
  expect(requestsTo(familyRequestEndpoints.received).length).toBeGreaterThan(1)
})

test('the invitation of a pending request is sent again, and the page says so only once it was sent', async () => {
  mockEndpoint(familyRequestEndpoints.sent, { requests: [buildRequest()] })
  mockEndpoint(familyRequestEndpoints.resend, new ApiError('unavailable'))
  const { user } = await renderPage(`${address}?tab=solicitudes`, { as: 'patient' })
  const resend = await screen.findByRole('button', {
    name: 'Enviar otra vez la invitación a Camila Andrea Fuentes Rojas',
  })
  await user.click(resend)
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.queryByText(/^Enviamos otra vez/)).not.toBeInTheDocument()
  mockEndpoint(familyRequestEndpoints.resend, {})
  await user.click(resend)
  expect(await screen.findByText(/^Enviamos otra vez la invitación/)).toBeVisible()
  expect(requestsTo(familyRequestEndpoints.resend)[0]?.params).toEqual({ request_id: '31' })
})
