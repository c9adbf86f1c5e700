/** One filled demonstration for all tests of its data; one more for a clinic with other sites. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ClinicPackage, emptyParts } from '@mi-portal/contract/clinic/clinic-package'
import { isRun } from '@mi-portal/contract/values/run'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createCardHash } from '../../src/adapters/civil-registry/card-hash.ts'
import { createEmbeddedRegistry } from '../../src/adapters/civil-registry/embedded.ts'
import { createFolderStore } from '../../src/adapters/files/folder.ts'
import { createEmbeddedCheck } from '../../src/adapters/identity-check/embedded.ts'
import { readPackageFolder, shippedPackage } from '../../src/modules/clinic/package/package-files.service.ts'
import { readValidPackage } from '../../src/modules/clinic/package/read-package.service.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { passportSealer } from '../../src/platform/security/seal.ts'
import { ask as askOf } from '../../test/ask.ts'
import { testLetterhead } from '../../test/clinic/letterhead.ts'
import { demonstration, publishClinic, withoutSite } from '../../test/clinic/packages.ts'
import { openEmptyTestDatabase, openTestDatabase, urlOfTestDatabase } from '../../test/database.ts'
import { testClock } from '../../test/portal.ts'
import { fillCatalogues } from '../catalogues.ts'
import { unregistered, unregisteredCard } from './accounts.ts'
import { createClinicLookup } from './clinic-lookup.ts'
import { fillDemonstration } from './fill.ts'
import { freshenDemonstration } from './freshen.ts'
import { publicationsOf } from './publications.ts'
import { planDemonstration } from './script.ts'

// A Thursday, at noon in Santiago.
const start = '2026-11-26T15:00:00Z'
const now = new Date(start)
const secrets = ['x'.repeat(48)] as const
const sealer = passportSealer(secrets)
const camila = '123456785'
const passwords = { of: () => 'x', others: 'x' }

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

/** A clinic with one site and one specialty, and nothing else to offer. */
const smallClinic: ClinicPackage = {
  ...withoutSite(demonstration, 'MAIPU'),
  ...emptyParts,
  contact: { reasons: [], exam_types: [] },
  specialties: withoutSite(demonstration, 'MAIPU').specialties.filter(({ name }) => name === 'Dermatología'),
  examSpecialties: [],
  exams: [],
  procedureCategories: [],
  procedures: [],
  laboratoryPanels: [],
  laboratoryAnalytes: [],
  laboratoryRanges: [],
  insurers: [],
  documentTypes: [],
  quoteTypes: [],
  questionnaires: [],
  survey: [],
  bookingGroups: [],
  testPurposes: [],
  displayDurations: [],
}

/** Returns what takes place today: per site the numbers of past and coming appointments. */
const readToday = ({ ask, clock }: Filled) =>
  ask<{ past: number; coming: number; video: number }>(
    `select place_care, count(*) filter (where ends_at <= $1)::int as past, count(*) filter (where starts_at > $1)::int as coming,
       count(*) filter (where modality = 'telemedicina')::int as video
     from appointments where state = 'booked' and (starts_at at time zone 'America/Santiago')::date
       = ($1::timestamptz at time zone 'America/Santiago')::date
     group by place_care`,
    [clock.now()],
  )

const holdings = `
  (select count(*) from appointments a where a.patient_id = p.id and a.state = 'booked' and a.ends_at > $1)::int as upcoming,
  (select count(*) from appointments a where a.patient_id = p.id and a.state = 'booked' and a.ends_at <= $1)::int as past,
  (select count(*) from exams e where e.patient_id = p.id and e.type = 'laboratory' and e.shown)::int as laboratory,
  (select count(*) from exams e where e.patient_id = p.id and e.type = 'imaging' and e.shown)::int as imaging`

/** Tests of what holds in the demonstration of any clinic. */
function testWorkingClinic(read: () => Filled, sites: number) {
  test('each site has appointments today, past and to come, and some are by video', async () => {
    const rows = await readToday(read())
    expect(rows).toHaveLength(sites)
    for (const { past, coming } of rows) expect(Math.min(past, coming)).toBeGreaterThan(0)
    expect(rows.reduce((sum, { video }) => sum + video, 0)).toBeGreaterThan(0)
  })

  test('no patient and no professional has two appointments at the same time, and some appointments were cancelled', async () => {
    const { one, ask } = read()
    for (const who of ['patient_id', 'professional_id'])
      expect(
        await ask(
          `select a.id from appointments a join appointments b on a.id < b.id and a.${who} = b.${who}
             and a.state = 'booked' and b.state = 'booked' and a.starts_at < b.ends_at and b.starts_at < a.ends_at`,
        ),
      ).toEqual([])
    const { count } = await one<{ count: number }>(
      `select count(*)::int as count from appointments where state = 'cancelled' and cancelled_at between created_at and $1`,
      [now],
    )
    expect(count).toBeGreaterThan(20)
  })
}

