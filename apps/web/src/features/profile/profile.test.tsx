import { ApiError } from '@mi-portal/contract/calls/api-error'
import { peopleEndpoints } from '@mi-portal/contract/people'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { buildPatient } from '../../../test/build.ts'
import { expectNoDraft } from '../../../test/drafts.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { type PageUser, renderPage, renderPortal } from '../../../test/render-portal.tsx'
import { call } from '../../lib/call.ts'
import { forecastsQuery } from '../catalogues/catalogues.queries.ts'

const camila = buildPatient({ forecast_id: 5 })

const profile = (tab: string) => renderPage(`/dashboard/perfil?tab=${tab}`, { as: 'patient' })

function sent(): Record<string, unknown> {
  const form = requestsTo(profileEndpoints.edit).at(-1)?.body
  return form instanceof FormData ? Object.fromEntries(form) : {}
}

async function retype(user: PageUser, label: string | RegExp, text: string) {
  const field = await screen.findByLabelText(label)
  await user.clear(field)
  if (text) await user.type(field, text)
}

const save = (user: PageUser) => user.click(screen.getByRole('button', { name: 'GUARDAR CAMBIOS' }))

test('proven names are read-only, with an explanation how to correct them, and the rest is sent', async () => {
  const proven = { ...camila, first_name: 'CAMILA (1)', names_proven: true }
  mockEndpoint(peopleEndpoints.self, { data: proven })
  mockEndpoint(profileEndpoints.edit, { data: { patient: proven } })
  const { user } = await profile('cambiar-datos')
  for (const label of ['Nombres', 'Primer apellido', /Segundo apellido/])
    expect(await screen.findByLabelText(label)).toHaveAttribute('readonly')
  expect(screen.getByText(/Tu nombre está comprobado/)).toBeVisible()
  expect(
    within(screen.getByRole('region', { name: 'Datos personales' })).getByRole('link', {
      name: 'Mis datos personales',
    }),
  ).toHaveAttribute('href', '/dashboard/perfil/datos-personales')
  await retype(user, 'Teléfono', '223625400')
  await save(user)
  await screen.findByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' })
  expect(sent()).toMatchObject({ phone: '223625400', email: 'camila@ejemplo.cl' })
  expect(Object.keys(sent())).not.toContain('first_name')
})

test('a hidden insurer is offered only to the patient who already has it', () => {
  const all = [
    { id: 5, name: 'Fonasa', hidden: false },
    { id: 9, name: 'Fonasa A', hidden: true },
  ]
  expect(forecastsQuery('9').select?.(all)).toEqual(all)
  expect(forecastsQuery('5').select?.(all)).toEqual(all.slice(0, 1))
})

const cutOff = () => act(() => call(sessionEndpoints.renew, { params: { id: 7 } }).catch(() => undefined))

async function lose(user: PageUser, path: () => string) {
  mockEndpoint(sessionEndpoints.renew, new ApiError('noSession'))
  await cutOff()
  const dialog = await screen.findByRole('dialog', { name: 'La sesión ha expirado' })
  await user.click(within(dialog).getByRole('button', { name: 'INICIAR SESIÓN' }))
  await waitFor(() => expect(path()).toBe('/'))
}

async function typeAndLose() {
  const opened = await renderPortal('/dashboard/perfil?tab=cambiar-datos', { as: 'patient' })
  await retype(opened.user, 'Dirección', 'Las Lilas 9')
  await lose(opened.user, opened.path)
  return opened
}

async function signIn(user: PageUser, id: number) {
  mockEndpoint(sessionEndpoints.signIn, { token: 'otra', patient: { ...camila, id } })
  mockEndpoint(peopleEndpoints.self, { data: { ...camila, id } })
  await user.type(await screen.findByLabelText('RUT', { selector: '[name=document_number]' }), '12345678-5')
  await user.type(screen.getByLabelText('Contraseña'), 'Portal2026')
  await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
}

test('a draft is offered to the same user on the same page, never to another, and is not written to the browser’s storage', async () => {
  const { user, path, go } = await typeAndLose()
  expect(JSON.stringify({ ...localStorage, ...sessionStorage })).not.toContain('Las Lilas')
  await signIn(user, 7)
  await waitFor(() => expect(path()).toBe('/dashboard/perfil?tab=cambiar-datos'))
  await user.click(await screen.findByRole('button', { name: 'Volver a poner lo escrito' }))
  expect(screen.getByLabelText('Dirección')).toHaveValue('Las Lilas 9')
  expectNoDraft()
  await lose(user, path)
  await signIn(user, 8)
  await waitFor(() => expect(path()).toBe('/dashboard'))
  await go('/dashboard/perfil?tab=cambiar-datos')
  expect(await screen.findByLabelText('Dirección')).toHaveValue('Los Aromos 1240')
  expect(screen.queryByRole('button', { name: 'Volver a poner lo escrito' })).not.toBeInTheDocument()
})

async function fill(user: PageUser, values: { old?: string; fresh: string }) {
  if (values.old) await user.type(await screen.findByLabelText('Contraseña actual'), values.old)
  await user.type(screen.getByLabelText('Nueva contraseña'), values.fresh)
  await user.type(screen.getByLabelText('Confirmar nueva contraseña'), values.fresh)
  await save(user)
}

test('a rejected password keeps the input, and a changed one shows the result and clears the form', async () => {
  mockEndpoint(profileEndpoints.changePassword, new ApiError('wrongOldPassword', { param: 'oldPassword' }))
  const { user } = await profile('cambiar-contrasena')
  await fill(user, { old: 'Portal2026', fresh: 'Araucaria-1810' })
  await screen.findByText('La contraseña actual no es correcta')
  expect(screen.getByLabelText('Contraseña actual')).toHaveAccessibleDescription(
    'La contraseña actual no es correcta',
  )
  expect(screen.getByLabelText('Nueva contraseña')).toHaveValue('Araucaria-1810')
  mockEndpoint(profileEndpoints.changePassword, {})
  await save(user)
  const dialog = await screen.findByRole('dialog', { name: '¡Los cambios fueron guardados con éxito!' })
  expect(requestsTo(profileEndpoints.changePassword)[0]?.body).toEqual({
    oldPassword: 'Portal2026',
    password: 'Araucaria-1810',
    temporaryKeyStatus: false,
  })
  await user.click(within(dialog).getByRole('button', { name: 'Cerrar' }))
  expect(screen.getByLabelText('Contraseña actual')).toHaveValue('')
})
