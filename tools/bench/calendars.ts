/** Fills the clinic’s calendars: 300 professionals with slots for 60 days, the first of which are taken. */
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import { statement } from '../../apps/server/src/platform/database/statement.ts'
import { vacuumFilled } from './clinic.ts'

export const professionals = 300
/** Number of professionals with the same specialty. */
const perSpecialty = 6
const days = 60
const hoursPerDay = 12
/** Number of taken slots at the start of each calendar. */
const takenEach = 60

// The slots do not overlap with the existing appointments of the patients.
const fill = `
  insert into professionals (rut, name)
    select '2' || lpad(n::text, 7, '0') || '5', 'Dra. Antonia Sepúlveda ' || n from generate_series(1, ${professionals}) n
    on conflict do nothing;
  create temp table attends as
    select p.id, v.code from (select id, row_number() over (order by id) - 1 as n from professionals where rut like '2%') p
      join (select code, row_number() over (order by code) - 1 as n from services where kind = 'consultation') v
        on v.n = p.n / ${perSpecialty};
  insert into professional_specialties (professional_id, specialty_code) select id, code from attends;
  insert into schedules (professional_id, office_id, specialty_code, weekday, starts, ends, slot_minutes, room, modality, valid_from)
    select id, (select min(id) from offices), code, 1, '09:00', '15:00', 30, 'sala ' || id, 'presencial', '2020-01-01' from attends;
  insert into slots (professional_id, office_id, service_code, starts_at, ends_at, modality, room)
    select a.id, (select min(id) from offices), a.code, t.starts, t.starts + interval '30 minutes', 'presencial', 'sala ' || a.id
    from generate_series(0, ${days - 1}) d, generate_series(0, ${hoursPerDay - 1}) i, attends a,
      lateral (select date_trunc('hour', now()) + make_interval(days => d, hours => 8, mins => i * 30) as starts) t
    order by t.starts, a.id;
  insert into appointments (patient_id, professional_id, rut_professional, doctor_name, specialty_code, specialty, sub_context,
      office_id, place_care, place_detail, modality, starts_at, ends_at, state, created_at, scheduled)
    select 2001 + row_number() over () % 2500, s.professional_id, p.rut, p.name, s.service_code, 'Medicina', 'Consulta',
      s.office_id, 'Providencia', s.room, 'presencial', s.starts_at, s.ends_at, 'booked', now(), false
    from (select *, row_number() over (partition by professional_id order by starts_at) as n from slots) s
      join professionals p on p.id = s.professional_id
    where s.n <= ${takenEach}`

export async function fillCalendars(owner: Database): Promise<void> {
  for (const part of fill.split(';')) await owner.script(part)
  await vacuumFilled(owner)
}

/** The fields of one booking request. */
export type Held = { readonly hold_id: number; readonly patient_id: number }

const holdNext = statement<Held>(
  'bench.holdNext',
  `with free as (
     select s.id, s.professional_id, tstzrange(s.starts_at, s.ends_at) as during,
       1 + (row_number() over (order by s.id))::int % $3::int as person
     from slots s where s.id > $1 order by s.id limit $2
   )
   insert into holds (slot_id, professional_id, during, person_id, kind, created_at, expires_at)
   select id, professional_id, during, person, 'hold', now(), now() + interval '2 hours' from free order by id
   returning id as hold_id, person_id as patient_id`,
)
const firstFree = statement<{ id: number }>(
  'bench.firstFree',
  `select max(id)::int as id from slots where starts_at < date_trunc('hour', now()) + make_interval(days => $1::int)`,
)

/** Returns a generator of holds for signed-in patients. Each hold is for one slot that was not used before. */
export async function holdKeeper(owner: Database, people: number) {
  const [first] = await owner.run(firstFree, [5])
  let last = first?.id ?? 0
  return {
    hold: async (count: number): Promise<Held[]> => {
      const held = await owner.run(holdNext, [last, count, people])
      last += count
      return held
    },
    /** Returns the ids of a free slot and of a new slot that overlaps it. */
    overlapping: async (): Promise<[number, number]> => {
      last += 1
      const [made] = await owner.run(second, [last])
      return [last, made?.id ?? 0]
    },
  }
}
const second = statement<{ id: number }>(
  'bench.second',
  `insert into slots (professional_id, office_id, service_code, starts_at, ends_at, modality, room)
   select professional_id, office_id, service_code, starts_at + interval '10 minutes', ends_at + interval '10 minutes', modality, room
   from slots where id = $1 returning id`,
)
