import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { answerHours } from '@mi-portal/contract/desk'
import { dataRights } from '@mi-portal/contract/privacy'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createFolderStore } from '../../src/adapters/files/folder.ts'
import { readPackageFolder, shippedPackage } from '../../src/modules/clinic/package/package-files.service.ts'
import { readValidPackage } from '../../src/modules/clinic/package/read-package.service.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { passportSealer } from '../../src/platform/security/seal.ts'
import { ask as askOf } from '../../test/ask.ts'
import { testLetterhead } from '../../test/clinic/letterhead.ts'
import { demonstration, publishClinic, withoutSite } from '../../test/clinic/packages.ts'
import { openEmptyTestDatabase, openTestDatabase } from '../../test/database.ts'
import { testClock } from '../../test/portal.ts'
import { fillCatalogues } from '../catalogues.ts'
import { fillDemonstration } from './fill.ts'
import { freshenDemonstration } from './freshen.ts'

const secrets = ['x'.repeat(48)] as const
const sealer = passportSealer(secrets)

async function openWithOneSite() {
  const db = await openTestDatabase()
  const clinic = withoutSite(demonstration, 'MAIPU')
  await publishClinic(db, clinic)
  return { db, clinic }
}

async function openWithThreeSites() {
  const db = await openEmptyTestDatabase()
  await fillCatalogues(db, { isDemonstration: true, demonstrationClinic: 'tres-sedes' })
  return { db, clinic: await readValidPackage(readPackageFolder(shippedPackage('tres-sedes'))) }
}

