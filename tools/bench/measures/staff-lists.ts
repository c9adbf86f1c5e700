/** Promise 4: staff search among all patients as fast as the database itself. */

import { readPhones } from '@mi-portal/contract/values/phone'
import type pg from 'pg'
import { findUsers } from '../../../apps/server/src/modules/users/users.sql.ts'
import type { Database } from '../../../apps/server/src/platform/database/database.ts'
import { toPeoplePatterns } from '../../../apps/server/src/platform/database/search-words.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'

const terms = [
  { kind: 'common name', text: 'María' },
  { kind: 'common surname', text: 'González' },
  { kind: 'two common words', text: 'camila soto' },
  { kind: 'with accents', text: 'Núñez' },
  { kind: 'rare', text: 'Xifré' },
  { kind: 'rare with common', text: 'Maria Xifre' },
  { kind: 'no match', text: 'Qwxzkj' },
  { kind: 'one letter', text: 'a' },
  { kind: 'rare letter', text: 'x' },
  { kind: 'two letters', text: 'zu' },
  { kind: 'run', text: '5.432.109' },
  { kind: 'start of a run', text: '5432' },
  { kind: 'e-mail', text: 'soto4321' },
  { kind: 'mail house', text: 'gmail.com' },
  { kind: 'phone', text: '9 5432 1098' },
  { kind: 'phone with country', text: '+56 9 1234 5678' },
] as const

type StaffListsParts = {
  /** A connection with the role of the portal. */
  readonly db: Database
  readonly client: pg.Client
  readonly rounds: number
}

const page = { page: 1, limit: 10 }

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function inTurn(rounds: number, work: () => Promise<unknown>): Promise<number> {
  await work()
  const times: number[] = []
  for (let round = 0; round < rounds; round += 1) times.push(await timed(work))
  return median(times)
}

export async function measureStaffFilter({ db, client, rounds }: StaffListsParts): Promise<Figure[]> {
  heading('Staff filter over all people, page and total', 'portal', 'folded scan', 'limit')
  const anyPatient = { status: null, lateAt: null, sites: null }
  const figures: Figure[] = []
  await client.query(
    'set enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off; set jit = off',
  )
  const took: { kind: string; ms: number; scan: number }[] = []
  for (const { kind, text } of terms) {
    const patterns = toPeoplePatterns(text) ?? []
    const ms = await inTurn(rounds, () =>
      findUsers({ db }, { ...anyPatient, patterns, phones: readPhones(text) }, page),
    )
    const matching = patterns.map((_, index) => `search like folded($${index + 1})`).join(' and ')
    const scan = await timed(() =>
      client.query(
        `with found as materialized (select id, date_creation from people where ${matching})
         select (select count(*) from found), array(select id from found order by date_creation desc, id desc limit 10)`,
        [...patterns],
      ),
    )
    took.push({ kind, ms, scan })
    print({
      promise: null,
      what: `${kind}: ${text}`,
      measured: `${shown(ms)} ms`,
      against: `${shown(scan)} ms`,
    })
  }
  await client.query('reset all')
  const [worst] = took.toSorted((one, other) => other.ms - one.ms)
  const [nearest] = took.toSorted((one, other) => other.ms / other.scan - one.ms / one.scan)
  if (!worst || !nearest) throw new Error('no term was looked for')
  figures.push(
    {
      promise: null,
      what: `worst of ${terms.length}, ${nearest.kind}: against its scan`,
      measured: `${shown(nearest.ms)} ms`,
      against: `${shown(nearest.scan)} ms`,
      ratio: { value: nearest.ms / nearest.scan },
    },
    {
      promise: 4,
      what: `worst, ${worst.kind}: milliseconds`,
      measured: `${shown(worst.ms)} ms`,
      ratio: { value: worst.ms, limit: 15, kind: 'most' },
    },
  )
  for (const figure of figures) print(figure)
  return figures
}
