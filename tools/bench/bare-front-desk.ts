/**
 * B of the front desk: `node:http` and `pg`. Each call runs one statement, which checks the session of the member of staff, counts the
 * patient as opened, writes the audit entries and reads the page of a patient or the arrivals of a day.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { toDay } from '@mi-portal/contract/values/dates'
import { showDocument } from '@mi-portal/contract/values/document-number'
import pg from 'pg'

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.CONNECTIONS),
  options: '-c synchronous_commit=off -c jit=off -c role=portal_app -c timezone=UTC',
})

const session = `s as (
    select s.id, s.person_id from sessions s join people p on p.id = s.person_id
    where s.token_hash = $1 and s.ended_at is null and s.expires_at > $2 and s.last_used_at + make_interval(mins => s.idle_minutes) > $2
      and p.status = 1 and p.deleted_at is null and p.rol = 'ADMIN_ROLE' and not s.temporary_key)`
const insertEntries = (patients: string) => `noted as (
    insert into audit_events (at, actor_id, actor_role, action, patient_id, ip, request_id)
    select $2, s.person_id, 'ADMIN_ROLE', action, patient, $3::inet, $4 from s, (${patients}) shown)`
const name = (table: string) =>
  `concat_ws(' ', ${table}.first_name, ${table}.last_name, nullif(${table}.second_name, ''))`
const list = (query: string) => `coalesce((select json_agg(t) from (${query} limit 20) t), '[]')`
const appointments = (condition: string) =>
  list(`select id as id_appointment, starts_at, ends_at, doctor_name, specialty, place_care as place, modality, attendance, confirmed_at,
      false as is_private, ical_sequence as sequence, false as in_calendars
    from appointments where patient_id = $5 and state = 'booked' and ${condition}`)

const patientPage = `with ${session},
    opened as (insert into opened_people (day, staff_id, person_id) select $6::date, person_id, $5 from s on conflict do nothing returning staff_id),
    counted as (insert into opened_people_days as d (day, staff_id, opened) select $6::date, staff_id, 1 from opened
      on conflict (day, staff_id) do update set opened = d.opened + 1),
    ${insertEntries(`select 'front-desk.open' as action, $5::int as patient
      union all select 'front-desk.family', member_id from family_links where leader_id = $5 and state <> 'ended'`)}
  select p.id, p.document_type_id, p.document_number, p.document_country, p.first_name, p.last_name, p.second_name,
    to_char(p.date_birth, 'YYYY-MM-DD') as date_birth, p.phone, p.email, p.email_verified_at is not null as email_verified,
    p.locked_at, p.recovery_frozen_at, has_open_record(p) as may_be_booked, (select json_build_object('name', name, 'relationship', relationship, 'phone', phone)
      from emergency_contacts where person_id = p.id) as emergency_contact,
    exists (select from second_factors where person_id = p.id) or exists (select from passkeys where person_id = p.id) as second_factor,
    ${appointments('ends_at > $2 order by starts_at, id')} as upcoming,
    ${appointments('ends_at <= $2 order by starts_at desc, id desc')} as past,
    ${list(`select matter, id, subject, state, created_at, due_at, answered_at from desk_requests where patient_id = $5
      order by state, due_at, id desc`)} as requests,
    ${list(`select r.id, ${name('r')} as full_name, t.name as relationship, false as is_owner, f.state = 'pending' as is_pending,
        f.guardian_proof is not null as is_guardian, f.may_book
      from family_links f join people r on r.id = f.member_id join relationship_types t on t.id = f.relationship_type_id
      where f.leader_id = $5 and f.state <> 'ended' order by f.created_at, f.id`)} as family,
    ${list(`select id, subject, created_at, state from outbox where person_id = $5 order by created_at desc, id desc`)} as mails,
    ${list(`select id, kind, '' as requested_by, requested_at from pending_confirmations c where subject_id = $5 and is_waiting(c)`)}
      as confirmations
  from s, people p where p.id = $5 and p.rol = 'STANDART_ROLE'`

const arrivals = `with ${session},
    listed as materialized (
      select a.id as id_appointment, a.patient_id, ${name('p')} as patient_full_name, a.starts_at, a.ends_at, a.doctor_name,
        a.place_detail as place, a.modality, a.attendance, a.attendance_at, null as attendance_by, a.specialty,
        extract(year from age(a.starts_at, p.date_birth))::int as age, p.phone, a.confirmed_at, p.document_type_id, p.document_number
      from s, appointments a join people p on p.id = a.patient_id
      where a.state = 'booked' and a.starts_at >= $5::date::timestamp at time zone 'America/Santiago'
        and a.starts_at < ($5::date + 1)::timestamp at time zone 'America/Santiago' and a.office_id = $6::int
      order by a.starts_at, a.id limit 501),
    ${insertEntries(`select distinct 'attendance.list' as action, patient_id as patient from listed`)}
  select * from listed`

type Row = Record<string, string | number | boolean | Date | null>
type PageRow = Record<string, unknown> & Record<'upcoming' | 'past' | 'requests' | 'mails', Row[]>

const moment = (value: unknown) => (value === null ? null : new Date(String(value)).toISOString())
/** Writes the timestamps of a row as the portal does. */
const spell = (row: Row) =>
  Object.fromEntries(
    Object.entries(row).map(([key, value]) => [key, key.endsWith('_at') ? moment(value) : value]),
  )

function writePage(row: PageRow): object {
  const {
    upcoming,
    past,
    requests,
    family,
    mails,
    confirmations,
    locked_at,
    recovery_frozen_at,
    second_factor,
    ...patient
  } = row
  return {
    patient: { ...patient, status_data: { id: 1, name: 'Habilitado' }, deleted: false, deceased: null },
    upcoming: upcoming.map(spell),
    past: past.map(spell),
    requests: requests.map((request) => ({ ...spell(request), receipt: String(request.id) })),
    family,
    mails: mails.map(spell),
    security: { locked_at, recovery_frozen_at, second_factor },
    confirmations,
  }
}

const writeArrivals = (rows: Row[]) => ({
  appointments: rows.map(({ document_type_id, document_number, ...row }) => ({
    ...spell(row),
    document: showDocument(Number(document_type_id), String(document_number)),
  })),
  more: false,
})

createServer(async (request, response) => {
  const answer = (status: number, body: object) => {
    const text = JSON.stringify(body)
    response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      })
      .end(text)
  }
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://b')
  if (pathname === '/ready') return answer(200, {})
  const hash = createHash('sha256').update(String(request.headers['x-token'])).digest()
  const caller = [hash, new Date(), request.socket.remoteAddress, randomUUID()]
  const id = /\/patients\/(\d+)$/.exec(pathname)?.[1]
  const { rows } = id
    ? await pool.query({ name: 'page', text: patientPage, values: [...caller, id, toDay(new Date())] })
    : await pool.query({
        name: 'arrivals',
        text: arrivals,
        values: [...caller, searchParams.get('day'), searchParams.get('office_id')],
      })
  if (rows.length === 0) return answer(401, { status: 'Error' })
  answer(200, { status: 'Ok', ...(id ? writePage(rows[0]) : writeArrivals(rows)) })
}).listen(Number(process.env.PORT), '127.0.0.1')
