/**
 * F9: date calculations are the same in every time zone of the server. They include missing midnights and
 * repeated hours.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Harness } from '../harness/harness.ts'
import { openFindings, type Size } from '../harness/outcome.ts'

const zones = ['UTC', 'America/Santiago', 'Pacific/Kiritimati'] as const
const expected = [
  '2026-09-05',
  '2026-09-06',
  '01:00',
  '2026-09-06T04:00:00.000Z',
  '2027-04-04T02:30:00.000Z',
  '2026-03-01',
  18,
]

type Answer = { hash: string; facts: unknown[]; tzdata: string }

export async function testTimeZones(_ground: Harness, size: Size) {
  const findings = openFindings(size)
  const answers = zones.map(
    (zone): Answer =>
      JSON.parse(
        execFileSync(process.execPath, [join(import.meta.dirname, '../harness/day-cases.ts')], {
          env: { PATH: process.env.PATH, TZ: zone },
          encoding: 'utf8',
        }),
      ),
  )
  findings.add({ acknowledged: 10_000 * zones.length })
  findings.atMost('different answers in three time zones', new Set(answers.map(({ hash }) => hash)).size, 1)
  const right = answers.filter(({ facts }) => JSON.stringify(facts) === JSON.stringify(expected)).length
  findings.atLeast('time zones in which the clock changes fall as they do in Chile', right, zones.length)
  // The time zone data of 2025 is the first that includes all these clock changes.
  findings.atLeast('year of the time zone data', Number.parseInt(answers[0]?.tzdata ?? '0', 10), 2025)
  return findings.outcome()
}
