import { favouriteEndpoints, type MenuId } from '@mi-portal/contract/favourites'
import { notificationEndpoints } from '@mi-portal/contract/notifications'
import { robotCheckEndpoints } from '@mi-portal/contract/robot-check'
import { expect, test, vi } from 'vitest'
import { answer, asked } from '../../test/answer.ts'
import { signInAs } from '../../test/build.ts'
import { call } from './call.ts'
import { idleDeadline } from './session.ts'

const { replace } = favouriteEndpoints

function choose(menu_id: MenuId) {
  return call(replace, { body: { favourites: [{ menu_id, name: menu_id, patient_id: 1 }] } })
}

test('a button activated twice before the answer sends one request, and both activations get its answer', async () => {
  answer(replace, { favourites: [] })
  const [first, second] = await Promise.all([choose('contactanos'), choose('contactanos')])
  expect(asked(replace)).toHaveLength(1)
  expect(second).toEqual(first)
})

test('the same change is sent again after its answer', async () => {
  answer(replace, { favourites: [] })
  await choose('contactanos')
  await choose('contactanos')
  expect(asked(replace)).toHaveLength(2)
})

test('the same change after another one is a new change, even before the first is answered', async () => {
  answer(replace, { favourites: [] })
  await Promise.all([choose('contactanos'), choose('solicitudes'), choose('contactanos')])
  expect(asked(replace)).toHaveLength(3)
})

test('the same change is sent again after a second without an answer, because the first request may hang', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  try {
    const pending: (() => void)[] = []
    answer(replace, () => new Promise((resolve) => pending.push(() => resolve({ favourites: [] }))))
    const first = choose('contactanos')
    vi.advanceTimersByTime(1000)
    const second = choose('contactanos')
    await vi.waitFor(() => expect(asked(replace)).toHaveLength(2))
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
    const deadline = idleDeadline()
    vi.setSystemTime(new Date('2026-11-26T12:10:00Z'))
    answer(notificationEndpoints.list, { notifications: [], total: 0, unread: 0, page: 1, limit: 10 })
    await call(notificationEndpoints.list)
    expect(idleDeadline()).toBe(deadline)
    answer(replace, { favourites: [] })
    await choose('contactanos')
    expect(idleDeadline()).toBe(Date.parse('2026-11-26T12:40:00Z'))
  } finally {
    vi.useRealTimers()
  }
})

test('the session is sent to the portal’s API alone, and not to a scheduling service', async () => {
  signInAs()
  answer(replace, { favourites: [] })
  answer(robotCheckEndpoints.challenge, {})
  await choose('contactanos')
  await call(robotCheckEndpoints.challenge, { query: { form: 'recover' } })
  expect(asked(replace)[0]?.headers.get('x-token')).toEqual(expect.any(String))
  expect(asked(robotCheckEndpoints.challenge)[0]?.headers.get('x-token')).toBeNull()
})
