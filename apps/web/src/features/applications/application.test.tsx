import { ApiError } from '@mi-portal/contract/api-error'
import { type ApplicationState, applicationEndpoints } from '@mi-portal/contract/applications'
import { screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockEndpoint, requestsTo } from '../../../test/fake-server.ts'
import { renderPage } from '../../../test/render-portal.tsx'
import { now } from '../../lib/clock.ts'

const { createCode, state } = applicationEndpoints
const key = 'llave-de-la-pagina-del-registro'
const address = `/registro/${key}`
// Business hours depend on the day: this Tuesday has no holiday within the next days.
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-11-24T15:00:00Z'), toFake: ['Date'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const hoursFromNow = (hours: number) => new Date(now().getTime() + hours * 3_600_000).toISOString()

function mockApplication(overrides: Partial<ApplicationState> = {}) {
  mockEndpoint(state, {
    application: {
      state: 'waiting',
      applied_at: hoursFromNow(-1),
      due_at: hoursFromNow(96),
      decided_at: null,
      reason: '',
      code_expires_at: null,
      ...overrides,
    },
  })
}

test('the page of a waiting application shows the steps, the hours left and the deadline', async () => {
  mockApplication()
  await renderPage(address)
  expect(
    await screen.findByRole('heading', { level: 1, name: 'Estamos validando tu identidad' }),
  ).toBeVisible()
  const steps = screen.getAllByRole('listitem').filter((step) => step.closest('main ol'))
  expect(steps).toHaveLength(3)
  expect(screen.getByText(/^Quedan \d+ horas hábiles/)).toBeVisible()
  expect(screen.getByText('A más tardar el 28/11/2026, 12:00 h')).toBeVisible()
  expect(requestsTo(state)[0]?.params).toEqual({ key })
})

test('the code for the counter is shown once, when the applicant asks for it', async () => {
  mockApplication()
  mockEndpoint(createCode, { code: '482913', expires_at: hoursFromNow(24) })
  const { user } = await renderPage(address)
  const button = await screen.findByRole('button', { name: 'OBTENER CÓDIGO' })
  expect(requestsTo(createCode)).toEqual([])
  await user.click(button)
  expect(await screen.findByText(/482 913/)).toBeVisible()
  expect(screen.getByText(/Dilo solo en el mesón/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'OBTENER OTRO CÓDIGO' })).toBeVisible()
})

test('the page of an approved application leads to the sign-in', async () => {
  mockApplication({ state: 'approved', decided_at: hoursFromNow(-1) })
  await renderPage(address)
  expect(await screen.findByRole('heading', { level: 1, name: 'Validamos tu identidad' })).toBeVisible()
  expect(screen.getByRole('link', { name: 'INICIAR SESIÓN' })).toHaveAttribute('href', '/')
  expect(screen.queryByRole('button', { name: /CÓDIGO/ })).not.toBeInTheDocument()
})

test('the page of a denied application shows the reason and leads to another registration', async () => {
  mockApplication({ state: 'denied', reason: 'El documento está vencido.' })
  await renderPage(address)
  const title = await screen.findByRole('heading', { level: 1, name: 'No pudimos validar tu identidad' })
  const card = title.closest('section')
  expect(card).toHaveTextContent('Motivo: El documento está vencido.')
  expect(within(card ?? document.body).getByRole('link', { name: 'REGISTRARME NUEVAMENTE' })).toHaveAttribute(
    'href',
    '/registrar',
  )
})

test('a link without an application says so, and a failure can be retried', async () => {
  mockEndpoint(state, new ApiError('notFound'))
  const { go } = await renderPage(address)
  const unknown = { level: 1, name: 'Este enlace no corresponde a ningún registro' } as const
  expect(await screen.findByRole('heading', unknown)).toBeVisible()
  mockEndpoint(state, new ApiError('invalid'))
  await go('/registro/corta')
  expect(await screen.findByRole('heading', unknown)).toBeVisible()
  mockEndpoint(state, new ApiError('tooMany'))
  await go('/registro/otra-llave-de-la-pagina')
  expect(await screen.findByRole('button', { name: 'REINTENTAR' })).toBeVisible()
  expect(screen.getByRole('heading', { level: 1, name: 'Tu registro' })).toBeInTheDocument()
})
