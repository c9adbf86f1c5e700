/** Fills a database with a synthetic clinic: many appointments and exams, and sessions for calls. */
import { createHash } from 'node:crypto'
import { checkDigit } from '@mi-portal/contract/values/run'
import { fillCatalogues } from '../../apps/server/seed/catalogues.ts'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/database/migrate.ts'
import { statement } from '../../apps/server/src/platform/database/statement.ts'
import { createPasswords } from '../../apps/server/src/platform/security/passwords.ts'
import { hashToken } from '../../apps/server/src/platform/security/tokens.ts'

export type ClinicSize = {
  readonly people: number
  /** The number of patients who are signed in; they are the first ones. */
  readonly sessions: number
  /** The number of further patients, who have only a password. */
  readonly accounts: number
}

/** Half of them are upcoming and half are past. */
const appointmentsPerPerson = 20
const examsPerPerson = 8
const noticesPerPerson = 8

export function countAppointments(size: ClinicSize): number {
  return size.people * appointmentsPerPerson
}

export const password = 'Portal2026'

/** Returns the RUN of the person with this number, from 1. */
export function createRun(person: number): string {
  const body = String(5_000_000 + person)
  return `${body}${checkDigit(body)}`
}

/** Returns the session token of the person with this number. */
export function createToken(person: number): string {
  return createHash('sha256').update(`session ${person}`).digest('base64url')
}

/** Returns the statement that adds people; `verified` are the columns of a verified address and their values. */
const insertPeople = statement<never>(
  'bench.people',
  `insert into people (document_type_id, document_number, first_name, last_name, second_name, date_birth, gender_id,
     email, email_verified_at, rol, status, password_hash)
   select 1, run, 'Rosa Elena', 'Tapia', 'Lagos', date '1950-01-01' + (n % 18000)::int, 1, 'persona' || n || '@ejemplo.cl', now(),
     'STANDART_ROLE', 1, case when n > $3::int then $2 end
   from unnest($1::text[]) with ordinality as given (run, n) order by n`,
)
const sessions = statement<never>(
  'bench.sessions',
  `insert into sessions (person_id, token_hash, idle_minutes, created_at, last_used_at, expires_at)
   select n, decode(hash, 'hex'), 720, now(), now(), now() + interval '12 hours'
   from unnest($1::text[]) with ordinality as given (hash, n)`,
)

/**
 * Returns SQL that adds appointments. Those of one patient lie far apart in the table, as after years of use.
 */
const hours = (count: number) => `
  insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
    place_care, place_detail, modality, starts_at, ends_at, state, created_at)
  select p, '1' || lpad((p % 30)::text, 7, '0') || '5', 'María José Contreras Sepúlveda', 1, 'Medicina general', 'Consulta',
    (select min(id) from offices), 'Providencia', 'Torre A, piso 3, box ' || 1 + p % 20, 'presencial', starts,
    starts + interval '20 minutes', 'booked', now()
  from generate_series(1, ${appointmentsPerPerson}) as n, generate_series(1, ${count}) as p,
    lateral (select date_trunc('hour', now()) + make_interval(days => (n - ${appointmentsPerPerson / 2}) * 9, mins => p % 12 * 20 + 120) as starts) t`

const exams = (count: number) => `
  insert into exams (attention_number, patient_id, type, type_exam, doctor_solicite, type_patient, taken_at, created_at)
  select 'A-' || 100000 + n * 10000 + p, p, case when n % 4 = 0 then 'imaging' else 'laboratory' end, 'Perfil bioquímico',
    'María José Contreras Sepúlveda', 'Ambulatorio', now() - make_interval(days => n * 40, mins => p), now()
  from generate_series(1, ${examsPerPerson}) as n, generate_series(1, ${count}) as p`

/** Returns SQL that adds notifications; `topic` is the column of the topic and its value. */
const notices = (count: number) => `
  insert into notifications (person_id, type, topic, text, patient_id, read_at, created_at)
  select p, 'exams_procedures', 'results', 'Tienes un nuevo resultado disponible', p, case when n > 3 then now() end,
    now() - make_interval(days => n * 20, mins => p)
  from generate_series(1, ${noticesPerPerson}) as n, generate_series(1, ${count}) as p`

/** Creates sessions for the first `count` people. */
export async function openSessions(db: Database, count: number): Promise<void> {
  const hashes = Array.from({ length: count }, (_, index) =>
    hashToken(createToken(index + 1)).toString('hex'),
  )
  await db.run(sessions, [hashes])
}

const withRows = statement<{ name: string }>(
  'bench.withRows',
  `select c.relname::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
   where c.relkind = 'r' and n.nspname = 'public' and pg_relation_size(c.oid) > 0`,
)

/**
 * Vacuums the tables that have rows, as autovacuum would. Empty tables are skipped: after a vacuum the planner
 * would know that they are empty. It would then scan them whole in cached plans while the run fills them.
 */
export async function vacuumFilled(db: Database): Promise<void> {
  for (const { name } of await db.run(withRows, [])) await db.script(`vacuum analyze ${name}`)
}

/** Migrates and fills an empty database, as the owner of its tables. */
export async function fillClinic(db: Database, size: ClinicSize, migrationsFolder: string): Promise<void> {
  await migrate(db, readMigrations(migrationsFolder))
  await fillCatalogues(db, { isDemonstration: true })
  const passwords = createPasswords()
  const numbers = Array.from({ length: size.people + size.accounts }, (_, index) => index + 1)
  await db.run(insertPeople, [numbers.map(createRun), await passwords.hash(password), size.people])
  await openSessions(db, size.sessions)
  await db.script(hours(size.people))
  await db.script(exams(size.people))
  await db.script(notices(size.people))
  await vacuumFilled(db)
  await db.script('checkpoint')
}
