import { ApiError, type ApiErrorCode } from '@mi-portal/contract/calls/api-error'
import { sessionEndpoints } from '@mi-portal/contract/session/session'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { buildPatient, signInAs } from '../../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage, renderPortal } from '../../../test/render-portal.tsx'
import { call } from '../../lib/call.ts'
import { SessionWatch } from './ending/session-watch.tsx'

type Person = Awaited<ReturnType<typeof renderPage>>['user']

const token = 'llave-nueva'

async function fillIn(user: Person, document = '12.345.678-5', password = 'Portal2026') {
  if (document)
    await user.type(screen.getByLabelText('RUT', { selector: '[name=document_number]' }), document)
  if (password) await user.type(screen.getByLabelText('Contraseña'), password)
  await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
}

function stored(): unknown {
  return JSON.parse(localStorage.getItem('currentUser') ?? 'null')
}

test('the country of a passport is asked only when people of several countries have its number', async () => {
  mockEndpoint(sessionEndpoints.signIn, ({ body }) =>
    JSON.stringify(body).includes('"document_country":"PE"')
      ? { token, patient: buildPatient({ document_type_id: 2 }) }
      : new ApiError('passportCountryNeeded', { param: 'document_country' }),
  )
  const { user, path } = await renderPage('/')
  await user.click(await screen.findByRole('radio', { name: 'Pasaporte' }))
  await user.type(screen.getByRole('textbox', { name: 'Pasaporte' }), 'N1234567')
  await user.type(screen.getByLabelText('Contraseña'), 'Cordillera2026')
  expect(screen.queryByRole('combobox')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
  expect(await screen.findByText(/Hay más de una persona con este número de pasaporte/)).toBeVisible()
  await user.choose('País que emitió el pasaporte', 'Perú')
  await user.click(screen.getByRole('button', { name: 'INICIAR SESIÓN' }))
  await waitFor(() => expect(path()).toBe('/dashboard'))
})

test('a patient signs in with the run cleaned, the dashboard opens, and the browser stores only the data that it needs', async () => {
  mockEndpoint(sessionEndpoints.signIn, { token, patient: buildPatient() })
  const { user, path } = await renderPage('/')
  await fillIn(user)
  await waitFor(() => expect(path()).toBe('/dashboard'))
  expect(requestsTo(sessionEndpoints.signIn)[0]?.body).toEqual({
    document_type_id: 1,
    document_number: '123456785',
    password: 'Portal2026',
  })
  expect(stored()).toEqual({
    token,
    id: 7,
    rol: 'STANDART_ROLE',
    first_name: 'Camila Andrea',
    gender_id: 1,
    is_a_minor: false,
    document_type_id: 1,
    temporary_key_status: false,
  })
})

test('the sign-in form shows each missing field and sends nothing', async () => {
  const { user } = await renderPage('/')
  await fillIn(user, '', '')
  expect(await screen.findByText('Digita RUT')).toBeVisible()
  expect(screen.getByText('Digita Contraseña')).toBeVisible()
  expect(screen.getByLabelText('RUT', { selector: '[name=document_number]' })).toHaveFocus()
})

async function signInRejected(failure: ApiError) {
  mockEndpoint(sessionEndpoints.signIn, failure)
  const opened = await renderPage('/')
  await fillIn(opened.user)
  return opened
}

test.each<[ApiErrorCode, string]>([
  ['accountDisabled', 'Tu cuenta está deshabilitada'],
  ['awaitingValidation', 'Estamos validando tu identidad'],
])('a rejected sign-in says why (%s)', async (code, words) => {
  await signInRejected(new ApiError(code))
  const alert = await screen.findByRole('alert')
  expect(alert).toHaveTextContent(words)
  expect(within(alert).getByRole('link')).toHaveAttribute('href', expect.stringMatching(/^tel:/))
})

const renew = () => call(sessionEndpoints.renew, { params: { id: 7 } }).catch(() => undefined)

test.each([
  ['patient', '/dashboard', '/'],
  ['admin', '/admin/usuarios', '/admin'],
] as const)('an expired session shows a dialog that only leads to signing in (%s)', async (as, from, to) => {
  mockEndpoint(sessionEndpoints.renew, new ApiError('noSession'))
  const { user, path } = await renderPortal(from, { as })
  await act(renew)
  const dialog = await screen.findByRole('dialog', { name: 'La sesión ha expirado' })
  expect(dialog).toHaveAttribute('closedby', 'none')
  expect(stored()).toBeNull()
  expect(path()).toBe(from)
  await user.click(within(dialog).getByRole('button', { name: 'INICIAR SESIÓN' }))
  await waitFor(() => expect(path()).toBe(to))
})

test('signing out in one tab ends the session in every tab', async () => {
  const { path } = await renderPortal('/dashboard', { as: 'patient' })
  act(() => {
    localStorage.removeItem('currentUser')
    window.dispatchEvent(new StorageEvent('storage', { key: 'currentUser' }))
  })
  await waitFor(() => expect(path()).toBe('/'))
})

test.each([
  ['patient', '/dashboard', '/', 'Menú principal', {}],
  ['admin', '/admin/usuarios', '/admin', 'Menú de administración', () => Promise.reject(new TypeError())],
] as const)(
  'signing out ends the session in the browser and on the server, or without its answer (%s)',
  async (as, from, to, menu, reply) => {
    mockEndpoint(sessionEndpoints.signOut, reply)
    const { user, path } = await renderPortal(from, { as })
    await user.click(within(await screen.findByRole('navigation', { name: menu })).getByText('Cerrar sesión'))
    await waitFor(() => expect(path()).toBe(to))
    expect(requestsTo(sessionEndpoints.signOut)[0]?.params).toEqual({ id: as === 'patient' ? '7' : '20' })
    expect(stored()).toBeNull()
  },
)

/** Renders the watch alone: an answer to a page that loads meanwhile would be an activity. */
async function renderWatch() {
  signInAs()
  const router = createRouter({
    routeTree: createRootRoute({ component: SessionWatch, notFoundComponent: () => null }),
    history: createMemoryHistory({ initialEntries: ['/dashboard'] }),
  })
  render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  await act(() => router.load())
}

/** Lets time pass and looks at the page again, as when a browser wakes up. */
function letPass(minutes: number) {
  vi.setSystemTime(Date.now() + minutes * 60_000)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}

test('an idle session warns two minutes before its end, continues on request, and ends after 30 minutes', async () => {
  mockEndpoint(sessionEndpoints.renew, { token: 'llave-de-prueba', patient: buildPatient() })
  await renderWatch()
  letPass(27.9)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  letPass(0.2)
  const dialog = await screen.findByRole('dialog', { name: 'Tu sesión está por expirar' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Seguir conectado' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(requestsTo(sessionEndpoints.renew)).toHaveLength(1)
  letPass(29.9)
  expect(stored()).not.toBeNull()
  letPass(0.2)
  await screen.findByRole('dialog', { name: 'La sesión ha expirado' })
  expect(stored()).toBeNull()
})
