import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { reportedFromPlain } from '@mi-portal/contract/results/plain-result'
import { showValue } from '@mi-portal/contract/results/value-text'
import { ageOn, dayOf } from '@mi-portal/contract/values/dates'
import { isRun } from '@mi-portal/contract/values/run'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCardHash } from '../../src/adapters/civil-registry/card-hash.ts'
import { createEmbeddedRegistry } from '../../src/adapters/civil-registry/embedded.ts'
import { createFolderStore } from '../../src/adapters/files/folder.ts'
import { createEmbeddedCheck } from '../../src/adapters/identity-check/embedded.ts'
import type { Database } from '../../src/platform/database/database.ts'
import { passportSealer } from '../../src/platform/security/seal.ts'
import { ask as askOf } from '../../test/ask.ts'
import { testLetterhead } from '../../test/clinic/letterhead.ts'
import { demonstration } from '../../test/clinic/packages.ts'
import { openTestDatabase } from '../../test/database.ts'
import { pdfTexts } from '../../test/pdf-text.ts'
import {
  adolescentGuardianRun,
  adolescentRun,
  demonstrationAccounts,
  unregistered,
  unregisteredCard,
} from './accounts.ts'
import { fillDemonstration } from './fill.ts'
import { planDemonstration } from './script.ts'

const now = new Date('2026-11-26T15:00:00Z')
const folder = mkdtempSync(join(tmpdir(), 'mi-portal-demonstration-'))
const files = createFolderStore(folder)
const secrets = ['x'.repeat(48)] as const
const sealer = passportSealer(secrets)
let db: Database

beforeAll(async () => {
  db = await openTestDatabase()
  const hashPassword = async (password: string) => `hash of ${password}`
  expect(
    await fillDemonstration({
      db,
      files,
      sealer,
      secrets,
      clinic: demonstration,
      letterhead: testLetterhead,
      clock: { now: () => now },
      hashPassword,
    }),
  ).toBe(true)
}, 60_000)
afterAll(async () => {
  await db.close()
  rmSync(folder, { recursive: true })
})

const ask = <Row>(sql: string, values: readonly (string | number | Date | readonly string[])[] = []) =>
  askOf<Row>(db, sql, values)

async function one<Row>(sql: string, values: readonly (string | number | Date)[] = []): Promise<Row> {
  const [row] = await ask<Row>(sql, values)
  if (row === undefined) throw new Error(`nothing for ${sql}`)
  return row
}

const holdings = `select
  (select count(*) from appointments a where a.patient_id = p.id and a.state = 'booked' and a.ends_at > $2)::int as upcoming,
  (select count(*) from appointments a where a.patient_id = p.id and a.state = 'booked' and a.ends_at <= $2)::int as past,
  (select count(*) from exams e where e.patient_id = p.id and e.type = 'laboratory' and e.shown)::int as laboratory,
  (select count(*) from exams e where e.patient_id = p.id and e.type = 'imaging' and e.shown)::int as imaging
  from people p where p.document_number = $1`

test.each([
  ['123456785', { upcoming: 4, past: 14, laboratory: 12, imaging: 6 }],
  ['234567896', { upcoming: 2, past: 0, laboratory: 3, imaging: 0 }],
  ['98765433', { upcoming: 1, past: 0, laboratory: 0, imaging: 0 }],
  ['156782343', { upcoming: 0, past: 0, laboratory: 0, imaging: 0 }],
  ['135792462', { upcoming: 2, past: 0, laboratory: 4, imaging: 0 }],
  ['P1234567', { upcoming: 0, past: 0, laboratory: 2, imaging: 0 }],
])('the account %s holds the hours and exams of the table', async (document, held) => {
  expect(await one(holdings, [document, now])).toEqual(held)
})

