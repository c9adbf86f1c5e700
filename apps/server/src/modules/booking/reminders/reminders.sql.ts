import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { RemindersSql } from './reminders.sql.generated.ts'

const sql = defineSql<RemindersSql, { modality: 'presencial' | 'telemedicina' }>('reminders')

/** An appointment of a day with a recipient of its reminder: the patient, or a guardian of a child. */
export type DueReminder = Row<typeof listDueReminders>

// Left out: what was booked after `:due_at`, when the reminder was due, and what another portal booked, which reminds of it itself
// (`told_elsewhere`). The choice of channels is not decided here but by `notify`.
const isDue = `a.state = 'booked' and a.starts_at >= :from::timestamptz and a.starts_at < :to::timestamptz
  and a.created_at <= :due_at::timestamptz and (:moved::boolean or a.ical_sequence = 0) and not a.told_elsewhere`
const isNotified = `is_open(r) and r.email is not null
  and not exists (select from reminders_off o where o.person_id = r.id)`
/**
 * Condition for reminding a guardian besides the child. If both share a mailbox, only the child's reminder is sent, or only the guardian's from
 * the age on from which the child gets no mail at a guardian's mailbox.
 */
const isReminded = (guardian: string, child: string) =>
  `f.state = 'approved' and ${child}.date_birth > :adults_before::date
   and (lower(${guardian}.email) is distinct from lower(${child}.email)
     or is_guardian_mailbox(${child}, ${child}.email, :adults_before::date, :reserve_before::date))`
/**
 * The possible recipients of reminders for patient `p`: the patient, and for a child the owners of the groups. Access to the
 * appointment is checked for each of them. If both share a mailbox, only the patient's reminder is sent.
 */
const recipientsOfPatient = `(
  select p.id union all
  select f.leader_id from family_links f join people l on l.id = f.leader_id
  where f.member_id = p.id and ${isReminded('l', 'p')})`

// Continues after a position. Read from the index of the day's appointments, without joins.
export const listDueAppointments = sql('dueAppointments')`
  select a.id, a.starts_at::text as at!, a.patient_id from appointments a
  where ${isDue} and (a.starts_at, a.id) > (:after_at::text::timestamptz, :after_id::int)
  order by a.starts_at, a.id limit :limit_rows::int`
export const listWaitingRecipients = sql('waitingRecipients')`
  select distinct r.id from (
    select p.id from people p where p.id = any(:patient_ids::int[]) and is_open(p) union all
    select f.leader_id from family_links f
      join people p on p.id = f.member_id join people l on l.id = f.leader_id
    where f.member_id = any(:patient_ids::int[]) and has_open_record(p) and ${isReminded('l', 'p')}) w
    join people r on r.id = w.id
  where ${isNotified}
    and not exists (select from sent_reminders s
      where s.person_id = r.id and s.day = :day::date and s.days_before = :days_before)
  order by r.id`
// The recipients' own appointments and those of children in their group.
export const listDueReminders = sql('due')`
  select a.id, a.patient_id, p.first_name as patient_name!, r.id as recipient_id!, greeting_name(r) as first_name!, r.email as email!,
    a.reserved_group is not null as reserved!, a.reserved_group, a.starts_at, a.doctor_name, a.modality, a.place_detail as place!
  from (
      select id as recipient_id!, id as patient_id! from people where id = any(:person_ids::int[]) union all
      select f.leader_id, f.member_id from family_links f
        join people l on l.id = f.leader_id join people c on c.id = f.member_id
      where f.leader_id = any(:person_ids::int[]) and ${isReminded('l', 'c')}) t
    join people r on r.id = t.recipient_id
    join people p on p.id = t.patient_id and has_open_record(p)
    join appointments a on a.patient_id = p.id
  where ${isDue} and ${isNotified}
  order by recipient_id, a.starts_at`
export const listRecipients = sql('recipients')`
  select r.id from people p cross join lateral ${recipientsOfPatient} w join people r on r.id = w.id
  where p.id = :patient_id and has_open_record(p) and ${isNotified}`
// In the order of the ids, so that two servers wait for each other and do not deadlock.
export const storeSent = sql('sent')`
  insert into sent_reminders (person_id, day, days_before, sent_at)
  select id, :day::date, :days_before, :now::timestamptz from unnest(:person_ids::int[]) as id order by id
  on conflict do nothing returning person_id`
// Locks the appointments, so that a mark of the patient either is seen here or withdraws what is written here.
export const lockReserved = sql('reservedNow')`
  with held as (select id, reserved_group from appointments where id = any(:ids::int[]) order by id for share)
  select id from held where reserved_group is not null`