describe('the demonstration of two sites', () => {
  let filled: Filled
  beforeAll(async () => {
    filled = await fill(await openTestDatabase(), demonstration)
  }, 120_000)
  afterAll(() => filled.close())
  testWorkingClinic(() => filled, 2)

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

  test('everyone with a run is in the registry, which holds no plain card number and can ask the unregistered three questions', async () => {
    const { ask, one, db } = filled
    expect(
      await one(
        `select (select count(*) from people where not without_account)::int as people,
          (select count(*) >= 200 from registry_people) as registry,
          (select count(*) from registry_people where card_number is not null)::int as plain,
          (select count(*) from people p where document_type_id = 1 and not without_account
            and not exists (select 1 from registry_people r where r.run = p.document_number))::int as unknown`,
      ),
    ).toEqual({ people: 132, registry: true, plain: 0, unknown: 0 })
    const runs = await ask<{ run: string }>(
      `select document_number as run from people where document_type_id = 1 union all select rut from professionals
       union all select run from registry_people where run not in (select document_number from people)`,
    )
    expect(runs.filter(({ run }) => !isRun(run))).toEqual([])
    expect(new Set(runs.map(({ run }) => run)).size).toBe(runs.length)
    expect(
      await ask(
        `select email from people where email is not null
         group by email having count(*) > 1 or email !~ '^[a-z.0-9]+@ejemplo[.]cl$'`,
      ),
    ).toEqual([])
    const check = createEmbeddedCheck(createEmbeddedRegistry(db, createCardHash(secrets)), secrets[0])
    for (const { run } of unregistered) {
      const questions = (await check.ask(run, unregisteredCard)) ?? []
      expect(questions.map(({ options }) => options.length)).toEqual([5, 5, 5])
      expect(await ask('select 1 from people where document_number = $1', [run])).toEqual([])
    }
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

  // From here on the tests run in order: each continues from the time of the one before.
  const count = async (sql: string) => (await filled.one<{ count: number }>(sql)).count
  const countUpcoming = async (document: string) =>
    (
      await filled.one<{ upcoming: number }>(
        `select ${holdings} from people p where document_number = '${document}'`,
        [filled.clock.now()],
      )
    ).upcoming

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

  test('new appointments replace those that have passed, and a cancelled one stays cancelled and its slot free', async () => {
    const { freshen, clock, db, ask } = filled
    const before = await count('select count(*)::int as count from appointments')
    clock.advance({ days: 20 })
    expect(await countUpcoming(camila)).toBeLessThan(4)
    const { hours } = await freshen()
    expect(await count('select count(*)::int as count from appointments')).toBe(before + hours)
    const upcoming = [camila, '234567896', '98765433', '135792462'].map(countUpcoming)
    expect(await Promise.all(upcoming)).toEqual([4, 2, 1, 2])
    const cancelled = await ask<{ professional_id: number; starts_at: Date }>(
      `update appointments set state = 'cancelled', cancelled_at = $1 where id in (
         (select min(id) from appointments where patient_id = 1 and state = 'booked' and starts_at > $1),
         (select max(id) from appointments where state = 'booked' and booked_by is null and starts_at > $1))
       returning professional_id, starts_at`,
      [clock.now()],
    )
    await freshen()
    for (const { professional_id, starts_at } of cancelled.filter((one) => one.professional_id !== null))
      expect(
        await ask(
          `select 1 from appointments where state = 'booked' and professional_id = $1 and starts_at = $2`,
          [professional_id, starts_at],
        ),
      ).toEqual([])
    expect(await countUpcoming(camila)).toBe(4)
    await db.script(`update people set deleted_at = now() where document_number = '98765433'`)
  }, 60_000)

  test('a new result continues the history, and a closed account and another installation get nothing new', async () => {
    const { freshen, clock, db } = filled
    clock.advance({ days: 70 })
    const { exams } = await freshen()
    expect(exams.filter(({ patient_id }) => patient_id === 1)).toHaveLength(2)
    expect(
      await count(`select count(*)::int as count from exam_results where patient_id = 1 and code = 'GLI'`),
    ).toBe(6)
    expect(await countUpcoming('98765433')).toBe(0)
    await db.script(`update installation set key = 'other' where key = 'demonstration'`)
    clock.advance({ days: 60 })
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
  testWorkingClinic(() => filled, 3)

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

  test('a site has only the specialties and imaging exams that it offers, and no professional attends while it is closed', async () => {
    const { ask, clinic } = filled
    const lookup = createClinicLookup(clinic)
    const offered = new Set(
      clinic.specialties.flatMap(({ code, sites }) =>
        lookup.sitesWith(sites).map(({ id }) => `${code} ${id}`),
      ),
    )
    const booked = await ask<{ key: string }>(
      `select distinct specialty_code || ' ' || office_id as key from appointments a join services v on v.code = a.specialty_code
       where v.kind = 'consultation'`,
    )
    expect(booked.filter(({ key }) => !offered.has(key))).toEqual([])
    const imaging = new Set(
      clinic.examSpecialties
        .filter(({ service }) => service === 'imagenologia')
        .map((exam) => exam.service_code),
    )
    const slots = await ask<{ office_id: number; service_code: number }>(
      'select distinct office_id, service_code from slots order by office_id',
    )
    const sitesOf = (some: typeof slots) => [...new Set(some.map(({ office_id }) => office_id))]
    expect(sitesOf(slots)).toEqual([11, 12, 13])
    expect(sitesOf(slots.filter(({ service_code }) => imaging.has(service_code)))).toEqual([11, 12])
    // The third site closes at 18:00 and on Saturdays.
    expect(
      await ask(
        `select id from schedules where office_id = 13 and (weekday in (0, 6) or ends > time '18:00')`,
      ),
    ).toEqual([])
  })
})

describe('a fill that fails', () => {
  const parts = {
    clinic: smallClinic,
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
})

test('the program that fills the demonstration leaves statistics, with which PostgreSQL plans well at once', async () => {
  const db = await openTestDatabase()
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-program-'))
  onTestFinished(async () => {
    await db.close()
    rmSync(folder, { recursive: true })
  })
  await publishClinic(db, smallClinic)
  const url = await urlOfTestDatabase(db)
  const program = spawn(process.execPath, [join(import.meta.dirname, 'program.ts'), 'fill'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      MIGRATION_DATABASE_URL: url,
      DATA_DIR: folder,
      SECRET_KEY: secrets[0],
      DEMO: 'true',
    },
  })
  expect(await once(program, 'exit')).toEqual([0, null])
  const [slots] = await askOf<{ known: number; count: number }>(
    db,
    `select (select reltuples from pg_class where oid = 'slots'::regclass)::int as known, count(*)::int as count from slots`,
  )
  expect(slots?.count).toBeGreaterThan(100)
  expect(slots?.known).toBe(slots?.count)
})

describe('the plan of the demonstration', () => {
  const plan = (moment: Date, clinic: ClinicPackage = demonstration) =>
    planDemonstration(moment, clinic, testLetterhead, passwords).plan

  test('the same instant gives the same plan, and any day of the calendar the same people and Camila’s appointments', () => {
    const first = plan(now)
    expect(JSON.stringify(plan(now))).toBe(JSON.stringify(first))
    const listNames = ({ people }: typeof first) => people.all.map(({ first_name }) => first_name)
    for (const moment of ['2027-04-04T03:30:00Z', '2028-02-29T15:00:00Z']) {
      const at = new Date(moment)
      const later = plan(at)
      expect(listNames(later)).toEqual(listNames(first))
      const hers = later.appointments.all.filter(({ patient_id }) => patient_id === 1)
      expect(hers.map(({ starts_at }) => starts_at > at).filter(Boolean)).toHaveLength(4)
      expect(hers).toHaveLength(18)
      expect(
        later.exams.all.filter(({ created_at, taken_at }) => created_at > at || taken_at >= created_at),
      ).toEqual([])
    }
  })

  test('a clinic with one specialty has people and appointments, but no exams, requests and links to other specialties', () => {
    const { people, appointments, exams, contacts, documents, budgets } = plan(now, smallClinic)
    expect(people.all).toHaveLength(132)
    expect(new Set(appointments.all.map(({ specialty }) => specialty))).toEqual(new Set(['Dermatología']))
    expect([exams, contacts, documents, budgets].map(({ all }) => all.length)).toEqual([0, 0, 0, 0])
    const { articles, ads, alerts } = publicationsOf(createClinicLookup(smallClinic))
    expect(JSON.stringify(articles)).not.toContain('/reservas')
    expect(ads.map(({ title }) => title).join()).not.toContain('Vacunatorio')
    expect(alerts).toHaveLength(1)
  })
})