test('an imaging contact of a person without an account waits in the inbox with its answers', async () => {
  const waiting = await one<{ questions: number; yes: number; subject: string; document_number: string }>(
    `select jsonb_array_length(c.imaging->'questions') as questions, d.subject, p.document_number,
       (select count(*)::int from jsonb_array_elements(c.imaging->'questions') q where q->>'answer' = 'Sí') as yes
     from desk_requests d join contacts c on c.id = d.id join people p on p.id = c.patient_id
     where d.matter = 'imaging' and d.state = 'pendiente'`,
  )
  expect(waiting).toMatchObject({ questions: 7, yes: 1 })
  expect(waiting.subject).toContain('Resonancia')
  expect(['123456785', '98765433', '156782343', '135792462']).not.toContain(waiting.document_number)
})

test('Camila has answered quotes with files, contacts, document requests, favourites and unread notifications', async () => {
  expect(
    await one(
      `select (select count(*) from budget_requests where patient_id = p.id and state = 'respondida')::int as budgets,
        (select count(*) from contacts where patient_id = p.id)::int as contacts,
        (select count(*) from document_requests where patient_id = p.id)::int as documents,
        (select count(*) from favourites where person_id = p.id)::int as favourites,
        (select count(*) from waiting_list where person_id = p.id and state = 'waiting')::int as waits,
        (select count(*) from request_files f join budget_requests b on b.id = f.request_id
          where f.request_kind = 'budget' and f.side = 'answer' and b.patient_id = p.id)::int as budget_files,
        (select count(*) > 0 from notifications where person_id = p.id and read_at is null) as unread
       from people p where document_number = '123456785'`,
    ),
  ).toEqual({ budgets: 2, contacts: 3, documents: 2, favourites: 3, waits: 2, budget_files: 2, unread: true })
})

test('the demonstration has opinions, failed mails, accesses, data rights requests, an export, a breach and a service account', async () => {
  expect(
    await one(
      `select (select count(*) from survey_answers)::int as answers,
        (select count(*) from outbox where state in ('parked', 'expired') and created_at > $1::timestamptz - interval '6 days')::int as mails,
        (select count(*) from audit_events a join people p on p.id = a.patient_id
          where p.document_number = '123456785' and a.actor_id <> p.id)::int as looks,
        (select count(*) from data_requests d join people p on p.id = d.requester_id
          where p.document_number = '123456785')::int as asked,
        (select count(*) from data_requests where state = 'pendiente' and due_at > $1)::int as waiting,
        (select count(*) from exports where expires_at < $1)::int as copies,
        (select count(*) from breaches b join breach_letters l on l.breach_id = b.id)::int as letters,
        (select count(*) from service_accounts where revoked_at is null)::int as usable,
        (select count(*) from service_accounts)::int as service_accounts,
        (select count(*) from consents c join people p on p.id = c.person_id
          where p.document_number = '123456785' and withdrawn_at is null)::int as consents`,
      [now],
    ),
  ).toEqual({
    answers: 11,
    mails: 3,
    looks: 10,
    asked: 2,
    waiting: 4,
    copies: 1,
    letters: 4,
    usable: 0,
    service_accounts: 1,
    consents: 3,
  })
  // No audit event lies in the future.
  expect(await ask('select id from audit_events where at > $1', [now])).toEqual([])
})

