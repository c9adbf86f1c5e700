/** One filled demonstration for all tests of its data; one more for a clinic with other sites. */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { type ClinicPackage, emptyParts } from '@mi-portal/contract/clinic/clinic-package'
import { answerHours } from '@mi-portal/contract/desk'
import { dataRights } from '@mi-portal/contract/privacy'
import { reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import { showValue } from '@mi-portal/contract/results/value-text'
import { ageOn, dayOf } from '@mi-portal/contract/values/dates'
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
import { pdfTexts } from '../../test/pdf-text.ts'
import { testClock } from '../../test/portal.ts'
import { fillCatalogues } from '../catalogues.ts'
import { adolescentGuardianRun, adolescentRun, unregistered, unregisteredCard } from './accounts.ts'
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

/** Returns the share of professionals with more than three of five slots booked on the next five working days. */
async function readBusyShare({ ask, clock }: Filled): Promise<number> {
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
     group by s.professional_id`,
    [clock.now()],
  )
  expect(rows.length).toBeGreaterThan(20)
  return rows.filter(({ share }) => share >= 0.6).length / rows.length
}

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

  test('the calendars of the next week are busy, those in three weeks nearly empty, and every service has a free slot', async () => {
    const { one, ask } = read()
    expect(await readBusyShare(read())).toBeGreaterThan(0.5)
    const { share } = await one<{ share: number }>(
      `select count(a.id)::float8 / count(*) as share from slots s
         left join appointments a on a.professional_id = s.professional_id and a.starts_at = s.starts_at and a.state = 'booked'
       where s.starts_at > $1::timestamptz + interval '21 days'`,
      [now],
    )
    expect(share).toBeLessThan(0.1)
    expect(
      await ask(
        `select s.service_code from slots s
         where s.starts_at > $1::timestamptz and s.starts_at < $1::timestamptz + interval '14 days'
         group by s.service_code having bool_and(exists (
           select from appointments a where a.professional_id = s.professional_id and a.state = 'booked'
             and a.starts_at < s.ends_at and a.ends_at > s.starts_at))`,
        [now],
      ),
    ).toEqual([])
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

  test('inbox, data rights, families, passports, waiting lists and exports have every lasting state', async () => {
    const { ask, clock } = read()
    const matters = await ask<{ matter: string; least: number }>(
      `select matter, least(count(*) filter (where state = 'respondida'), count(*) filter (where state = 'pendiente' and not late),
         count(*) filter (where state = 'pendiente' and late))::int as least
       from (select *, coalesce(due_at, created_at + make_interval(hours => $2::int)) <= $1::timestamptz as late from desk_requests) q
       group by matter order by matter`,
      [clock.now(), answerHours],
    )
    expect(matters.map(({ matter, least }) => [matter, least > 0])).toEqual(
      ['budgets', 'contact', 'documents', 'imaging', 'privacy'].map((matter) => [matter, true]),
    )
    const listStates = async (column: string, from: string) =>
      (await ask<{ state: string }>(`select distinct ${column}::text as state from ${from} order by 1`))
        .map(({ state }) => state)
        .join(' ')
    expect(await listStates('kind', 'data_requests')).toBe([...dataRights].sort().join(' '))
    expect(await listStates('state', 'family_links')).toBe('approved ended pending')
    expect(await listStates('request_status', 'family_requests')).toBe('0 1 2 3')
    expect(await listStates('status', 'people where document_type_id = 2')).toBe('1 2 3')
    expect(await listStates('approved', 'validation_decisions')).toBe('false true')
    expect(await listStates('state', 'waiting_list')).toBe('ended served waiting')
    expect(await listStates('state', 'exports')).toBe('failed ready')
    expect(
      await ask(
        `select count(*) filter (where i.expires_at > $1) > 0 as open, count(*) filter (where i.expires_at <= $1) > 0 as ended
         from family_invitations i join family_requests r on r.id = i.request_id where r.request_status = 0`,
        [now],
      ),
    ).toEqual([{ open: true, ended: true }])
  })

  test('a patient on the waiting list has an offer of a free slot', async () => {
    expect(
      await read().ask(
        `select p.first_name, h.expires_at > $1 as lasts, exists (select from appointments a where a.professional_id = h.professional_id
           and a.state = 'booked' and tstzrange(a.starts_at, a.ends_at) && h.during) as taken
         from holds h join people p on p.id = h.person_id join waiting_list w on w.id = h.waiting_id and w.state = 'waiting'
         where h.kind = 'offer'`,
        [now],
      ),
    ).toEqual([{ first_name: 'Jorge Luis', lasts: true, taken: false }])
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

  test('Camila has requests and consents, and the clinic has opinions, failed mails, an export, a breach and a service account', async () => {
    expect(
      await filled.one(
        `select (select count(*) from budget_requests where patient_id = p.id and state = 'respondida')::int as budgets,
          (select count(*) from contacts where patient_id = p.id)::int as contacts,
          (select count(*) from document_requests where patient_id = p.id)::int as documents,
          (select count(*) from favourites where person_id = p.id)::int as favourites,
          (select count(*) from waiting_list where person_id = p.id and state = 'waiting')::int as waits,
          (select count(*) from request_files f join budget_requests b on b.id = f.request_id
            where f.request_kind = 'budget' and f.side = 'answer' and b.patient_id = p.id)::int as budget_files,
          (select count(*) > 0 from notifications where person_id = p.id and read_at is null) as unread,
          (select count(*) from audit_events a where a.patient_id = p.id and a.actor_id <> p.id)::int as looks,
          (select count(*) from data_requests where requester_id = p.id)::int as data_requests,
          (select count(*) from consents where person_id = p.id and withdrawn_at is null)::int as consents,
          (select count(*) from survey_answers)::int as opinions,
          (select count(*) from outbox where state in ('parked', 'expired'))::int as mails,
          (select count(*) from exports where expires_at < $1)::int as copies,
          (select count(*) from breaches b join breach_letters l on l.breach_id = b.id)::int as letters,
          (select count(*) from service_accounts where revoked_at is not null)::int as revoked
         from people p where document_number = '${camila}'`,
        [now],
      ),
    ).toEqual({
      ...{ budgets: 2, contacts: 3, documents: 2, favourites: 3, waits: 2, budget_files: 2, unread: true },
      ...{ looks: 10, data_requests: 2, consents: 3 },
      ...{ opinions: 11, mails: 3, copies: 1, letters: 4, revoked: 1 },
    })
  })

  test('Camila’s family has Martina proven by the registry, Jorge as an adult, and Diego pending', async () => {
    expect(
      await filled.ask(
        `select concat_ws(' ', l.document_number, m.document_number, f.state, f.guardian_proof, t.name, r.request_status) as link
         from family_links f join people l on l.id = f.leader_id join people m on m.id = f.member_id
         join relationship_types t on t.id = f.relationship_type_id join family_requests r on r.family_id = f.id
         where l.id <= 12 or m.id <= 12 order by f.id`,
      ),
    ).toEqual([
      { link: `${camila} 234567896 approved registry Hijo/a 1` },
      { link: `${camila} 98765433 approved Padre 1` },
      { link: `156782343 ${camila} pending Pareja 0` },
    ])
    // Every link that the registry proves agrees with the registry.
    expect(
      await filled.ask(
        `select f.id from family_links f join people l on l.id = f.leader_id join people m on m.id = f.member_id
         left join registry_people r on r.run = m.document_number
         where f.guardian_proof = 'registry' and l.document_number not in (coalesce(r.mother_run, ''), coalesce(r.father_run, ''))`,
      ),
    ).toEqual([])
  })

  test('an adolescent’s record holds reserved and ordinary items, and her mother is her proven guardian', async () => {
    const { date_birth, ...record } = await filled.one<{ date_birth: string }>(
      `select date_birth, (select count(*) from exams where patient_id = p.id and reserved_group is not null)::int as reserved_exams,
        (select count(*) from exams where patient_id = p.id and reserved_group is null and type = 'laboratory')::int as exams,
        (select count(*) from exam_results r join exams e on e.id = r.exam_id
          where e.patient_id = p.id and e.reserved_group is null and r.reserved_group is not null)::int as reserved_within,
        (select count(*) from appointments where patient_id = p.id and reserved_group is not null)::int as reserved_hours,
        (select count(*) from appointments where patient_id = p.id and reserved_group is null)::int as hours,
        (select l.document_number from family_links f join people l on l.id = f.leader_id
          where f.member_id = p.id and f.state = 'approved' and f.guardian_proof = 'registry') as guardian
       from people p where document_number = '${adolescentRun}'`,
    )
    expect(record).toEqual({
      ...{ reserved_exams: 2, exams: 4, reserved_within: 1, reserved_hours: 3, hours: 3 },
      guardian: adolescentGuardianRun,
    })
    expect(ageOn(date_birth, dayOf(now))).toBe(15)
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

  test('30 professionals attend over 48 specialties, and there are slots for 60 days, none on a holiday', async () => {
    const { ask, one } = filled
    const { professionals, specialties, days } = await one<Record<string, number>>(
      `select count(distinct professional_id)::int as professionals, count(distinct specialty_code)::int as specialties,
         (select (max(starts_at)::date - min(starts_at)::date)::int from slots) as days
       from schedules join specialties s on s.code = specialty_code`,
    )
    expect([(professionals ?? 0) >= 30, (specialties ?? 0) >= 48, (days ?? 0) >= 60]).toEqual([
      true,
      true,
      true,
    ])
    expect(
      await ask(
        `select s.office_id, v.kind, count(*) > 200 as many from slots s join services v on v.code = s.service_code
         where v.kind <> 'consultation' group by s.office_id, v.kind order by s.office_id, v.kind`,
      ),
    ).toEqual(
      [2, 239].flatMap((office_id) => ['exam', 'procedure'].map((kind) => ({ office_id, kind, many: true }))),
    )
    expect(
      await ask(
        `select h.day from holidays h join slots s on (s.starts_at at time zone 'America/Santiago')::date = h.day`,
      ),
    ).toEqual([])
  })

  test('every appointment lies in its professional’s week, and none on a blocked hour or the clinic’s own holiday', async () => {
    const { ask } = filled
    const deviating = await ask<{ kind: string; hours: number }>(
      `select e.kind, (select count(*)::int from slots s where s.professional_id = e.professional_id
         and s.starts_at < e.ends_at and s.ends_at > e.starts_at) as hours
       from schedule_exceptions e order by e.kind, e.id`,
    )
    expect(deviating.map(({ kind, hours }) => [kind, hours > 0])).toEqual([
      ['block', false],
      ['block', false],
      ['open', true],
    ])
    expect(await ask(`select name from holidays where source = 'staff'`)).toHaveLength(1)
    expect(
      await ask(
        `select a.id from appointments a where a.state = 'booked' and (
           exists (select from holidays h where h.source = 'staff' and h.day = (a.starts_at at time zone 'America/Santiago')::date)
           or exists (select from schedule_exceptions e where e.professional_id = a.professional_id and e.kind = 'block'
             and e.starts_at < a.ends_at and e.ends_at > a.starts_at))`,
      ),
    ).toEqual([])
    expect(
      await ask(
        `select a.id from schedules a join schedules b on a.professional_id = b.professional_id and a.id < b.id
           and a.weekday = b.weekday and a.starts < b.ends and b.starts < a.ends`,
      ),
    ).toEqual([])
    expect(
      await ask(
        `select a.id from appointments a where not exists (
           select 1 from schedules s where s.professional_id = a.professional_id and s.office_id = a.office_id
             and s.specialty_code = a.specialty_code and s.modality = a.modality
             and s.weekday = extract(dow from a.starts_at at time zone 'America/Santiago')
             and (a.starts_at at time zone 'America/Santiago')::time >= s.starts
             and (a.ends_at at time zone 'America/Santiago')::time <= s.ends)
           and not exists (
             select 1 from schedule_exceptions e where e.professional_id = a.professional_id and e.kind = 'open'
               and e.starts_at <= a.starts_at and e.ends_at >= a.ends_at)`,
      ),
    ).toEqual([])
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

  test('measures agree with those they are computed from, Camila’s glucose rises, and hidden kinds of exams are not shown', async () => {
    const { ask } = filled
    const rows = await ask<{ exam_id: number; code: string; value: number }>(
      `select exam_id, code, value from exam_results where value is not null and code in
        ('COLT', 'HDL', 'LDL', 'VLDL', 'TG', 'BAC', 'NEU', 'LIN', 'MON', 'EOS', 'BAS')`,
    )
    const exams = Map.groupBy(rows, ({ exam_id }) => exam_id)
    for (const measures of exams.values()) {
      const value = (code: string) => measures.find((measure) => measure.code === code)?.value ?? 0
      if (value('COLT') > 0) expect(value('LDL') + value('HDL') + value('VLDL')).toBe(value('COLT'))
      else
        expect(['BAC', 'NEU', 'LIN', 'MON', 'EOS', 'BAS'].reduce((sum, code) => sum + value(code), 0)).toBe(
          100,
        )
    }
    expect(exams.size).toBeGreaterThan(40)
    const glucose = await ask<{ value: number; high: number }>(
      `select value, high from exam_results where patient_id = 1 and code = 'GLI' order by taken_at`,
    )
    expect(glucose.map(({ value }) => value)).toEqual([88, 91, 95, 98, 108])
    expect(glucose.map(({ value, high }) => value > high).indexOf(true)).toBe(4)
    expect(
      await ask(`select e.type_exam, bool_or(r.shown) as shown from exams e join exam_results r on r.exam_id = e.id
        where not e.shown group by e.id`),
    ).toEqual([{ type_exam: 'Grupo sanguíneo AB0 y Rh', shown: false }])
  })

  test('every exam has its own file, which names the patient and contains the stored values', async () => {
    const { ask, one, files } = filled
    expect(
      await one('select (count(*) - count(distinct file_id))::int as shared_or_missing from exams'),
    ).toEqual({
      shared_or_missing: 0,
    })
    const exams = await ask<{ id: number; key: string; bytes: number; texts: string[] }>(
      `select e.id, f.key, f.bytes, array[concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')), e.attention_number] as texts
       from exams e join files f on f.id = e.file_id join people p on p.id = e.patient_id where e.id % 12 = 0`,
    )
    const results = await ask<{
      exam_id: number
      name: string
      value: number
      text: string
      decimals: number
    }>(
      `select exam_id, name, value::text as value, text, decimals from exam_results where exam_id % 12 = 0 order by exam_id, position`,
    )
    const plain = { unit: null, ucum: null, low: null, high: null, reference_text: null }
    for (const exam of exams) {
      const stream = await files.read(exam.key)
      const pdf = await buffer(stream ?? new ReadableStream())
      expect(pdf.length).toBe(exam.bytes)
      const texts = await pdfTexts(pdf)
      expect(texts).toEqual(expect.arrayContaining([...exam.texts, testLetterhead.brand]))
      // Compared without spaces, because a long name breaks over two lines.
      const packed = texts.join('').replaceAll(' ', '')
      for (const result of results.filter(({ exam_id }) => exam_id === exam.id))
        expect(packed).toContain(
          `${result.name}${showValue(reportedFromPlain({ ...plain, ...result }))}`.replaceAll(' ', ''),
        )
    }
  })

  test('articles, announcements and alerts are published, and the buttons of articles lead to the named specialty', async () => {
    expect(
      await filled.one(
        `select (select count(*) from prevention_articles where status)::int as articles,
          (select count(*) from ads where status)::int as ads,
          (select count(*) from ads where gender_id = 1 and 38 between from_age and to_age)::int as for_her,
          (select count(*) from prevention_articles where gender_id = 1 and 38 between from_age and to_age)::int as read_by_her,
          (select count(*) from alerts where status_id = 1)::int as alerts`,
      ),
    ).toEqual({ articles: 8, ads: 4, for_her: 1, read_by_her: 2, alerts: 2 })
    const links = (await filled.ask<{ html: string }>('select html from prevention_articles'))
      .map(({ html }) => JSON.parse(html) as { postButtonText: string; postUrl: string })
      .filter(({ postButtonText }) => postButtonText !== '')
      .map(({ postButtonText, postUrl }) => {
        const { pathname, searchParams } = new URL(postUrl, 'https://portal.test')
        const exam = demonstration.examSpecialties.find(({ code }) => code === searchParams.get('prestacion'))
        const specialty = demonstration.specialties.find(
          ({ code }) => `${code}` === searchParams.get('specialty'),
        )
        const name = exam?.name ?? specialty?.name
        return [postButtonText, `${pathname} ${name}`]
      })
    expect(Object.fromEntries(links)).toMatchObject({
      'Reservar control': '/reservas Medicina General',
      'Pedir hora con matrona': '/reservas Matrona',
      'Reservar con pediatría': '/reservas Pediatría',
      'Reservar con urología': '/reservas Urología Adulto',
      'Reservar mamografía': '/dashboard/agenda-imagenologia Mamografía',
    })
  })

  test('passport photos are stored encrypted while their holders wait, and all others have a decision', async () => {
    const { ask, files, one } = filled
    const rows = await ask<{ key: string; encrypted: string | null }>(
      `select key, encrypted from files where purpose like 'passport%'`,
    )
    const waiting = await one<{ n: number }>('select count(*)::int as n from people where status = 3')
    expect(rows).toHaveLength(2 * waiting.n)
    for (const { key, encrypted } of rows) {
      expect(encrypted).toBe(sealer.id)
      const stored = await buffer((await files.read(key)) ?? new ReadableStream())
      expect(sealer.open(stored, key)?.subarray(1, 4).toString()).toBe('PNG')
    }
    expect(
      await ask(
        `select p.id from people p left join validation_decisions d on d.person_id = p.id
         where p.document_type_id = 2 and p.status <> 3 and (d.id is null or d.approved <> (p.status = 1))`,
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

  test('four days later the daily job has filled the calendars again, and a second run adds no appointment', async () => {
    const { freshen, clock } = filled
    clock.advance({ days: 3, hours: 8 })
    expect((await freshen()).hours).toBeGreaterThan(100)
    expect((await readToday(filled)).map(({ past, coming }) => Math.min(past, coming) > 0)).toEqual([
      true,
      true,
    ])
    expect(await readBusyShare(filled)).toBeGreaterThan(0.5)
    expect((await freshen()).hours).toBe(0)
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

  test('the daily job does not book at a site that is no longer part of the clinic', async () => {
    const { one, ask, clock, freshen, clinic } = filled
    const { last } = await one<{ last: number }>('select max(id) as last from appointments')
    clock.advance({ days: 40 })
    expect((await freshen({ clinic: withoutSite(clinic, 'CONCON') })).hours).toBeGreaterThan(0)
    expect(
      await ask('select distinct place_care from appointments where id > $1 order by 1', [last]),
    ).toEqual([{ place_care: 'Quilpué' }, { place_care: 'Viña del Mar' }])
  }, 60_000)
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

  test('a clinic with one site that makes no imaging exams has none in its demonstration', () => {
    const { exams, examSpecialties, ...rest } = withoutSite(demonstration, 'MAIPU')
    const isImaging = new Set(
      examSpecialties.filter(({ service }) => service === 'imagenologia').map(({ code }) => code),
    )
    const planned = plan(now, {
      ...rest,
      procedures: [],
      examSpecialties: examSpecialties.filter(({ code }) => !isImaging.has(code)),
      exams: exams.filter(({ specialty_code }) => !isImaging.has(specialty_code)),
    })
    expect(new Set(planned.appointments.all.map(({ place_care }) => place_care))).toEqual(
      new Set(['Providencia']),
    )
    expect(planned.exams.all.filter(({ type }) => type === 'imaging')).toEqual([])
    expect(planned.exams.all.length).toBeGreaterThan(100)
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
