import { ApiError } from '@mi-portal/contract/calls/api-error'
import { guardianshipEndpoints } from '@mi-portal/contract/family/guardianship'
import { familyMemberEndpoints } from '@mi-portal/contract/family/members'
import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import { userEndpoints } from '@mi-portal/contract/users'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildUser } from '../../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../../test/fake-server.ts'
import { buildMember, buildMembership, buildRequest } from '../../../../test/family.ts'
import { renderPage } from '../../../../test/render-portal.tsx'

test.each([
  ['/admin/familia/0', 'ID de usuario inválido'],
  ['/admin/familia/x1', 'ID de usuario inválido'],
  ['/admin/familia/agregar-integrante/-3', 'ID de usuario inválido'],
])('the address %s shows «%s»', async (address, words) => {
  await renderPage(address, { as: 'admin' })
  expect(await screen.findByText(words)).toBeVisible()
  expect(requestsTo(userEndpoints.one)).toEqual([])
})

test('the group page shows members and memberships, and staff can remove a member', async () => {
  mockEndpoint(userEndpoints.one, { data: buildUser() })
  mockEndpoint(familyMemberEndpoints.staffGroup, { familyGroup: [buildMember()] })
  mockEndpoint(familyMemberEndpoints.staffMemberships, { groups: [buildMembership()], protection: null })
  mockEndpoint(familyMemberEndpoints.staffRemove, {})
  const { user } = await renderPage('/admin/familia/7', { as: 'admin' })
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Grupo familiar de Camila Andrea Fuentes Rojas' }),
  ).toBeVisible()
  expect(screen.getByRole('link', { name: 'Volver a seleccionar paciente' })).toHaveAttribute(
    'href',
    '/admin/familia',
  )
  expect(await screen.findByText('Grupo de Diego Esteban Soto Muñoz')).toBeVisible()
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument()
  expect(requestsTo(familyMemberEndpoints.staffGroup)[0]?.query.get('patient_id')).toBe('7')
  await user.click(await screen.findByRole('button', { name: /^Quitar del grupo a Martina/ }))
  await user.click(screen.getByRole('button', { name: 'Quitar' }))
  await waitFor(() => expect(requestsTo(familyMemberEndpoints.staffRemove)[0]?.query.get('id')).toBe('1'))
})

test('a guardianship that waits for a second member of staff says who decides it until when, and cannot be requested again', async () => {
  mockEndpoint(familyMemberEndpoints.staffGroup, {
    familyGroup: [buildMember({ guardian: 'unproven', guardian_waits: true })],
  })
  await renderPage('/admin/familia/7', { as: 'admin' })
  expect(await screen.findByText('Queda por confirmar por otra persona del equipo')).toBeVisible()
  expect(screen.getByText(/lo decide en «Por confirmar» dentro de 7 días; después hay que/)).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Confirmar representación/ })).toBeNull()
  expect(screen.getByRole('button', { name: /^Denegar representación/ })).toBeVisible()
})

test('staff mark a protection measure of a minor, and its end waits for a second person', async () => {
  mockEndpoint(userEndpoints.one, { data: buildUser({ is_a_minor: true }) })
  mockEndpoint(familyMemberEndpoints.staffMemberships, { groups: [], protection: null })
  mockEndpoint(guardianshipEndpoints.protect, {})
  const { user } = await renderPage('/admin/familia/7', { as: 'admin' })
  await user.click(await screen.findByRole('button', { name: 'Marcar medida de protección' }))
  const protection = { since: '2026-11-20T12:00:00Z', end_waits: false }
  mockEndpoint(familyMemberEndpoints.staffMemberships, { groups: [], protection })
  await user.click(screen.getByRole('button', { name: 'Marcar' }))
  await user.click(await screen.findByRole('button', { name: 'Terminar medida de protección' }))
  const ending = { ...protection, end_waits: true }
  mockEndpoint(familyMemberEndpoints.staffMemberships, { groups: [], protection: ending })
  await user.click(screen.getByRole('button', { name: 'Pedir el término' }))
  expect(await screen.findByText('Queda por confirmar por otra persona del equipo')).toBeVisible()
  expect(requestsTo(guardianshipEndpoints.protect).map(({ body }) => body)).toEqual([
    { protected: true },
    { protected: false },
  ])
})