test('the accounts have the data that the table of accounts says', async () => {
  const rows = await ask<{ document_number: string } & Record<string, unknown>>(
    `select document_number, first_name || ' ' || last_name || ' ' || second_name as name, gender_id,
       date_birth, rol, status, opened_as_minor, deleted_at is not null as deleted, status_passport,
       image_store_passport is not null and image_store_passport_patient is not null as pictures
     from people where id <= 12 order by id`,
  )
  const plain = {
    rol: 'STANDART_ROLE',
    status: 1,
    opened_as_minor: false,
    deleted: false,
    status_passport: false,
    pictures: false,
  }
  expect(rows).toEqual([
    {
      ...plain,
      document_number: '123456785',
      name: 'Camila Andrea Fuentes Rojas',
      gender_id: 1,
      date_birth: '1988-04-12',
    },
    {
      ...plain,
      document_number: '234567896',
      name: 'Martina Ignacia Soto Fuentes',
      gender_id: 1,
      date_birth: '2016-11-26',
      opened_as_minor: true,
    },
    {
      ...plain,
      document_number: '98765433',
      name: 'Jorge Luis Rojas Tapia',
      gender_id: 2,
      date_birth: '1955-09-30',
    },
    {
      ...plain,
      document_number: '156782343',
      name: 'Diego Esteban Soto Muñoz',
      gender_id: 2,
      date_birth: '1986-01-20',
    },
    {
      ...plain,
      document_number: '135792462',
      name: 'Paula Inés Leiva Castro',
      gender_id: 1,
      date_birth: '1979-06-02',
    },
    {
      ...plain,
      document_number: '178901230',
      name: 'Tomás Ignacio Vera Díaz',
      gender_id: 2,
      date_birth: '1991-11-11',
      status: 2,
    },
    {
      ...plain,
      document_number: '81234566',
      name: 'Elena Rosa Pino Araya',
      gender_id: 1,
      date_birth: '1950-02-14',
      status: 2,
      deleted: true,
    },
    {
      ...plain,
      document_number: '210987657',
      name: 'Benjamín Andrés Lagos Silva',
      gender_id: 2,
      date_birth: '2008-10-26',
      opened_as_minor: true,
    },
    {
      ...plain,
      document_number: 'P1234567',
      name: 'Lucía Marta Gómez Pérez',
      gender_id: 1,
      date_birth: '1990-03-03',
      status_passport: true,
    },
    {
      ...plain,
      document_number: 'X7654321',
      name: 'John Edward Smith ',
      gender_id: 2,
      date_birth: '1984-08-08',
      status: 3,
      pictures: true,
    },
    {
      ...plain,
      document_number: '222222222',
      name: 'Andrea Paz Morales Vidal',
      gender_id: 1,
      date_birth: '1982-10-05',
      rol: 'ADMIN_ROLE',
    },
    {
      ...plain,
      document_number: '111111111',
      name: 'Rodrigo Alberto Sáez Prado',
      gender_id: 2,
      date_birth: '1975-03-19',
      rol: 'SUPER_ADMIN_ROLE',
    },
  ])
  expect(demonstrationAccounts).toHaveLength(12)
  expect(demonstrationAccounts[0]).toMatchObject({ document: 'RUT 12345678-5', password: 'Portal2026' })
})

