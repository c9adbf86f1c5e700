/**
 * B, the bare scheduling service: `node:http` and `pg`. A booking checks the token and runs one statement, which checks the session,
 * consumes the hold, and writes the appointment, its audit event and its email.
 */
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import pg from 'pg'
import { createBearer } from '../../apps/server/src/platform/security/bearer.ts'

const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.CONNECTIONS),
  options: '-c jit=off -c role=portal_app',
})
const bearer = createBearer([process.env.SECRET_KEY ?? ''], { now: () => new Date() })

const book = `with who as (select s.id, s.person_id from sessions s join people p on p.id = s.person_id
  where s.id = $1 and s.ended_at is null and s.expires_at > $2::timestamptz
    and s.last_used_at + make_interval(mins => s.idle_minutes) > $2::timestamptz and p.status = 1 and p.deleted_at is null),
    spent as (delete from holds using who where holds.id = $3 and holds.person_id = who.person_id
      and holds.expires_at > $2::timestamptz returning holds.slot_id, who.person_id),
    booked as (insert into appointments (patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty,
        sub_context, office_id, place_care, place_detail, modality, starts_at, ends_at, reserved_group, state, booked_by,
        created_at, scheduled)
      select w.person_id, s.professional_id, p.rut, p.name, s.service_code, v.name, 'Consulta', s.office_id, o.name,
        o.name || ', ' || s.room, s.modality, s.starts_at, s.ends_at, v.reserved_group, 'booked', w.person_id, $2::timestamptz, true
      from spent w join slots s on s.id = w.slot_id join professionals p on p.id = s.professional_id
        join offices o on o.id = s.office_id join services v on v.code = s.service_code
      returning *),
    noted as (insert into audit_events (at, actor_id, actor_role, action, patient_id, object, ip, request_id)
      select $2::timestamptz, patient_id, 'STANDART_ROLE', 'booking.book', patient_id, 'id_appointment=' || id, $4::inet, $5 from booked),
    mailed as (insert into outbox (message_id, template, person_id, recipient, subject, body_text, body_html, created_at, next_attempt_at)
      select '<' || $5 || '@b>', 'booking.booked', p.id, p.email, 'Reserva de hora', repeat('Tu hora está reservada. ', 20),
        repeat('<p>Tu hora está reservada.</p>', 60), $2::timestamptz, $2::timestamptz from booked b join people p on p.id = b.patient_id)
    select * from booked`

async function bodyOf(request: IncomingMessage): Promise<{ hold_id: number }> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}

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
  if (request.method === 'GET') return answer(200, {})
  const session = bearer.open(request.headers.authorization?.slice(7))
  const { hold_id } = await bodyOf(request)
  const values = [session, new Date(), hold_id, request.socket.remoteAddress, randomUUID()]
  const { rows } = await pool.query({ name: 'book', text: book, values })
  answer(rows.length === 1 ? 200 : 409, { status: 'Ok', data: rows[0] })
}).listen(Number(process.env.PORT), '127.0.0.1')
