/** The front desk of the bench: staff who are signed in, and patients who are expected at a site today. */

import { toDay, toInstant } from '@mi-portal/contract/values/dates'
import { documentType } from '@mi-portal/contract/values/document-number'
import type { Database } from '../../../apps/server/src/platform/database/database.ts'
import { statement } from '../../../apps/server/src/platform/database/statement.ts'
import { hashToken } from '../../../apps/server/src/platform/security/tokens.ts'
import { createRun, createToken, vacuumFilled } from '../clinic.ts'
import type { ComparedList } from './hot-lists.ts'

/** No patient of the clinic has one of these numbers. */
const firstStaff = 4_000_001
const staff = Array.from({ length: 100 }, (_, index) => firstStaff + index)
/** The first patients, each with an appointment today at one site. */
const expectedPatients = 60

export const staffTokens = staff.map(createToken)

const addStaff = statement<
  never,
  { runs: readonly string[]; hashes: readonly string[]; document_type: number }
>(
  'bench.staff',
  `with given as (select * from unnest(:runs::text[], :hashes::text[]) as given (run, hash)),
   added as (
     insert into people (document_type_id, document_number, first_name, last_name, second_name, rol, status)
     select :document_type::int, run, 'Andrea', 'Morales', 'Pino', 'ADMIN_ROLE', 1 from given returning id, document_number
   )
   insert into sessions (person_id, token_hash, idle_minutes, created_at, last_used_at, expires_at)
   select a.id, decode(g.hash, 'hex'), 720, now(), now(), now() + interval '12 hours'
   from added a join given g on g.run = a.document_number`,
)

const addToday = statement<{ office_id: number }, { opens_at: Date; patients: number }>(
  'bench.today',
  `with site as (select max(id) as id from offices)
   insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id, place_care,
     place_detail, modality, starts_at, ends_at, state, created_at)
   select n, '111111111', 'Dra. Paulina Toro Alvarado', 1, 'Medicina general', 'Consulta', site.id, 'Maipú', 'Piso 2, box 210', 'presencial',
     starts, starts + interval '20 minutes', 'booked', now()
   from site, generate_series(1, :patients::int) n, lateral (select :opens_at::timestamptz + make_interval(mins => n * 9) as starts) t
   returning office_id`,
)

/** What the page of a patient shows besides appointments. */
const parts = `
  insert into family_links (leader_id, member_id, relationship_type_id, state, created_at)
    select n, n + ${expectedPatients}, 1, 'approved', now() from generate_series(1, ${expectedPatients}) n;
  insert into emergency_contacts (person_id, name, relationship, phone, updated_at)
    select n, 'Diego Soto', 'Pareja', '955550177', now() from generate_series(1, ${expectedPatients}) n;
  insert into contacts (requester_id, patient_id, matter, reason_id, message, state, created_at, due_at)
    select n, n, 'contact', (select min(id) from contact_reasons), 'Hola', 'pendiente', now(), now() + interval '2 days'
    from generate_series(1, ${expectedPatients}) n;
  insert into outbox (message_id, template, person_id, recipient, subject, body_text, body_html, state, created_at, next_attempt_at)
    select gen_random_uuid()::text, 'booking.booked', n, 'a@ejemplo.cl', 'Tu hora', '', '', 'sent', now(), now()
    from generate_series(1, ${expectedPatients}) n, generate_series(1, 3)`

/** Fills the front desk, and returns what is measured: the pages of its patients, and the arrivals of today. */
export async function fillFrontDesk(owner: Database): Promise<ComparedList[]> {
  await owner.run(addStaff, {
    runs: staff.map(createRun),
    hashes: staffTokens.map((token) => hashToken(token).toString('hex')),
    document_type: documentType.run,
  })
  const day = toDay(new Date())
  const today = { opens_at: toInstant(day, '08:00'), patients: expectedPatients }
  const [expected] = await owner.run(addToday, today)
  for (const part of parts.split(';')) await owner.script(part)
  await vacuumFilled(owner)
  return [
    {
      name: 'page of a patient',
      paths: Array.from({ length: expectedPatients }, (_, index) => `/api/admin/patients/${index + 1}`),
    },
    {
      name: `arrivals of a day, ${expectedPatients}`,
      paths: [`/api/admin/arrivals?day=${day}&office_id=${expected?.office_id ?? 0}`],
    },
  ]
}
