import { ApiError } from '@mi-portal/contract/calls/api-error'
import { exportEndpoints } from '@mi-portal/contract/exports'
import { type PatientAccess, profileEndpoints } from '@mi-portal/contract/profile'
import { dataRightEndpoints } from '@mi-portal/contract/service-requests/data-rights'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { mockSelections } from '../../../test/family.ts'
import { renderPage } from '../../../test/render-portal.tsx'

const address = '/dashboard/perfil/datos-personales'

test('an erasure request first says what the law retains, and then gives a receipt', async () => {
  mockEndpoint(dataRightEndpoints.request, {
    request: { id: 42, receipt: 'DP-2026-000042', due_on: '2026-12-26' },
  })
  const { user } = await renderPage(address, { as: 'patient' })
  expect(await screen.findByText('Aún no has hecho solicitudes sobre tus datos.')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Hacer una solicitud' }))
  const dialog = await screen.findByRole('dialog', { name: 'Hacer una solicitud' })
  await user.click(within(dialog).getByRole('button', { name: 'Enviar solicitud' }))
  expect(await within(dialog).findByText('Selecciona qué quieres solicitar')).toBeVisible()
  expect(within(dialog).queryByText(/Ley 20.584/)).toBeNull()
  await user.choose('Qué quieres solicitar', 'Supresión')
  expect(await within(dialog).findByText(/Ley 20.584, art. 13/)).toBeVisible()
  await user.click(within(dialog).getByRole('button', { name: 'Enviar solicitud' }))
  expect(await within(dialog).findByText('Digita qué datos quieres que se eliminen')).toBeVisible()
  expect(within(dialog).getByText('Confirma que leíste qué datos debe conservar la clínica')).toBeVisible()
  expect(requestsTo(dataRightEndpoints.request)).toEqual([])
  await user.type(within(dialog).getByRole('textbox', { name: /Detalle/ }), 'Mi teléfono')
  const box = within(dialog).getByRole('checkbox', { name: /Leí qué datos debe conservar/ })
  expect(box).not.toBeChecked()
  await user.click(box)
  await user.click(within(dialog).getByRole('button', { name: 'Enviar solicitud' }))
  expect(await screen.findByRole('heading', { name: 'Recibimos tu solicitud' })).toBeVisible()
  expect(screen.getByText('DP-2026-000042')).toBeVisible()
  expect(screen.getByText('26/12/2026')).toBeVisible()
  expect(requestsTo(dataRightEndpoints.request)[0]?.body).toEqual({
    right: 'erasure',
    message: 'Mi teléfono',
    read_what_is_kept: true,
  })
})

test('a request for a minor sends the minor’s id, and a rejected one keeps its input', async () => {
  mockSelections()
  mockEndpoint(dataRightEndpoints.request, new ApiError('rightOfTheirOwn', { param: 'right' }))
  const { user } = await renderPage(address, { as: 'patient' })
  await user.click(await screen.findByRole('button', { name: 'Hacer una solicitud' }))
  await user.choose('Qué quieres solicitar', 'Oposición')
  await user.choose('De quién son los datos', 'Martina Soto')
  await user.type(screen.getByRole('textbox', { name: /Detalle/ }), 'Encuestas')
  await user.click(screen.getByRole('button', { name: 'Enviar solicitud' }))
  expect((await screen.findAllByText(/le corresponde hacerla a la misma persona/)).length).toBeGreaterThan(0)
  expect(screen.getByRole('textbox', { name: /Detalle/ })).toHaveValue('Encuestas')
  expect(requestsTo(dataRightEndpoints.request)[0]?.body).toMatchObject({ family_member_id: 9 })
})

test('a data export of a child is requested with the child’s id, and says why it was rejected', async () => {
  mockSelections()
  mockEndpoint(exportEndpoints.request, new ApiError('tooMany'))
  const { user } = await renderPage('/dashboard/perfil/datos-personales', { as: 'patient' })
  const card = within(await screen.findByRole('region', { name: 'Copia de mis datos' }))
  await user.choose('De quién', 'Martina Soto')
  await user.click(card.getByRole('button', { name: 'Pedir una copia' }))
  expect(await card.findByText(new ApiError('tooMany').message)).toBeVisible()
  expect(requestsTo(exportEndpoints.request)[0]?.params).toEqual({ patientId: '9' })
})

test('an access of somebody else is claimed, and its row then shows the claim', async () => {
  const access = {
    ...{ id: 8, at: '2026-11-23T15:00:00.000Z', who: 'Andrea Morales', role: 'ADMIN_ROLE', action: 'Vio' },
    ...{
      what: 'tus horas',
      patient_full_name: 'Camila',
      from: 'Administración',
      claim: null,
      may_claim: true,
    },
  } satisfies PatientAccess
  const receipt = 'DP-2026-000042'
  const claim = { receipt, due_on: '2026-12-24', created_at: '2026-11-24T12:00:00.000Z' }
  const done = {
    ...claim,
    state: 'respondida',
    answer: 'Fue un error',
    answered_at: claim.created_at,
  } as const
  const own: PatientAccess = { ...access, id: 9, who: 'Camila', role: 'self', claim: done, may_claim: false }
  const show = (row: PatientAccess) =>
    mockEndpoint(profileEndpoints.accesses, { accesses: [row, own], total: 2, page: 1, limit: 10 })
  show(access)
  mockEndpoint(dataRightEndpoints.claim, new ApiError('decidedAlready'))
  const { user } = await renderPage('/dashboard/perfil?tab=quien-vio-mis-datos', { as: 'patient' })
  expect(await screen.findByText(/Respuesta: Fue un error/)).toBeVisible()
  // The own act has no button.
  await user.click(await screen.findByRole('button', { name: /^Reclamar este acceso de/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reclamar este acceso' }))
  expect(dialog.getByText(/Vio tus horas/)).toBeVisible()
  user.fill(dialog.getByRole('textbox', { name: /Por qué lo reclamas/ }), 'No la conozco')
  await user.click(dialog.getByRole('button', { name: 'Enviar reclamo' }))
  expect(await dialog.findByText(new ApiError('decidedAlready').message)).toBeVisible()
  const pending = { ...claim, state: 'pendiente', answer: null, answered_at: null } as const
  show({ ...access, claim: pending, may_claim: false })
  const reply = { request: { id: 42, receipt, due_on: '2026-12-24' } }
  mockEndpoint(dataRightEndpoints.claim, {
    ...reply,
    notified: [{ channel: 'email', to: 'c•••@ejemplo.cl' }],
  })
  await user.click(dialog.getByRole('button', { name: 'Enviar reclamo' }))
  const received = within(await screen.findByRole('dialog', { name: 'Recibimos tu reclamo' }))
  expect(received.getByText(/Te enviamos un correo a c•••@ejemplo.cl/)).toBeVisible()
  expect(requestsTo(dataRightEndpoints.claim)[0]?.body).toEqual({ access_id: 8, message: 'No la conozco' })
  await user.click(received.getByRole('button', { name: 'Cerrar' }))
  const line = `Reclamado el 24/11/2026 (${receipt}). Te responderemos a más tardar el 24/12/2026.`
  expect(await screen.findByText(line)).toBeVisible()
})
