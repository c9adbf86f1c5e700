/**
 * Runs as a separate process in the time zone of its environment. Prints a hash of ten thousand date
 * calculations.
 */
import { createHash } from 'node:crypto'
import {
  addDays,
  addYears,
  ageOn,
  santiago,
  toDay,
  toInstant,
  weekday,
} from '../../../packages/contract/src/values/dates.ts'

const hash = createHash('sha256')
const minutes = 60_000
// Half of the timestamps lie around the clock changes of 2026 and 2027. The other half are spread over many
// years.
const changes = ['2026-09-06T04:00:00Z', '2027-04-04T03:00:00Z', '2027-09-05T04:00:00Z'].map((at) =>
  Date.parse(at),
)
for (let turn = 0; turn < 10_000; turn += 1) {
  const near = (changes[turn % 3] ?? 0) + ((turn % 400) - 200) * 7 * minutes
  const moment = new Date(turn % 2 === 0 ? near : Date.UTC(2000, 0, 1) + turn * 96_497_000)
  const day = toDay(moment)
  const { time } = santiago(moment)
  const birth = addDays('2008-02-27', turn % 12)
  const answers = [
    day,
    time,
    toInstant(day, time).toISOString(),
    toInstant(day, '00:00').toISOString(),
    weekday(day),
    ageOn(birth, day),
    addYears(birth, 18),
    addYears(birth, 18) <= day,
    addDays(day, 1),
    moment.getTime() > toInstant(day, '12:00').getTime(),
  ]
  hash.update(JSON.stringify(answers))
}
const facts = [
  toDay(new Date('2026-09-06T03:59:59Z')),
  toDay(new Date('2026-09-06T04:00:00Z')),
  santiago(new Date('2026-09-06T04:00:00Z')).time,
  toInstant('2026-09-06', '00:00').toISOString(),
  toInstant('2027-04-03', '23:30').toISOString(),
  addYears('2008-02-29', 18),
  ageOn('2008-09-06', toDay(new Date('2026-09-06T04:00:00Z'))),
]
process.stdout.write(JSON.stringify({ hash: hash.digest('hex'), facts, tzdata: process.versions.tz }))
