import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../../test/database.ts'
import { asked, asOwner, explained } from '../../../../test/statements/plans.ts'
import { listFreeByService, listProfessionals } from './availability.sql.ts'

const now = new Date('2026-11-26T15:00:00Z')

test('a search reads the free slots only, however many are taken', async () => {
  const db = await openTestDatabase()
  // 300 professionals with 6 slots a day for 10 days, of which those of the first nine are booked.
  await asOwner(
    db,
    `insert into people (document_type_id, document_number, first_name, last_name, rol, status)
       values (1, 'N1', 'Nombre', 'Apellido', 'STANDART_ROLE', 1);
     insert into professionals (rut, name) select '2' || n, 'Dra. ' || n from generate_series(1, 300) n;
     insert into professional_specialties (professional_id, specialty_code) select id, 101 from professionals;
     insert into schedules (professional_id, office_id, specialty_code, weekday, starts, ends, slot_minutes, room, modality, valid_from)
       select id, 2, 101, 1, '09:00', '15:00', 30, 'sala ' || id, 'presencial', '2020-01-01' from professionals;
     insert into slots (professional_id, office_id, service_code, starts_at, ends_at, modality, room)
       select p.id, 2, case when p.id % 50 = 0 then 102 else 101 end, t, t + interval '30 minutes', 'presencial', 'sala ' || p.id
       from professionals p, generate_series(0, 9) d, generate_series(0, 5) i,
         lateral (select '${now.toISOString()}'::timestamptz + make_interval(days => d, mins => 30 + i * 30) as t) at;
     insert into appointments (patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
         office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at, scheduled)
       select (select min(id) from people), s.professional_id, p.rut, p.name, s.service_code, 'Medicina', 'Consulta', s.office_id,
         'Providencia', s.room, 'presencial', s.starts_at, s.ends_at, 'booked', now(), false
       from slots s join professionals p on p.id = s.professional_id
       where s.starts_at < '${now.toISOString()}'::timestamptz + interval '9 days'`,
  )
  for (const table of ['slots', 'appointments', 'professionals', 'holds'])
    await asOwner(db, `vacuum analyze ${table}`)

  const every = { office_id: null, codes: null, rut: null, now, today: '2026-11-26', modality: null }
  const search = { now, from: now, to: new Date('2026-12-10T15:00:00Z'), codes: [102], offices: null }
  const professionals = await asked(db, (seen) => seen.run(listProfessionals, every))
  const slots = await asked(db, (seen) =>
    seen.run(listFreeByService, { ...search, minutes: 0, modality: null }),
  )
  for (const [list, found] of [
    [slots, 6 * 6],
    [professionals, 300],
  ] as const) {
    const { sequentiallyScanned, buffers } = await explained(db, list)
    expect(sequentiallyScanned.filter((table) => ['slots', 'appointments'].includes(table))).toEqual([])
    expect(buffers).toBeLessThan(20 * found)
  }
  const free = await db.run(listProfessionals, every)
  expect(new Set(free.map(({ next_free }) => next_free?.toISOString()))).toEqual(
    new Set(['2026-12-05T15:30:00.000Z']),
  )
})
