import { expect, test } from 'vitest'
import { afterBusinessHours } from './business-hours.ts'

test.each([
  ['over plain days', '2026-11-23T13:00:00Z', '2026-11-25T13:00:00Z'],
  ['over a weekend', '2026-11-26T15:00:00Z', '2026-11-30T15:00:00Z'],
  ['begun on a Saturday', '2026-11-28T15:00:00Z', '2026-12-02T03:00:00Z'],
  ['over a holiday in the week', '2026-12-07T15:00:00Z', '2026-12-10T15:00:00Z'],
  // The clocks go forward on Sunday, 6 September: noon is 15 UTC on Monday and was 16 UTC on Friday.
  ['over the change of the clocks', '2026-09-04T16:00:00Z', '2026-09-08T15:00:00Z'],
])('48 business hours %s end at the right time', (_, from, to) => {
  expect(afterBusinessHours(new Date(from), 48).toISOString()).toBe(`${to.slice(0, -1)}.000Z`)
})
