import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createFolderStore } from '../../src/adapters/files/folder.ts'
import { readPackageFolder, shippedPackage } from '../../src/modules/clinic/package/package-files.service.ts'
import { readValidPackage } from '../../src/modules/clinic/package/read-package.service.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { passportSealer } from '../../src/platform/security/seal.ts'
import { ask as askOf } from '../../test/ask.ts'
import { testLetterhead } from '../../test/clinic/letterhead.ts'
import { demonstration } from '../../test/clinic/packages.ts'
import { openEmptyTestDatabase, openTestDatabase } from '../../test/database.ts'
import { testClock } from '../../test/portal.ts'
import { fillCatalogues } from '../catalogues.ts'
import { fillDemonstration } from './fill.ts'
import { freshenDemonstration } from './freshen.ts'

// A Thursday, at noon in Santiago.
const start = '2026-11-26T15:00:00Z'
const now = new Date(start)
const secrets = ['x'.repeat(48)] as const
const sealer = passportSealer(secrets)
const camila = '123456785'

/** Fills a database while a second server tries the same, and returns what the tests ask of it. */
async function fill(db: Database, clinic: ClinicPackage) {
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-demonstration-'))
  const clock = testClock(start)
  const parts = { db, clinic, files: createFolderStore(folder), sealer, clock, letterhead: testLetterhead }
  const tryFill = () =>
    fillDemonstration({ ...parts, secrets, hashPassword: async (password) => `hash of ${password}` })
  const filled = await Promise.all([tryFill(), tryFill()])
  expect(filled.filter(Boolean)).toHaveLength(1)
  const ask = <Row = object>(
    sql: string,
    values: readonly (string | number | Date | readonly string[])[] = [],
  ) => askOf<Row>(db, sql, values)
  return {
    ...parts,
    folder,
    tryFill,
    ask,
    one: async <Row = object>(sql: string, values: readonly (string | number | Date)[] = []) => {
      const [row] = await ask<Row>(sql, values)
      if (row === undefined) throw new Error(`nothing for ${sql}`)
      return row
    },
    freshen: (changes: { clinic?: ClinicPackage } = {}) => freshenDemonstration({ ...parts, ...changes }),
    close: async () => {
      await db.close()
      rmSync(folder, { recursive: true })
    },
  }
}

type Filled = Awaited<ReturnType<typeof fill>>

const holdings = `
  (select count(*) from appointments a where a.patient_id = p.id and a.state = 'booked' and a.ends_at > $1)::int as upcoming,
  (select count(*) from appointments a where a.patient_id = p.id and a.state = 'booked' and a.ends_at <= $1)::int as past,
  (select count(*) from exams e where e.patient_id = p.id and e.type = 'laboratory' and e.shown)::int as laboratory,
  (select count(*) from exams e where e.patient_id = p.id and e.type = 'imaging' and e.shown)::int as imaging`

