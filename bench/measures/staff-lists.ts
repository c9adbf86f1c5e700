/** Promises 4 and 5: staff find anybody among all people, and turn to any page, in the database's own time. */
import type pg from 'pg'
import { auditStore } from '../../apps/server/src/modules/audit/audit.store.ts'
import { usersStore } from '../../apps/server/src/modules/users/users.store.ts'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import { patternsOf } from '../../apps/server/src/platform/database/search-words.ts'
import { type Figure, heading, median, print, shown } from '../report.ts'

const terms = [
  { kind: 'common name', text: 'María' },
  { kind: 'common surname', text: 'González' },
  { kind: 'two common words', text: 'camila soto' },
  { kind: 'with accents', text: 'Núñez' },
  { kind: 'rare', text: 'Xifré' },
  { kind: 'rare with common', text: 'Maria Xifre' },
  { kind: 'nobody', text: 'Qwxzkj' },
  { kind: 'one letter', text: 'a' },
  { kind: 'rare letter', text: 'x' },
  { kind: 'two letters', text: 'zu' },
  { kind: 'run', text: '5.432.109' },
  { kind: 'start of a run', text: '5432' },
  { kind: 'e-mail', text: 'soto4321' },
  { kind: 'mail house', text: 'gmail.com' },
] as const

type StaffListsParts = {
  /** As the portal's role. */
  readonly db: Database
  readonly client: pg.Client
  readonly rounds: number
}

const page = { page: 1, limit: 10 }
const dayMs = 86_400_000

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
  const users = usersStore(db)
  const everybody = { status: null, waitingBefore: null }
  const figures: Figure[] = []
  await client.query(
    'set enable_indexscan = off; set enable_bitmapscan = off; set enable_indexonlyscan = off; set jit = off',
  )
  const took: { kind: string; ms: number; scan: number }[] = []
  for (const { kind, text } of terms) {
    const patterns = patternsOf(text)
    const ms = await inTurn(rounds, () => users.find({ ...everybody, patterns }, page))
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
      promise: 4,
      what: `worst of ${terms.length}, ${nearest.kind}: against its scan`,
      measured: `${shown(nearest.ms)} ms`,
      against: `${shown(nearest.scan)} ms`,
      ratio: { value: nearest.ms / nearest.scan, limit: 1 / 20, kind: 'most' },
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

export async function measureDeepPages({ db, client, rounds }: StaffListsParts): Promise<Figure[]> {
  heading('Deep pages', 'portal', 'plain offset', 'ratio (limit)')
  const { rows } = await client.query(
    'select (select count(*)::int from people) as people, (select count(*)::int from audit_events) as events',
  )
  const { people, events }: { people: number; events: number } = rows[0]
  const users = usersStore(db)
  const trail = auditStore(db)
  const nobody = { patients: null, actors: null, action: null, outcome: null, from: null, before: null }
  const everybody = { patterns: [], status: null, waitingBefore: null }
  const plain = async (table: string, order: string, count: number) =>
    inTurn(rounds, () =>
      client.query(
        `select * from ${table} order by ${order} limit ${page.limit} offset ${Math.floor(count / 2)}`,
      ),
    )
  const figures: Figure[] = []
  const worstOf = async (
    what: string,
    against: number,
    finds: ReadonlyMap<string, () => Promise<unknown>>,
  ) => {
    const times: { place: string; ms: number }[] = []
    for (const [place, find] of finds) times.push({ place, ms: await inTurn(rounds, find) })
    const worst = times.toSorted((one, other) => other.ms - one.ms)[0] ?? { place: '', ms: 0 }
    const figure: Figure = {
      promise: 5,
      what: `${what}: ${worst.place}`,
      measured: `${shown(worst.ms)} ms`,
      against: `${shown(against)} ms`,
      ratio: { value: worst.ms / against, limit: 1 / 10, kind: 'most' },
    }
    figures.push(figure)
    print(figure)
  }
  const shares = [0.25, 0.5, 0.75, 1]
  type Length = { readonly count: number; readonly plain: number }
  const compare = (what: string, { count, plain }: Length, find: (number: number) => Promise<unknown>) => {
    const numbers = shares.map((share) => Math.max(1, Math.floor((count / page.limit) * share)))
    return worstOf(
      what,
      plain,
      new Map(numbers.map((number) => [`page ${number.toLocaleString('en')}`, () => find(number)])),
    )
  }
  const at = (number: number) => ({ page: number, limit: page.limit })
  const ofPeople = { count: people, plain: await plain('people', 'date_creation desc, id desc', people) }
  await compare('people', ofPeople, (number) => users.find(everybody, at(number)))
  await compare('enabled people', ofPeople, (number) => users.find({ ...everybody, status: 1 }, at(number)))
  const ofTrail = { count: events, plain: await plain('audit_events', 'id desc', events) }
  await compare('audit trail', ofTrail, (number) => trail.find(nobody, at(number)))
  await compare('audit trail, what was done', ofTrail, (number) =>
    trail.find({ ...nobody, outcome: 'done' }, at(number)),
  )
  const moments = 'select (select at from audit_events order by id limit 1) as first, now() as last'
  const { first, last }: { first: Date; last: Date } = (await client.query(moments)).rows[0]
  const daysAgo = shares.map((share) => {
    const from = new Date(last.getTime() - (last.getTime() - first.getTime()) * share)
    return { from, before: new Date(from.getTime() + dayMs) }
  })
  await worstOf(
    'a day of the audit trail',
    ofTrail.plain,
    new Map(
      daysAgo.map((time) => [
        time.from.toISOString().slice(0, 10),
        () => trail.find({ ...nobody, ...time }, at(1)),
      ]),
    ),
  )
  return figures
}
