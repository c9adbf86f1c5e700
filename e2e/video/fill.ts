/**
 * Gives one patient of a stopped portal three video visits: an open one, a later one and a cancelled one: `node
 * fill.ts DATA_DIR TIME`.
 */
import pg from 'pg'
import { withEmbeddedPostgres } from '../../apps/server/src/platform/database/embedded-postgres/embedded-postgres.ts'

const [folder, time] = process.argv.slice(2)
if (folder === undefined || time === undefined) throw new Error('node fill.ts DATA_DIR TIME')

/** `starts` is in minutes from the given time. It does not matter whether the visits fall on the same day in Santiago. */
const appointments = [
  { starts: 12, state: 'booked', doctor: 'Dra. Abierta Paz Luna' },
  { starts: 90, state: 'booked', doctor: 'Dr. Cerrado Gil Mora' },
  { starts: 12, state: 'cancelled', doctor: 'Dra. Anulada Vera Ríos' },
]
await withEmbeddedPostgres(folder, async (url) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const { starts, state, doctor } of appointments) {
    await client.query(
      `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
       office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at)
     select id, '00000000' || ($2::int)::text, $1, 101, 'Medicina general', 'Consulta', 2, 'Clínica Providencia', 'Telemedicina',
       'telemedicina', $4::timestamptz + make_interval(mins => $2::int), $4::timestamptz + make_interval(mins => $2::int + 30), $3, $4::timestamptz
     from people where document_number = 'P1234567'`,
      [doctor, starts, state, time],
    )
  }
  await client.end()
})