describe.each([
  ['two sites', async () => ({ db: await openTestDatabase(), clinic: demonstration }), 2],
  ['three sites', openWithThreeSites, 3],
  ['one site', openWithOneSite, 1],
])('a demonstration with %s', (_, open, sites) => {
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-working-clinic-'))
  // A Thursday, at noon in Santiago.
  const clock = testClock('2026-11-26T15:00:00Z')
  let db: Database
  let parts: Parameters<typeof freshenDemonstration>[0]

  beforeAll(async () => {
    const opened = await open()
    db = opened.db
    parts = { ...opened, files: createFolderStore(folder), sealer, clock, letterhead: testLetterhead }
    expect(await fillDemonstration({ ...parts, secrets, hashPassword: async () => 'hash' })).toBe(true)
  }, 60_000)
  afterAll(async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  })

  const ask = <Row>(sql: string, values: readonly (string | number | Date)[] = []) =>
    askOf<Row>(db, sql, values)

  /** Returns what takes place today: per site the numbers of past and coming appointments. */
  const today = () =>
    ask<{ place_care: string; past: number; coming: number; video: number }>(
      `select place_care, count(*) filter (where ends_at <= $1)::int as past, count(*) filter (where starts_at > $1)::int as coming,
         count(*) filter (where modality = 'telemedicina')::int as video
       from appointments where state = 'booked' and (starts_at at time zone 'America/Santiago')::date
         = ($1::timestamptz at time zone 'America/Santiago')::date
       group by place_care`,
      [clock.now()],
    )

  /** Returns the share of booked slots of each professional on the next five working days, ascending. */
  async function occupancies() {
    const rows = await ask<{ share: number }>(
      `with days as (
         select distinct (starts_at at time zone 'America/Santiago')::date as day from slots
         where extract(dow from starts_at at time zone 'America/Santiago') between 1 and 5
           and (starts_at at time zone 'America/Santiago')::date > ($1::timestamptz at time zone 'America/Santiago')::date
         order by 1 limit 5)
       select count(a.id)::float8 / count(*) as share from slots s
         left join appointments a on a.professional_id = s.professional_id and a.state = 'booked'
           and a.starts_at < s.ends_at and a.ends_at > s.starts_at
       where (s.starts_at at time zone 'America/Santiago')::date in (select day from days)
       group by s.professional_id order by 1`,
      [clock.now()],
    )
    return rows.map(({ share }) => share)
  }

  test('each site has appointments today, past and to come, in person and by video', async () => {
    const rows = await today()
    expect(rows).toHaveLength(sites)
    for (const { past, coming } of rows) {
      expect(past).toBeGreaterThan(0)
      expect(coming).toBeGreaterThan(0)
    }
    expect(rows.reduce((sum, { video }) => sum + video, 0)).toBeGreaterThan(0)
  })

  test('most slots of most professionals are booked on the next five working days, and hardly any in three weeks', async () => {
    const shares = await occupancies()
    expect(shares.length).toBeGreaterThan(20)
    expect(shares.filter((share) => share >= 0.6).length / shares.length).toBeGreaterThan(0.5)
    const [later] = await ask<{ share: number }>(
      `select count(a.id)::float8 / count(*) as share from slots s
         left join appointments a on a.professional_id = s.professional_id and a.starts_at = s.starts_at and a.state = 'booked'
       where s.starts_at > $1::timestamptz + interval '21 days'`,
      [clock.now()],
    )
    expect(later?.share).toBeLessThan(0.1)
  })

  test('every service that has slots within the next two weeks has a free one there', async () => {
    expect(
      await ask(
        `select s.service_code from slots s
         where s.starts_at > $1::timestamptz and s.starts_at < $1::timestamptz + interval '14 days'
         group by s.service_code having bool_and(exists (
           select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
             and a.starts_at < s.ends_at and a.ends_at > s.starts_at))`,
        [clock.now()],
      ),
    ).toEqual([])
  })

  test('no patient has two appointments at the same time, and some appointments were cancelled', async () => {
    expect(
      await ask(
        `select a.id from appointments a join appointments b on a.id < b.id and a.patient_id = b.patient_id
           and a.state = 'booked' and b.state = 'booked' and a.starts_at < b.ends_at and b.starts_at < a.ends_at`,
      ),
    ).toEqual([])
    const [cancelled] = await ask<{ count: number }>(
      `select count(*)::int as count from appointments where state = 'cancelled' and cancelled_at between created_at and $1`,
      [clock.now()],
    )
    expect(cancelled?.count).toBeGreaterThan(20)
  })

  test('every matter of the inbox has answered requests, and some that wait, in time and overdue', async () => {
    const rows = await ask<{ matter: string; answered: number; waiting: number; overdue: number }>(
      `select matter, count(*) filter (where state = 'respondida')::int as answered,
         count(*) filter (where state = 'pendiente' and not late)::int as waiting,
         count(*) filter (where state = 'pendiente' and late)::int as overdue
       from (select *, coalesce(due_at, created_at + make_interval(hours => $2::int)) <= $1::timestamptz as late from desk_requests) q
       group by matter order by matter`,
      [clock.now(), answerHours],
    )
    expect(rows.map(({ matter }) => matter)).toEqual([
      'budgets',
      'contact',
      'documents',
      'imaging',
      'privacy',
    ])
    for (const row of rows)
      expect(row).toMatchObject({
        answered: expect.toSatisfy(isPositive),
        waiting: expect.toSatisfy(isPositive),
        overdue: expect.toSatisfy(isPositive),
      })
  })

  test('there are requests for every right over personal data, and one whose term was extended', async () => {
    const kinds = await ask<{ kind: string }>('select distinct kind from data_requests')
    expect(kinds.map(({ kind }) => kind).sort()).toEqual([...dataRights].sort())
    expect(await ask('select kind from data_requests where extended_at is not null')).toEqual([
      { kind: 'access' },
    ])
  })

  test('families, invitations, passports, waiting lists and data exports are shown in every lasting state', async () => {
    const statesOf = async (column: string, from: string) =>
      (await ask<{ state: string }>(`select distinct ${column}::text as state from ${from} order by 1`)).map(
        ({ state }) => state,
      )
    expect(await statesOf('state', 'family_links')).toEqual(['approved', 'ended', 'pending'])
    expect(await statesOf('request_status', 'family_requests')).toEqual(['0', '1', '2', '3'])
    expect(await statesOf('status', 'people where document_type_id = 2')).toEqual(['1', '2', '3'])
    expect(await statesOf('approved', 'validation_decisions')).toEqual(['false', 'true'])
    expect(await statesOf('state', 'waiting_list')).toEqual(['ended', 'served', 'waiting'])
    expect(await statesOf('state', 'exports')).toEqual(['failed', 'ready'])
    expect(
      await ask(
        `select count(*) filter (where i.expires_at > $1) > 0 as open, count(*) filter (where i.expires_at <= $1) > 0 as ended
         from family_invitations i join family_requests r on r.id = i.request_id where r.request_status = 0`,
        [clock.now()],
      ),
    ).toEqual([{ open: true, ended: true }])
  })

  test('a patient on the waiting list has an offer of a free slot', async () => {
    expect(
      await ask(
        `select p.first_name, h.expires_at > $1 as lasts, exists (select from appointments a where a.professional_id = h.professional_id
           and a.state = 'booked' and tstzrange(a.starts_at, a.ends_at) && h.during) as taken
         from holds h join people p on p.id = h.person_id join waiting_list w on w.id = h.waiting_id and w.state = 'waiting'
         where h.kind = 'offer'`,
        [clock.now()],
      ),
    ).toEqual([{ first_name: 'Jorge Luis', lasts: true, taken: false }])
  })

  test('four days later the daily job has filled the calendars again, and a second run adds no appointment', async () => {
    expect((await freshenDemonstration(parts)).hours).toBe(0)
    clock.advance({ days: 4 })
    expect((await freshenDemonstration(parts)).hours).toBeGreaterThan(100)
    const rows = await today()
    expect(rows).toHaveLength(sites)
    for (const { past, coming } of rows) expect(Math.min(past, coming)).toBeGreaterThan(0)
    const shares = await occupancies()
    expect(shares.filter((share) => share >= 0.6).length / shares.length).toBeGreaterThan(0.5)
    expect((await freshenDemonstration(parts)).hours).toBe(0)
  }, 60_000)

  test('a slot whose appointment was cancelled stays free', async () => {
    const [cancelled] = await ask<{ id: number; professional_id: number; starts_at: Date }>(
      `update appointments set state = 'cancelled', cancelled_at = $1
       where id = (select max(id) from appointments where state = 'booked' and booked_by is null and starts_at > $1)
       returning id, professional_id, starts_at`,
      [clock.now()],
    )
    await freshenDemonstration(parts)
    expect(
      await ask(`select id from appointments where professional_id = $1 and starts_at = $2`, [
        cancelled?.professional_id ?? 0,
        cancelled?.starts_at ?? clock.now(),
      ]),
    ).toEqual([{ id: cancelled?.id }])
  }, 60_000)
})

function isPositive(count: number): boolean {
  return count > 0
}
