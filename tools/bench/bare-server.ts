/**
 * B, the bare server that the portal is compared with: `node:http` and `pg`, no framework. Each call runs one
 * named statement, which checks the session, writes the audit event, and reads the page and its total. Its
 * answers are the same as those of the portal.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import pg from 'pg'

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.CONNECTIONS),
  options: '-c synchronous_commit=off -c jit=off -c role=portal_app',
})
const local = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'America/Santiago',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
})
const months = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic']
type Row = Record<string, string | number | boolean | Date | null>

type Statement = {
  /** The action of this read in the audit log; absent if the read is not logged. */
  action?: string
  columns: string
  /** A count besides the total, and the column that it needs. */
  tally?: { of: string; column: string }
  from: string
  order: string
}
const noted = (action: string) => `, noted as (
    insert into audit_events (at, actor_id, actor_role, action, patient_id, ip, request_id)
    select $2, person_id, 'STANDART_ROLE', '${action}', person_id, $6::inet, $7 from s
  )`
const unnoted = `, unused as (select $6::inet, $7::text)`
const statementOf = ({ action, columns, tally = { of: '0', column: '1' }, from, order }: Statement) => `
  with s as (
    select s.id, s.person_id, s.last_used_at < $2::timestamptz - interval '1 minute' as stale from sessions s join people p on p.id = s.person_id
    where s.token_hash = $1 and s.ended_at is null and s.expires_at > $2 and s.last_used_at + make_interval(mins => s.idle_minutes) > $2
      and p.status = 1 and p.deleted_at is null and p.rol = 'STANDART_ROLE' and not s.temporary_key and not (p.opened_as_minor and p.date_birth <= $5::date)
  )${action ? noted(action) : unnoted}
  select s.id as session, s.stale, c.total, c.tally, l.* from s
    cross join lateral (select count(*)::int as total, (${tally.of})::int as tally from (select ${tally.column} ${from} limit 1001) t) c
    left join lateral (select ${columns} ${from} order by ${order} limit $3 offset $4) l on true`
const appointmentColumns = `id, patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, place_care, place_detail, modality, starts_at, ends_at`
const appointmentsFrom = `from appointments where patient_id = s.person_id and state = 'booked' and `

function hour(row: Row) {
  const starts = new Date(Number(row.starts_at))
  const text = local.format(starts)
  return {
    id_appointment: row.id,
    patient_id: row.patient_id,
    rut_professional: row.rut_professional,
    cod_specialty: String(row.specialty_code),
    doctor_name: row.doctor_name,
    specialty: row.specialty,
    sub_context: row.sub_context,
    date: text.slice(0, 10),
    date_mobile: `${Number(text.slice(0, 2))} ${months[Number(text.slice(3, 5)) - 1]}`,
    hour: text.slice(12),
    place_care: row.place_care,
    place_care_portal: row.place_detail,
    doctor_image: null,
    starts_at: starts.toISOString(),
    ends_at: new Date(Number(row.ends_at)).toISOString(),
    modality: row.modality,
    video: null,
  }
}
/** Whether an exam of the last ninety days was not opened, unless it is from long before the account. */
const isNew = `case when taken_at < $2::timestamptz - interval '90 days' then false
  else not exists (select from opened_results o where o.person_id = s.person_id and o.exam_id = exams.id)
    and taken_at >= (select date_creation from people where id = s.person_id) - interval '30 days' end`