describe('the demonstration of two sites', () => {
  let filled: Filled
  beforeAll(async () => {
    filled = await fill(await openTestDatabase(), demonstration)
  }, 120_000)
  afterAll(() => filled.close())

  test('two servers that start at the same time fill the database once, and every stored file is known', async () => {
    const { ask, folder, tryFill, one } = filled
    expect(await tryFill()).toBe(false)
    expect(await one('select count(*)::int as people from people')).toEqual({ people: 1632 })
    const hashes = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) =>
        createHash('sha256')
          .update(readFileSync(join(parentPath, name)))
          .digest('hex'),
      )
    const known = await ask<{ hash: string }>(`select encode(sha256, 'hex') as hash from files`)
    expect(hashes.sort()).toEqual(known.map(({ hash }) => hash).sort())
  })

  test('the accounts have the data, appointments and exams that the table of accounts says', async () => {
    const rows = await filled.ask<Record<string, unknown>>(
      `select document_number, first_name || ' ' || last_name || ' ' || second_name as name, gender_id, date_birth, rol, status,
         concat_ws(' ', case when opened_as_minor then 'minor' end, case when deleted_at is not null then 'deleted' end,
           case when status_passport then 'passport' end,
           case when image_store_passport is not null and image_store_passport_patient is not null then 'photos' end) as marks,
         ${holdings}
       from people p where id <= 12 order by id`,
      [now],
    )
    const patient = 'STANDART_ROLE'
    expect(rows.map((row) => Object.values(row))).toEqual([
      [camila, 'Camila Andrea Fuentes Rojas', 1, '1988-04-12', patient, 1, '', 4, 14, 12, 6],
      ['234567896', 'Martina Ignacia Soto Fuentes', 1, '2016-11-26', patient, 1, 'minor', 2, 0, 3, 0],
      ['98765433', 'Jorge Luis Rojas Tapia', 2, '1955-09-30', patient, 1, '', 1, 0, 0, 0],
      ['156782343', 'Diego Esteban Soto Muñoz', 2, '1986-01-20', patient, 1, '', 0, 0, 0, 0],
      ['135792462', 'Paula Inés Leiva Castro', 1, '1979-06-02', patient, 1, '', 2, 0, 4, 0],
      ['178901230', 'Tomás Ignacio Vera Díaz', 2, '1991-11-11', patient, 2, '', 0, 0, 0, 0],
      ['81234566', 'Elena Rosa Pino Araya', 1, '1950-02-14', patient, 2, 'deleted', 0, 0, 0, 0],
      ['210987657', 'Benjamín Andrés Lagos Silva', 2, '2008-10-26', patient, 1, 'minor', 0, 0, 0, 0],
      ['P1234567', 'Lucía Marta Gómez Pérez', 1, '1990-03-03', patient, 1, 'passport', 0, 0, 2, 0],
      ['X7654321', 'John Edward Smith ', 2, '1984-08-08', patient, 3, 'photos', 0, 0, 0, 0],
      ['222222222', 'Andrea Paz Morales Vidal', 1, '1982-10-05', 'ADMIN_ROLE', 1, '', 0, 0, 0, 0],
      ['111111111', 'Rodrigo Alberto Sáez Prado', 2, '1975-03-19', 'SUPER_ADMIN_ROLE', 1, '', 0, 0, 0, 0],
    ])
    expect(
      await filled.one(
        `select email, phone, address, image_store_id, password_hash from people where document_number = '81234566'`,
      ),
    ).toEqual({
      email: null,
      phone: null,
      address: null,
      image_store_id: null,
      password_hash: 'hash of Portal2026',
    })
  })

  test('no row was written in the future', async () => {
    expect(
      await filled.ask(
        `select 'exams' from exams where taken_at >= created_at or created_at > $1
         union all select 'appointments' from appointments where created_at > $1 or created_at >= starts_at
         union all select 'files' from files where created_at > $1
         union all select 'people' from people where date_creation > $1
         union all select 'notifications' from notifications where created_at > $1
         union all select 'audit' from audit_events where at > $1`,
        [now],
      ),
    ).toEqual([])
  })

  const count = async (sql: string) => (await filled.one<{ count: number }>(sql)).count
  test('the daily job has nothing to do after the fill, and gives Camila one new result on the first day', async () => {
    const { freshen, clock } = filled
    expect(await freshen()).toEqual({ hours: 0, exams: [] })
    clock.advance({ hours: 16 })
    const { exams } = await freshen()
    expect(exams).toEqual([{ id: expect.any(Number), patient_id: 1 }])
    expect(
      await count(
        `select bytes as count from files f join exams e on e.file_id = f.id where e.id = ${exams[0]?.id}`,
      ),
    ).toBeGreaterThan(3000)
    expect(await freshen()).toEqual({ hours: 0, exams: [] })
  }, 60_000)
})

describe('the demonstration of three sites', () => {
  let filled: Filled
  beforeAll(async () => {
    const db = await openEmptyTestDatabase()
    await fillCatalogues(db, { isDemonstration: true, demonstrationClinic: 'tres-sedes' })
    filled = await fill(db, await readValidPackage(readPackageFolder(shippedPackage('tres-sedes'))))
  }, 120_000)
  afterAll(() => filled.close())

  test('Camila has as many appointments and results as with two sites, and no stored text names a site of those', async () => {
    const { one, ask } = filled
    const held = await one(`select ${holdings} from people p where document_number = '${camila}'`, [now])
    expect(held).toEqual({ upcoming: 4, past: 14, laboratory: 12, imaging: 6 })
    const stored = JSON.stringify([
      await ask('select title, html from prevention_articles'),
      await ask('select title from ads'),
      await ask('select name, text from alerts'),
      await ask('select message, branch from contacts'),
      await ask('select place_care, place_detail from appointments'),
      await ask('select people_categories from breaches'),
    ])
    for (const { name, code } of demonstration.sites)
      expect(stored).not.toMatch(new RegExp(`${name}|${code}`))
    expect(stored).toContain('Viña del Mar, Quilpué y Concón')
  })
})

const parts = {
  clinic: demonstration,
  letterhead: testLetterhead,
  clock: { now: () => now },
  secrets,
  sealer,
  hashPassword: async () => 'hash',
}

test.each([
  // This database has no catalogues: the first row that points at one is rejected.
  ['for a row', openEmptyTestDatabase, async () => ({ bytes: 1, sha256: new Uint8Array(32) }), 'catalogue'],
  ['for a file', openTestDatabase, () => Promise.reject(new Error('no space left')), 'no space left'],
] as const)('a fill that fails %s leaves the database empty', async (_, open, put, message) => {
  const db = await open()
  onTestFinished(() => db.close())
  const files = { ...createFolderStore('/nonexistent'), put }
  const failure = fillDemonstration({ ...parts, db, files })
  await expect(failure).rejects.toThrow(message === 'catalogue' ? /foreign key/ : message)
  for (const table of ['files', 'people']) expect(await askOf(db, `select 1 from ${table}`)).toEqual([])
})
