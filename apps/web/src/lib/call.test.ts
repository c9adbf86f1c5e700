import { favouriteEndpoints, type MenuId } from '@mi-portal/contract/favourites'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { expect, test, vi } from 'vitest'
import { signInAs } from '../../test/build.ts'
import { mockEndpoint, requestsTo } from '../../test/fake-server.ts'
import { call } from './call.ts'
import { getIdleDeadline } from './session.ts'

const { replace } = favouriteEndpoints

function choose(menu_id: MenuId) {
  return call(replace, { body: { favourites: [{ menu_id, name: menu_id, patient_id: 1 }] } })
}

test('a button activated twice before the answer sends one request, and both activations get its answer', async () => {
  mockEndpoint(replace, { favourites: [] })
  const [first, second] = await Promise.all([choose('contactanos'), choose('contactanos')])
  expect(requestsTo(replace)).toHaveLength(1)
  expect(second).toEqual(first)
})

test('the same change is sent again after its answer', async () => {
  mockEndpoint(replace, { favourites: [] })
  await choose('contactanos')
  await choose('contactanos')
  expect(requestsTo(replace)).toHaveLength(2)
})

test('the same change after another one is a new change, even before the first is answered', async () => {
  mockEndpoint(replace, { favourites: [] })
  await Promise.all([choose('contactanos'), choose('solicitudes'), choose('contactanos')])
  expect(requestsTo(replace)).toHaveLength(3)
})

test('the same change is sent again after a second without an answer, because the first request may hang', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const pending: (() => void)[] = []
    mockEndpoint(replace, () => new Promise((resolve) => pending.push(() => resolve({ favourites: [] }))))
    const first = choose('contactanos')
    vi.advanceTimersByTime(1000)
    const second = choose('contactanos')
    await expect.poll(() => requestsTo(replace)).toHaveLength(2)
    for (const resolve of pending) resolve()
    await Promise.all([first, second])
  } finally {
    vi.useRealTimers()
  }
})

test('loading the notifications does not extend an idle session, and a change does', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-26T12:00:00Z'), toFake: ['Date', 'performance'] })
  try {
    signInAs()
    const deadline = getIdleDeadline()
    vi.setSystemTime(new Date('2026-11-26T12:10:00Z'))
    mockEndpoint(notificationEndpoints.list, { notifications: [], total: 0, unread: 0, page: 1, limit: 10 })
    await call(notificationEndpoints.list)
    expect(getIdleDeadline()).toBe(deadline)
    mockEndpoint(replace, { favourites: [] })
    await choose('contactanos')
    expect(getIdleDeadline()).toBe(Date.parse('2026-11-26T12:40:00Z'))
  } finally {
    vi.useRealTimers()
  }
})

test('the session is sent to the portal’s API alone, and not to a scheduling service', async () => {
  signInAs()
  mockEndpoint(replace, { favourites: [] })
  mockEndpoint(robotCheckEndpoints.challenge, {})
  await choose('contactanos')
  await call(robotCheckEndpoints.challenge, { query: { form: 'recover' } })
  expect(requestsTo(replace)[0]?.headers.get('x-token')).toEqual(expect.any(String))
  expect(requestsTo(robotCheckEndpoints.challenge)[0]?.headers.get('x-token')).toBeNull()
})