function exam(row: Row) {
  const text = local.format(Number(row.taken_at))
  return {
    attention_id: row.id,
    attention_number: row.attention_number,
    patient_id: row.patient_id,
    type_exam: row.type_exam,
    doctor_solicite: row.doctor_solicite,
    date: text.slice(0, 10),
    hour: text.slice(12),
    type_patient: row.type_patient,
    status: row.status,
    corrected_on: row.corrected_at === null ? null : local.format(Number(row.corrected_at)).slice(0, 10),
    has_document: row.has_document,
    is_new: row.is_new,
    is_private: row.is_private,
    // The clinic holds no results.
    hold: null,
    // Laboratory exams have no images, and these have no text.
    has_images: false,
    has_report_text: false,
    takeaway: null,
  }
}
function notification(row: Row) {
  return {
    id: row.id,
    text: row.text,
    notification_read: row.read_at !== null,
    active: true,
    created_at: new Date(Number(row.created_at)).toISOString(),
    notification_type: { name: row.type },
    request_family_group_id: row.request_family_group_id,
    patient_id: row.patient_id,
    exam: row.exam_type && { type: row.exam_type, attention_id: row.exam_id },
    id_appointment: row.id_appointment,
    topic: row.topic,
    request: row.request_id && { matter: row.matter, id: row.request_id },
    url_accept: null,
    url_reject: null,
  }
}
type List = {
  name: string
  text: string
  list: (rows: Row[], total: number, tally: number) => object
}
const hours = (rows: Row[], total: number) => ({ appointments: rows.map(hour), count_appointment: total })
const lists: Record<string, List> = {
  '/api/medicals/appointments/upcomings': {
    name: 'upcoming',
    text: statementOf({
      action: 'appointments.upcoming',
      columns: appointmentColumns,
      from: `${appointmentsFrom} starts_at > $2::timestamptz - interval '24 hours' and ends_at > $2`,
      order: 'starts_at, id',
    }),
    list: hours,
  },
  '/api/medicals/appointments/histories': {
    name: 'past',
    text: statementOf({
      action: 'appointments.history',
      columns: appointmentColumns,
      from: `${appointmentsFrom} starts_at < $2 and ends_at <= $2`,
      order: 'starts_at desc, id desc',
    }),
    list: hours,
  },
  '/api/exams/procedures': {
    name: 'exams',
    text: statementOf({
      action: 'exams.list',
      columns: `id, attention_number, patient_id, type_exam, doctor_solicite, type_patient, taken_at, status, corrected_at,
          private_since is not null as is_private, file_id is not null and not document_withheld as has_document, ${isNew} as is_new`,
      from: `from exams where patient_id = s.person_id and type = 'laboratory' and shown`,
      order: 'taken_at desc, id desc',
    }),
    list: (rows) => ({ laboratories: rows.map(exam) }),
  },
  '/api/notifications?limit=5': {
    name: 'notifications',
    text: statementOf({
      columns:
        'id, text, type, read_at, created_at, request_family_group_id, patient_id, exam_type, exam_id, id_appointment, topic, matter, request_id',
      tally: { of: 'count(*) filter (where read_at is null)', column: 'read_at' },
      from: 'from notifications where person_id = s.person_id and active',
      order: 'created_at desc, id desc',
    }),
    list: (rows, _total, unread) => ({ notifications: rows.map(notification), unread }),
  },
}

const calls = new Map<string, number>()
setInterval(() => calls.clear(), 60_000).unref()
const adults = () => new Date(Date.now() - 18 * 31_557_600_000).toISOString().slice(0, 10)

createServer(async (request, response) => {
  const list = lists[request.url ?? '']
  const token = String(request.headers['x-token'])
  const used = (calls.get(token) ?? 0) + 1
  calls.set(token, used)
  const answer = (status: number, body: object) => {
    const text = JSON.stringify(body)
    response
      .writeHead(status, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      })
      .end(text)
  }
  if (!list || used > 300) return answer(list ? 429 : 404, { status: 'Error' })
  const hash = createHash('sha256').update(token).digest()
  const { rows } = await pool.query({
    name: list.name,
    text: list.text,
    values: [hash, new Date(), 5, 0, adults(), request.socket.remoteAddress, randomUUID()],
  })
  const first = rows[0]
  if (!first) return answer(401, { status: 'Error' })
  if (first.stale)
    await pool.query({
      name: 'use',
      text: 'update sessions set last_used_at = now() where id = $1',
      values: [first.session],
    })
  answer(200, {
    status: 'Ok',
    ...list.list(
      rows.filter((row) => row.id !== null),
      first.total,
      first.tally,
    ),
    total: first.total,
    page: 1,
    limit: 5,
  })
}).listen(Number(process.env.PORT), '127.0.0.1')