test('a deleted profile has no e-mail, phone, address or photo left, and its identity can still be verified', async () => {
  expect(
    await one(
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

test('Camila’s family has Martina proven by the registry, Jorge as an adult, Diego pending and Paula absent', async () => {
  expect(
    await ask(
      `select l.document_number as leader, m.document_number as member, f.state, f.guardian_proof, t.name as relationship,
         r.request_status as status
       from family_links f join people l on l.id = f.leader_id join people m on m.id = f.member_id
       join relationship_types t on t.id = f.relationship_type_id join family_requests r on r.family_id = f.id
       where l.id <= 12 or m.id <= 12 order by f.id`,
    ),
  ).toEqual([
    {
      leader: '123456785',
      member: '234567896',
      state: 'approved',
      guardian_proof: 'registry',
      relationship: 'Hijo/a',
      status: 1,
    },
    {
      leader: '123456785',
      member: '98765433',
      state: 'approved',
      guardian_proof: null,
      relationship: 'Padre',
      status: 1,
    },
    {
      leader: '156782343',
      member: '123456785',
      state: 'pending',
      guardian_proof: null,
      relationship: 'Pareja',
      status: 0,
    },
  ])
  expect(await one(`select mother_run from registry_people where run = '234567896'`)).toEqual({
    mother_run: '123456785',
  })
})

test('every link marked as proven by the registry agrees with the registry', async () => {
  expect(
    await ask(
      `select f.id from family_links f join people l on l.id = f.leader_id join people m on m.id = f.member_id
       left join registry_people r on r.run = m.document_number
       where f.guardian_proof = 'registry' and l.document_number not in (coalesce(r.mother_run, ''), coalesce(r.father_run, ''))`,
    ),
  ).toEqual([])
})

test('an adolescent’s record holds reserved and ordinary items, and her mother is her proven guardian', async () => {
  expect(
    await one(
      `select (select count(*) from exams where patient_id = p.id and reserved_group is not null)::int as reserved_exams,
        (select count(*) from exams where patient_id = p.id and reserved_group is null and type = 'laboratory')::int as exams,
        (select count(*) from exam_results r join exams e on e.id = r.exam_id
          where e.patient_id = p.id and e.reserved_group is null and r.reserved_group is not null)::int as reserved_within,
        (select count(*) from appointments where patient_id = p.id and reserved_group is not null)::int as reserved_hours,
        (select count(*) from appointments where patient_id = p.id and reserved_group is null)::int as hours,
        (select l.document_number from family_links f join people l on l.id = f.leader_id
          where f.member_id = p.id and f.state = 'approved' and f.guardian_proof = 'registry') as guardian
       from people p where document_number = $1`,
      [adolescentRun],
    ),
  ).toEqual({
    reserved_exams: 2,
    exams: 4,
    reserved_within: 1,
    reserved_hours: 3,
    hours: 3,
    guardian: adolescentGuardianRun,
  })
  const { date_birth } = await one<{ date_birth: string }>(
    `select date_birth from people where document_number = $1`,
    [adolescentRun],
  )
  expect(ageOn(date_birth, dayOf(now))).toBe(15)
})

test('there are 120 more patients and 200 people in the registry, and everyone with a run is in the registry', async () => {
  expect(
    await one(
      `select (select count(*) from people where not without_account)::int as people,
        (select count(*) >= 200 from registry_people) as registry,
        (select count(*) from people p where document_type_id = 1 and not without_account
          and not exists (select 1 from registry_people r where r.run = p.document_number))::int as unknown`,
    ),
  ).toEqual({ people: 132, registry: true, unknown: 0 })
  expect(
    await ask(
      `select run from registry_people r where date_birth < '2000-01-01' and card_hash = any($1::text[])
       and not exists (select 1 from people where document_number = run) order by run`,
      [unregistered.map(({ run }) => createCardHash(secrets).of(run, unregisteredCard))],
    ),
  ).toEqual([{ run: '100110121' }, { run: '146823572' }, { run: '167890121' }])
  expect(
    await one('select count(*)::int as count from registry_people where card_number is not null'),
  ).toEqual({
    count: 0,
  })
})

test('every run has a valid check digit, every e-mail is of ejemplo.cl, and no two people share one', async () => {
  const runs = await ask<{ run: string }>(
    `select document_number as run from people where document_type_id = 1 union all select rut from professionals
     union all select run from registry_people where run not in (select document_number from people)`,
  )
  for (const { run } of runs) expect(isRun(run), run).toBe(true)
  expect(new Set(runs.map(({ run }) => run)).size).toBe(runs.length)
  expect(
    await ask(`select email from people where email is not null and email !~ '^[a-z.0-9]+@ejemplo[.]cl$'`),
  ).toEqual([])
  expect(
    await ask(`select email from people where email is not null group by email having count(*) > 1`),
  ).toEqual([])
})

test('at least 30 professionals attend over about 50 specialties, at least ten at each site', async () => {
  const { professionals, specialties } = await one<{ professionals: number; specialties: number }>(
    `select count(distinct professional_id)::int as professionals, count(distinct specialty_code)::int as specialties
     from schedules join specialties s on s.code = specialty_code`,
  )
  expect(professionals).toBeGreaterThanOrEqual(30)
  expect(specialties).toBeGreaterThanOrEqual(48)
  const sites = await ask<{ office_id: number; count: number }>(
    `select office_id, count(distinct professional_id)::int as count from schedules group by office_id order by office_id`,
  )
  expect(sites.map(({ office_id }) => office_id)).toEqual([2, 239])
  for (const { count } of sites) expect(count).toBeGreaterThanOrEqual(10)
  expect(
    await ask(
      `select name from professionals where name !~ '^(Dra?|Klg[ao]|Nutr|Ps|Flg[ao]|Mat|Enf|T[.]M)[.] '`,
    ),
  ).toEqual([])
})

test('there are free slots in the next 60 days at both sites, also for exams and procedures, and none on a holiday', async () => {
  expect(
    await ask(
      `select s.office_id, v.kind, count(*) > 200 as many, max(s.starts_at) > now() - interval '100 years' as ahead
       from slots s join services v on v.code = s.service_code where v.kind <> 'consultation'
       group by s.office_id, v.kind order by s.office_id, v.kind`,
    ),
  ).toEqual(
    [2, 239].flatMap((office_id) =>
      ['exam', 'procedure'].map((kind) => ({ office_id, kind, many: true, ahead: true })),
    ),
  )
  const { days } = await one<{ days: number }>(
    `select (max(starts_at)::date - min(starts_at)::date)::int as days from slots`,
  )
  expect(days).toBeGreaterThanOrEqual(60)
  expect(
    await ask(
      `select h.day from holidays h join slots s on (s.starts_at at time zone 'America/Santiago')::date = h.day`,
    ),
  ).toEqual([])
})

test('some hours are blocked or extra and the clinic has its own holiday, and no patient loses an appointment', async () => {
  const deviating = await ask<{ kind: string; hours: number }>(
    `select e.kind, (select count(*)::int from slots s where s.professional_id = e.professional_id
       and s.starts_at < e.ends_at and s.ends_at > e.starts_at) as hours
     from schedule_exceptions e order by e.kind, e.id`,
  )
  expect(deviating.map(({ kind }) => kind)).toEqual(['block', 'block', 'open'])
  expect(deviating.map(({ hours }) => hours > 0)).toEqual([false, false, true])
  expect(await ask(`select name from holidays where source = 'staff'`)).toEqual([
    { name: 'Aniversario de la clínica' },
  ])
  expect(
    await ask(
      `select a.id from appointments a where a.state = 'booked' and (
         exists (select from holidays h where h.source = 'staff' and h.day = (a.starts_at at time zone 'America/Santiago')::date)
         or exists (select from schedule_exceptions e where e.professional_id = a.professional_id and e.kind = 'block'
           and e.starts_at < a.ends_at and e.ends_at > a.starts_at))`,
    ),
  ).toEqual([])
})

test('no professional has two appointments at once, and every appointment lies in its professional’s week', async () => {
  expect(
    await ask(
      `select a.id from schedules a join schedules b on a.professional_id = b.professional_id and a.id < b.id
         and a.weekday = b.weekday and a.starts < b.ends and b.starts < a.ends`,
    ),
  ).toEqual([])
  expect(
    await ask(
      `select a.id from appointments a join appointments b on a.id < b.id and a.professional_id = b.professional_id
         and a.starts_at < b.ends_at and b.starts_at < a.ends_at`,
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
  expect(
    await one(
      `select count(*) > 0 as some from appointments where modality = 'telemedicina' and state = 'booked'`,
    ),
  ).toEqual({ some: true })
})

test('no past appointment is still pending, and no row was written in the future', async () => {
  expect(
    await one(
      `select (select count(*) from exams where taken_at >= created_at or created_at > $1)::int as exams,
        (select count(*) from appointments where created_at > $1 or created_at >= starts_at)::int as hours,
        (select count(*) from files where created_at > $1)::int as files,
        (select count(*) from people where date_creation > $1)::int as people,
        (select count(*) from notifications where created_at > $1)::int as notices`,
      [now],
    ),
  ).toEqual({ exams: 0, hours: 0, files: 0, people: 0, notices: 0 })
})

test('exams of kinds that the portal never shows are in the archive and are not shown', async () => {
  expect(
    await ask(`select e.type_exam, bool_or(r.shown) as shown from exams e join exam_results r on r.exam_id = e.id
      where not e.shown group by e.id`),
  ).toEqual([{ type_exam: 'Grupo sanguíneo AB0 y Rh', shown: false }])
})

test('Camila’s glucose rises over three years and the last value is out of range', async () => {
  const values = await ask<{ value: number; high: number; day: string }>(
    `select value, high, (taken_at at time zone 'America/Santiago')::date as day from exam_results
     where patient_id = 1 and code = 'GLI' order by taken_at`,
  )
  expect(values.map(({ value }) => value)).toEqual([88, 91, 95, 98, 108])
  expect(values.map(({ value, high }) => value > high)).toEqual([false, false, false, false, true])
  expect(Number(values.at(-1)?.day.slice(0, 4)) - Number(values[0]?.day.slice(0, 4))).toBe(3)
})

test('computed measures agree with the measures they are computed from', async () => {
  const rows = await ask<{ exam_id: number; code: string; value: number }>(
    `select exam_id, code, value from exam_results where value is not null and code in
      ('COLT', 'HDL', 'LDL', 'VLDL', 'TG', 'BAC', 'NEU', 'LIN', 'MON', 'EOS', 'BAS')`,
  )
  const exams = Map.groupBy(rows, ({ exam_id }) => exam_id)
  for (const measures of exams.values()) {
    const value = (code: string) => measures.find((measure) => measure.code === code)?.value ?? 0
    if (value('COLT') > 0) expect(value('LDL') + value('HDL') + value('VLDL')).toBe(value('COLT'))
    else
      expect(['BAC', 'NEU', 'LIN', 'MON', 'EOS', 'BAS'].reduce((sum, code) => sum + value(code), 0)).toBe(100)
  }
  expect(exams.size).toBeGreaterThan(40)
})

test('every exam has its own file, which names the patient and contains the stored values', async () => {
  const exams = await ask<{
    id: number
    key: string
    bytes: number
    name: string
    document: string
    type_exam: string
    attention_number: string
  }>(
    `select e.id, f.key, f.bytes, concat_ws(' ', p.first_name, p.last_name, nullif(p.second_name, '')) as name,
       p.document_number as document, e.type_exam, e.attention_number
     from exams e join files f on f.id = e.file_id join people p on p.id = e.patient_id order by e.id`,
  )
  const { all, shared } = await one<{ all: number; shared: number }>(
    `select count(*)::int as all, (count(*) - count(distinct file_id))::int as shared from exams`,
  )
  expect({ all: exams.length, shared }).toEqual({ all, shared: 0 })
  const results = Map.groupBy(
    await ask<{ exam_id: number; name: string; value: number | null; text: string | null; decimals: number }>(
      `select exam_id, name, value::text as value, text, decimals from exam_results order by exam_id, position`,
    ),
    ({ exam_id }) => exam_id,
  )
  for (const exam of exams) {
    const stream = await files.read(exam.key)
    if (stream === null) throw new Error(`exam ${exam.id} has no file`)
    const pdf = await buffer(stream)
    expect(pdf.length).toBe(exam.bytes)
    const texts = await pdfTexts(pdf)
    const page = texts.join(' ')
    for (const text of [exam.name, exam.attention_number, testLetterhead.brand])
      expect(texts, exam.type_exam).toContain(text)
    expect(page).toContain(exam.document.slice(0, -1))
    const packed = page.replaceAll(' ', '')
    const plain = { unit: null, ucum: null, low: null, high: null, reference_text: null }
    let at = 0
    for (const result of results.get(exam.id) ?? []) {
      const value = showValue(reportedFromPlain({ ...plain, ...result }))
      // Compared without spaces, because a long name breaks over two lines.
      const found = packed.indexOf(`${result.name}${value}`.replaceAll(' ', ''), at)
      expect(found, `${result.name} ${value} of exam ${exam.id}`).toBeGreaterThan(at)
      at = found
    }
  }
}, 60_000)

test('there are articles, announcements and alerts, and some articles suit a woman of Camila’s age', async () => {
  expect(
    await one(
      `select (select count(*) from prevention_articles where status)::int as articles,
        (select count(*) from ads where status)::int as ads,
        (select count(*) from ads where gender_id = 1 and 38 between from_age and to_age)::int as for_her,
        (select count(*) from prevention_articles where gender_id = 1 and 38 between from_age and to_age)::int as read_by_her,
        (select count(*) from alerts where status_id = 1)::int as alerts`,
    ),
  ).toEqual({ articles: 8, ads: 4, for_her: 1, read_by_her: 2, alerts: 2 })
  for (const { html } of await ask<{ html: string }>('select html from prevention_articles')) {
    expect(Object.keys(JSON.parse(html))).toEqual([
      'postWidth',
      'postTitle',
      'postText',
      'postImageUrl',
      'postImagePosition',
      'postButtonText',
      'postUrl',
    ])
  }
})

test('a database that already has people is not filled', async () => {
  const hashPassword = async () => 'never used'
  expect(
    await fillDemonstration({
      db,
      files,
      sealer,
      secrets,
      clinic: demonstration,
      letterhead: testLetterhead,
      clock: { now: () => now },
      hashPassword,
    }),
  ).toBe(false)
  expect(await one('select count(*)::int as people from people')).toEqual({ people: 1632 })
})

test('the same instant gives the same demonstration, and another day gives the same people', () => {
  const passwords = { of: () => 'x', others: 'x' }
  const once = JSON.stringify(planDemonstration(now, demonstration, testLetterhead, passwords))
  expect(JSON.stringify(planDemonstration(now, demonstration, testLetterhead, passwords))).toBe(once)
  const names = (moment: Date) =>
    planDemonstration(moment, demonstration, testLetterhead, passwords).plan.people.all.map(
      ({ first_name }) => first_name,
    )
  expect(names(new Date('2027-02-28T03:30:00Z'))).toEqual(names(now))
})

test.each([
  '2026-12-31T23:30:00Z',
  '2027-04-04T03:30:00Z',
  '2027-09-05T04:10:00Z',
  '2028-02-29T15:00:00Z',
  '2028-09-18T12:00:00Z',
])('a fill on %s gives Camila her hours with any calendar', (moment) => {
  const at = new Date(moment)
  const { plan } = planDemonstration(at, demonstration, testLetterhead, { of: () => 'x', others: 'x' })
  const hers = plan.appointments.all.filter((hour) => hour.patient_id === 1)
  expect(hers.filter((hour) => hour.starts_at > at)).toHaveLength(4)
  expect(hers.filter((hour) => hour.ends_at <= at)).toHaveLength(14)
  expect(plan.exams.all.filter((exam) => exam.created_at > at || exam.taken_at >= exam.created_at)).toEqual(
    [],
  )
})

test('the photos of passports are stored encrypted, and exist while their holders wait for validation', async () => {
  const rows = await ask<{ key: string; encrypted: string | null }>(
    `select key, encrypted from files where purpose like 'passport%'`,
  )
  const waiting = await one<{ n: number }>('select count(*)::int as n from people where status = 3')
  expect(rows).toHaveLength(2 * waiting.n)
  for (const { key, encrypted } of rows) {
    expect(encrypted).toBe(sealer.id)
    const content = await files.read(key)
    if (content === null) throw new Error('a picture has no bytes')
    const stored = await buffer(content)
    expect(sealer.open(stored, key)?.subarray(1, 4).toString()).toBe('PNG')
    expect(sealer.open(stored, 'elsewhere')).toBeNull()
  }
})

test('every passport holder who no longer waits has a decision', async () => {
  expect(
    await ask(
      `select p.id from people p left join validation_decisions d on d.person_id = p.id
       where p.document_type_id = 2 and p.status <> 3 and (d.id is null or d.approved <> (p.status = 1))`,
    ),
  ).toEqual([])
})

test('the registry knows enough about every unregistered adult to ask three questions', async () => {
  for (const { run } of unregistered) {
    const registry = createEmbeddedRegistry(db, createCardHash(secrets))
    const questions = await createEmbeddedCheck(registry, secrets[0]).ask(run, unregisteredCard)
    expect(questions).toHaveLength(3)
    for (const { options } of questions ?? []) expect(options).toHaveLength(5)
  }
})
