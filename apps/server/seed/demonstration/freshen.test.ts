import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFolderStore } from '../../src/adapters/files/folder.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { passportSealer } from '../../src/platform/security/seal.ts'
import { ask } from '../../test/ask.ts'
import { testLetterhead } from '../../test/clinic/letterhead.ts'
import { demonstration } from '../../test/clinic/packages.ts'
import { openTestDatabase } from '../../test/database.ts'
import { testClock } from '../../test/portal.ts'
import { fillDemonstration } from './fill.ts'
import { freshenDemonstration } from './freshen.ts'

const folder = mkdtempSync(join(tmpdir(), 'mi-portal-freshen-'))
const files = createFolderStore(folder)
const clock = testClock('2026-11-26T15:00:00Z')
const secrets = ['x'.repeat(48)] as const
const sealer = passportSealer(secrets)
let db: Database

const freshen = () =>
  freshenDemonstration({ db, files, sealer, clock, clinic: demonstration, letterhead: testLetterhead })

beforeAll(async () => {
  db = await openTestDatabase()
  await fillDemonstration({
    db,
    files,
    sealer,
    secrets,
    letterhead: testLetterhead,
    clock,
    clinic: demonstration,
    hashPassword: async () => 'hash',
  })
}, 60_000)
afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

async function count(sql: string): Promise<number> {
  const [row] = await ask<{ count: number }>(db, sql, [clock.now()])
  return row?.count ?? 0
}

const upcoming = (document: string) =>
  count(
    `select count(*)::int as count from appointments a join people p on p.id = a.patient_id
     where p.document_number = '${document}' and a.state = 'booked' and a.ends_at > $1`,
  )
const laboratory = (document: string) =>
  count(
    `select count(*)::int as count from exams e join people p on p.id = e.patient_id
     where p.document_number = '${document}' and e.type = 'laboratory' and e.shown and e.created_at <= $1`,
  )
const camila = '123456785'

// The tests of this file run in order: each continues from the time of the one before.
test('right after the fill, the daily job has nothing to do', async () => {
  expect(await freshen()).toMatchObject({ exams: [] })
  expect(await laboratory(camila)).toBe(12)
  expect(await upcoming(camila)).toBe(4)
})

test('on the first day Camila gets exactly one new result', async () => {
  clock.advance({ hours: 16 })
  const { exams } = await freshen()
  expect(exams).toEqual([{ id: expect.any(Number), patient_id: 1 }])
  expect(await laboratory(camila)).toBe(13)
  expect(
    await count(
      `select bytes as count from files f join exams e on e.file_id = f.id where e.id = ${exams[0]?.id} and $1::timestamptz is not null`,
    ),
  ).toBeGreaterThan(3000)
  expect(await freshen()).toEqual({ hours: 0, exams: [] })
  expect(await laboratory(camila)).toBe(13)
})

test('new appointments replace those that have passed, which become history and are not moved', async () => {
  const before = await count(
    `select count(*)::int as count from appointments where $1::timestamptz is not null`,
  )
  clock.advance({ days: 20 })
  expect(await upcoming(camila)).toBeLessThan(4)
  const { hours } = await freshen()
  expect(hours).toBeGreaterThan(0)
  expect(await upcoming(camila)).toBe(4)
  expect(await upcoming('234567896')).toBe(2)
  expect(await upcoming('98765433')).toBe(1)
  expect(await upcoming('135792462')).toBe(2)
  expect(
    await count(`select count(*)::int as count from appointments where $1::timestamptz is not null`),
  ).toBe(before + hours)
  expect(
    await count(
      `select count(*)::int as count from appointments a join appointments b on a.id < b.id and a.professional_id = b.professional_id
         and a.state = 'booked' and b.state = 'booked' and a.starts_at < b.ends_at and b.starts_at < a.ends_at
       where $1::timestamptz is not null`,
    ),
  ).toBe(0)
})

test('an appointment that a visitor cancelled stays cancelled, and an additional one stays too', async () => {
  await db.script(
    `update appointments set state = 'cancelled', cancelled_at = '${clock.now().toISOString()}'
     where id = (select min(id) from appointments where patient_id = 1 and state = 'booked' and starts_at > '${clock.now().toISOString()}')`,
  )
  const cancelled = () =>
    count(
      `select count(*)::int as count from appointments where patient_id = 1 and state = 'cancelled' and $1::timestamptz is not null`,
    )
  expect(await cancelled()).toBe(1)
  await freshen()
  expect(await cancelled()).toBe(1)
  expect(await upcoming(camila)).toBe(4)
})

test('a new result continues the history when the last one is old', async () => {
  clock.advance({ days: 70 })
  const { exams } = await freshen()
  expect(exams.filter(({ patient_id }) => patient_id === 1)).toHaveLength(2)
  expect(
    await count(
      `select count(*)::int as count from exam_results where patient_id = 1 and code = 'GLI' and $1::timestamptz is not null`,
    ),
  ).toBe(6)
})

test('a patient who closed their account gets no new appointments or results', async () => {
  await db.script(`update people set deleted_at = now() where document_number = '98765433'`)
  clock.advance({ days: 60 })
  await freshen()
  expect(await upcoming('98765433')).toBe(0)
})

test('an installation without the demonstration is not changed', async () => {
  await db.script(`update installation set key = 'other' where key = 'demonstration'`)
  clock.advance({ days: 60 })
  expect(await freshen()).toEqual({ hours: 0, exams: [] })
  await db.script(`update installation set key = 'demonstration' where key = 'other'`)
})
