/** Gives one patient of a stopped portal three hours by video: one that opened, one that did not, and one given up: `node fill.ts DATA_DIR`. */
import { openEmbedded } from '../../apps/server/src/platform/database/embedded.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) throw new Error('node fill.ts DATA_DIR')
const { client, close } = await openEmbedded(folder)

/** Minutes from now. Two of them begin on the same day of Santiago or not, which is no matter. */
const hours = [
  { starts: 12, state: 'booked', doctor: 'Dra. Abierta Paz Luna' },
  { starts: 90, state: 'booked', doctor: 'Dr. Cerrado Gil Mora' },
  { starts: 12, state: 'cancelled', doctor: 'Dra. Anulada Vera Ríos' },
]
for (const { starts, state, doctor } of hours) {
  await client.query(
    `insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
       office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at)
     select id, '00000000' || ($2::int)::text, $1, 101, 'Medicina general', 'Consulta', 2, 'Clínica Providencia', 'Telemedicina',
       'telemedicina', now() + make_interval(mins => $2::int), now() + make_interval(mins => $2::int + 30), $3, now()
     from people where document_number = 'P1234567'`,
    [doctor, starts, state],
  )
}
await close()
