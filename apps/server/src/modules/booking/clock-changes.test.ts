/** Chile's clocks go back on 4 April 2027 and forward on 5 September 2027, at midnight between Saturday and Sunday. */

import { slotEndpoints } from '@mi-portal/contract/booking/slots'
import { santiago } from '@mi-portal/contract/values/dates'
import { expect, test } from 'vitest'
import { buildProfessional, openAgenda, openCalendars } from '../../../test/booking/calendar.ts'
import { startPortal, testClock } from '../../../test/portal.ts'

const daily = [0, 1, 2, 3, 4, 5, 6]

async function withDaily(start: string, starts: string, ends: string) {
  const portal = await startPortal({ clock: testClock(start) })
  const professional = await buildProfessional(portal.db, { weekdays: daily, starts, ends })
  await openCalendars(portal)
  const person = await portal.person({ email: 'rosa@ejemplo.cl' })
  const call = await openAgenda(portal, person)
  const slots = async (from: string, to: string) =>
    (await call(slotEndpoints.slots, { query: { from, to, specialty: '101' } })).data
  return { portal, person, professional, call, slots }
}

const written = (starts: readonly { starts_at: string }[]) =>
  starts.map(({ starts_at }) => `${starts_at.slice(0, 16)}Z`)

test.each([
  ['back in April', '2027-03-29T12:00:00Z', '2027-04-03', '2027-04-04', ['12:00', '13:00']],
  ['forward in September', '2027-08-30T12:00:00Z', '2027-09-04', '2027-09-05', ['13:00', '12:00']],
])(
  'a slot at nine stays at nine before and after the clocks go %s',
  async (_, start, saturday, sunday, utc) => {
    const { slots } = await withDaily(start, '09:00', '09:30')
    const found = await slots(saturday, sunday)
    expect(written(found)).toEqual([`${saturday}T${utc[0]}Z`, `${sunday}T${utc[1]}Z`])
    expect(found.map(({ starts_at }) => santiago(new Date(starts_at)).time)).toEqual(['09:00', '09:00'])
  },
)

test('the times of the hour that is repeated in April are offered once, and each slot is on its own day', async () => {
  const { slots } = await withDaily('2027-03-29T12:00:00Z', '22:00', '23:59')
  const times = async (day: string) =>
    (await slots(day, day)).map(({ starts_at }) => {
      const local = santiago(new Date(starts_at))
      return `${local.day} ${local.time}`
    })
  // A slot at 23:30 would end at midnight, after the end of the calendar.
  for (const day of ['2027-04-02', '2027-04-03', '2027-04-04'])
    expect(await times(day)).toEqual([`${day} 22:00`, `${day} 22:30`, `${day} 23:00`])
  const [, , third] = await slots('2027-04-03', '2027-04-03')
  expect(Date.parse(third?.ends_at ?? '') - Date.parse(third?.starts_at ?? '')).toBe(30 * 60_000)
})

test('there are no slots in the hour that the clocks skip in September', async () => {
  const { slots } = await withDaily('2027-08-30T12:00:00Z', '00:00', '02:00')
  const times = async (day: string) =>
    (await slots(day, day)).map(({ starts_at }) => santiago(new Date(starts_at)).time)
  expect(await times('2027-09-04')).toEqual(['00:00', '00:30', '01:00', '01:30'])
  expect(await times('2027-09-05')).toEqual(['01:00', '01:30'])
  expect(await times('2027-09-06')).toEqual(['00:00', '00:30', '01:00', '01:30'])
})
