import { momentOf } from '@mi-portal/contract/values/dates'
import { expect, test } from 'vitest'
import { buildAppointment, buildPerson } from '../../../../test/build.ts'
import { openTestDatabase } from '../../../../test/database.ts'
import { asked, asOwner, explained } from '../../../../test/statements/plans.ts'
import type { Database } from '../../../platform/database/database.ts'
import { createRemindersStore } from './reminders.store.ts'

const patients = 4_000
const day = '2026-12-03'
const due = {
  from: momentOf(day, '00:00'),
  to: momentOf('2026-12-04', '00:00'),
  dueAt: new Date('2026-11-26T15:00:00Z'),
  moved: true,
  adultsBefore: '2008-11-26',
} as const

/** A clinic whose statistics are those of a table that was just created, as on the day of an import. */
async function openClinic(): Promise<{ db: Database; ids: number[] }> {
  const db = await openTestDatabase()
  const person = await buildPerson(db)
  const { id } = await buildAppointment(db, { patient_id: person.id, starts_at: momentOf(day, '08:00') })
  await asOwner(
    db,
    `insert into people (document_type_id, document_number, first_name, last_name, email, rol, status, date_birth)
     select 1, 'N' || n, 'Nombre', 'Apellido', 'n' || n || '@ejemplo.cl', 'STANDART_ROLE', 1, '2015-01-01'
     from generate_series(1, ${patients}) n;
     insert into appointments (patient_id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id,
       place_care, place_detail, modality, starts_at, ends_at, state, created_at)
     select p.id, rut_professional, doctor_name, specialty_code, specialty, sub_context, office_id, place_care, place_detail,
       modality, a.starts_at + make_interval(secs => p.id), a.ends_at + make_interval(secs => p.id), 'booked', a.created_at
     from appointments a, people p where a.id = ${id} and p.document_number like 'N%'`,
  )
  return { db, ids: Array.from({ length: 100 }, (_, at) => person.id + 1 + at * 30) }
}

test('a page of the appointments of a day is read from their index, in its order and without anything joined', async () => {
  const { db } = await openClinic()
  const page = await asked(db, async (seen) => {
    const rows = await createRemindersStore(seen).dueAppointments(
      due,
      { id: 0, at: due.from.toISOString() },
      100,
    )
    expect(rows).toHaveLength(100)
  })
  const { nodes, joins, buffers } = await explained(db, page)
  expect(nodes).toEqual(['Limit', 'Index Scan'])
  expect(joins).toEqual([])
  expect(buffers).toBeLessThanOrEqual(150)
  await db.close()
}, 60_000)

test('the recipients of a hundred patients cost no more than a few buffers each, however many people there are', async () => {
  const { db, ids } = await openClinic()
  const recipients = await asked(db, async (seen) => {
    const found = await createRemindersStore(seen).waitingRecipients(ids, day, 7, due.adultsBefore)
    expect(found).toEqual(ids)
  })
  const { nodes, buffers } = await explained(db, recipients)
  expect(nodes).not.toContain('Seq Scan')
  expect(buffers).toBeLessThanOrEqual(1_500)
  await db.close()
}, 60_000)