test('the request in the address has the focus, and staff request to accept it for the patient', async () => {
  mockEndpoint(userEndpoints.one, { data: buildUser() })
  mockEndpoint(familyRequestEndpoints.staffReceived, { requests: [buildRequest()] })
  mockEndpoint(familyRequestEndpoints.staffAccept, {})
  const { user } = await renderPage('/admin/familia/7?tab=requests&request_id=31', { as: 'admin' })
  const review = await screen.findByRole('button', { name: /^Revisar/ })
  await waitFor(() => expect(review.closest('tr')).toHaveFocus())
  await user.click(review)
  expect(within(screen.getByRole('dialog')).getByText('Camila Andrea Fuentes Rojas')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'ACEPTAR' }))
  const reason = screen.getByRole('combobox', { name: 'Motivo' })
  expect(reason).toHaveAccessibleDescription(/Elige un motivo para aceptar/)
  const choose = async (field: string, option: string) => {
    await user.click(screen.getByRole('combobox', { name: field }))
    await user.click(screen.getByRole('option', { name: option }))
  }
  await choose('Motivo', 'La persona lo pidió en la clínica')
  await choose('Documento que viste', 'Ningún documento')
  await user.click(screen.getByRole('button', { name: 'ACEPTAR' }))
  expect(screen.getByRole('combobox', { name: 'Documento que viste' })).toHaveAccessibleDescription(
    /Para aceptar, elige el documento que viste/,
  )
  await choose('Documento que viste', 'Certificado de nacimiento')
  await user.click(screen.getByRole('button', { name: 'ACEPTAR' }))
  expect(await screen.findByText(/Otra persona del equipo debe confirmarlo/)).toBeVisible()
  expect(requestsTo(familyRequestEndpoints.staffAccept)[0]?.params).toEqual({
    request_id: '31',
    applicant_id: '12',
    family_id: '41',
  })
  const sent = requestsTo(familyRequestEndpoints.staffAccept)[0]?.query.toString()
  expect(sent).toBe('reason=asked-in-person&evidence=birth-certificate')
})

test('a request that staff decided shows why and which document was seen', async () => {
  mockEndpoint(userEndpoints.one, { data: buildUser() })
  const decision = { reason: 'not-proven', evidence: 'none' } as const
  mockEndpoint(familyRequestEndpoints.staffReceived, {
    requests: [buildRequest({ request_status: 2, decision })],
  })
  await renderPage('/admin/familia/7?tab=requests', { as: 'admin' })
  expect(
    await screen.findByText('No se acreditó la relación. Documento visto: Ningún documento'),
  ).toBeVisible()
})

const address = '/admin/familia/agregar-integrante/7'
test('staff cannot add a member to the group of a minor', async () => {
  mockEndpoint(userEndpoints.one, { data: buildUser({ is_a_minor: true }) })
  await renderPage(address, { as: 'admin' })
  expect(
    await screen.findByText(
      'Camila Andrea Fuentes Rojas es menor de edad y no puede tener integrantes en su grupo familiar.',
    ),
  ).toBeVisible()
})

test('staff who ask a person to join get the dialog of the success or of the error, and then the way to approve the request', async () => {
  mockEndpoint(userEndpoints.one, { data: buildUser() })
  const { id, first_name, last_name, second_name, email } = buildUser({ id: 15, first_name: 'Paula Inés' })
  const patient = { id, first_name, last_name, second_name, email, is_a_minor: false, has_account: true }
  mockEndpoint(familyRequestEndpoints.search, { registered: true, patient })
  mockEndpoint(familyRequestEndpoints.staffAdd, new ApiError('unavailable'))
  const { user } = await renderPage(address, { as: 'admin' })
  await user.type(await screen.findByRole('textbox', { name: 'RUT' }), '13579246-2{Enter}')
  await user.choose('Tipo de relación', 'Padre')
  await user.click(screen.getByRole('button', { name: 'ENVIAR SOLICITUD' }))
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cerrar' }))
  mockEndpoint(familyRequestEndpoints.staffAdd, { request_id: 77, joined: false })
  await user.click(screen.getByRole('button', { name: 'ENVIAR SOLICITUD' }))
  const dialog = await screen.findByRole('dialog', { name: '¡La solicitud ha sido enviada con éxito!' })
  await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
  expect(screen.getByText(/o el administrador puede aprobarla ahora\.$/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Aprobar solicitud ahora' })).toHaveAttribute(
    'href',
    '/admin/familia/15?tab=requests&request_id=77',
  )
})

test('the patients of whom staff open the group are sorted and paged as the address says, and not named there', async () => {
  const { list } = userEndpoints
  mockEndpoint(list, { patients: [buildUser()], total: 30, page: 1, limit: 20 })
  const { user, router } = await renderPage('/admin/familia?filas=50', { as: 'admin' })
  await user.type(await screen.findByRole('searchbox', { name: /^Buscar por nombre/ }), 'camila')
  await user.click(await screen.findByRole('button', { name: 'Documento' }))
  await waitFor(() =>
    expect(requestsTo(list).at(-1)?.body).toMatchObject({
      ...{ filter: 'camila', page: 1, limit: 50, order: 'document_number' },
    }),
  )
  expect(router.state.location.search).toEqual({ filas: '50', orden: 'document_number' })
})
