/** The waiting list of the demonstration: entries in every state, and an offer of a free slot that the daily job renews. */
import { bookingMinutes } from '@mi-portal/contract/booking/slots'
import type { Queries } from '../../src/platform/database/database.ts'
import { statement } from '../../src/platform/database/statement.ts'
import { accountRows } from './accounts.ts'
import type { ClinicLookup, SpecialtyKind } from './clinic-lookup.ts'
import type { At } from './families.ts'
import type { DemonstrationPeople } from './people.ts'
import type { Plan } from './plan.ts'

/** Adds the entries of Camila's family: some still wait, one was booked, one was given up. */
export function addWaits(plan: Plan, lookup: ClinicLookup, cast: DemonstrationPeople, at: At): void {
  const { camila, martina, jorge } = cast.accounts
  const open = { state: 'waiting', ended_at: null } as const
  const waits: readonly (Omit<Plan['waits']['all'][number], 'id' | 'service_code'> & {
    kind: SpecialtyKind
  })[] = [
    { ...open, person_id: camila, patient_id: camila, kind: 'traumatology', created_at: at(4, '20:20') },
    { ...open, person_id: camila, patient_id: martina, kind: 'childNutrition', created_at: at(2, '08:05') },
    { ...open, person_id: jorge, patient_id: jorge, kind: 'ophthalmology', created_at: at(6, '19:30') },
    {
      person_id: jorge,
      patient_id: jorge,
      kind: 'cardiology',
      state: 'served',
      created_at: at(30, '10:15'),
      ended_at: at(24, '18:40'),
    },
    {
      person_id: camila,
      patient_id: camila,
      kind: 'dermatology',
      state: 'ended',
      created_at: at(60, '21:05'),
      ended_at: at(52, '13:20'),
    },
  ]
  for (const { kind, ...wait } of waits) {
    const service_code = lookup.findSpecialty(kind)?.code
    if (service_code) plan.waits.add({ ...wait, service_code })
  }
}

// No offer is made while one lasts. A slot is never offered twice to the same entry.
const offer = statement<{ id: number }, { document_number: string; now: Date; expires_at: Date }>(
  'demonstration.offer',
  `with chosen as (
     select w.id as waiting_id, w.person_id, w.patient_id, s.id as slot_id, s.professional_id, s.starts_at,
       tstzrange(s.starts_at, s.ends_at) as during
     from waiting_list w join people p on p.id = w.person_id and is_open(p)
       join slots s on s.service_code = w.service_code and not s.taken and s.starts_at > :now::timestamptz + interval '1 day'
       join professionals r on r.id = s.professional_id and r.active
       join offices o on o.id = s.office_id and o.retired_at is null
       join services v on v.code = s.service_code and v.retired_at is null
     where p.document_number = :document_number and w.state = 'waiting'
       and not exists (select from holds h where h.waiting_id = w.id)
       and not exists (select from holds h where h.professional_id = s.professional_id
         and h.during && tstzrange(s.starts_at, s.ends_at))
       and not exists (select from waiting_offers x where x.waiting_id = w.id and x.professional_id = s.professional_id
         and x.starts_at = s.starts_at)
       and not exists (select from appointments a where a.state = 'booked'
         and (a.professional_id = s.professional_id or a.patient_id = w.patient_id)
         and a.starts_at < s.ends_at and a.ends_at > s.starts_at and a.starts_at > s.starts_at - interval '24 hours')
     order by w.created_at, s.starts_at, s.id limit 1
   ), recorded as (
     insert into waiting_offers (waiting_id, professional_id, starts_at, offered_at)
     select waiting_id, professional_id, starts_at, :now::timestamptz from chosen
   )
   insert into holds (slot_id, professional_id, during, person_id, kind, patient_id, waiting_id, created_at, expires_at)
   select slot_id, professional_id, during, person_id, 'offer', patient_id, waiting_id, :now::timestamptz,
     :expires_at::timestamptz from chosen
   returning id`,
)

/** Offers Jorge a free slot of the specialty that he waits for, unless an offer lasts or nothing is free. */
export async function offerFreeSlot(tx: Queries, now: Date): Promise<void> {
  const document_number = accountRows.find(({ key }) => key === 'jorge')?.document_number ?? ''
  const expires_at = new Date(now.getTime() + bookingMinutes.offer * 60_000)
  await tx.run(offer, { document_number, now, expires_at })
}

// Of the offers to adults with an account, every third was not taken: somebody else has the appointment.
const addOffers = statement<never, { now: Date }>(
  'demonstration.addPastOffers',
  `with offered as (
     select a.*, row_number() over (order by a.id) % 3 > 0 as is_taken from appointments a join people p on p.id = a.patient_id and is_open(p)
     where a.state = 'booked' and a.id % 40 = 0 and a.starts_at < :now::timestamptz - interval '1 day'
       and p.date_birth < :now::timestamptz - interval '18 years'
   ), waited as (
     insert into waiting_list (person_id, patient_id, service_code, state, created_at, ended_at)
     select patient_id, patient_id, specialty_code, case when is_taken then 'served' else 'ended' end,
       starts_at - interval '9 days', starts_at - interval '3 days' from offered
     returning id, patient_id, service_code
   )
   insert into waiting_offers (waiting_id, professional_id, starts_at, offered_at)
   select w.id, o.professional_id, o.starts_at - case when o.is_taken then interval '0' else interval '1 hour' end,
     o.starts_at - interval '4 days'
   from offered o join waited w on w.patient_id = o.patient_id and w.service_code = o.specialty_code
   on conflict do nothing`,
)

/** Adds the offers of past days, most of which were booked. */
export async function addPastOffers(tx: Queries, now: Date): Promise<void> {
  await tx.run(addOffers, { now })
}
