import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { ExternalChangesSql } from './external-changes.sql.generated.ts'

const sql = defineSql<
  ExternalChangesSql,
  { kind: 'cancelled' | 'moved'; modality: 'presencial' | 'telemedicina' }
>('externalChanges')

export type WatchedAppointment = Row<typeof listWatched>

export type AppointmentChange = Row<typeof listWaitingChanges>

const isWatched = `exists (select from watched_appointments w
  where w.patient_id = p.id and w.archive = :archive and w.ended_at is null and w.starts_at > :now::timestamptz)`

// Patients with a watched appointment are due every ten minutes, others once a
// day. If two servers run at the same time, the second finds the mark of the first and skips the patient.
export const claimDuePatients = sql('claimDue')`
  with due as (
    select p.id, c.checked_at, ${isWatched} as is_watched
    from people p left join archive_checks c on c.archive = :archive and c.patient_id = p.id
    where p.rol = 'STANDART_ROLE' and is_open(p)
      and (c.checked_at is null or c.checked_at <= :now::timestamptz - interval '1 day'
        or (c.checked_at <= :now::timestamptz - interval '10 minutes' and ${isWatched}))
    order by is_watched desc, c.checked_at nulls first, p.id limit :limit_rows
  )
  insert into archive_checks (archive, patient_id, checked_at) select :archive, id, :now::timestamptz from due
  on conflict (archive, patient_id) do update set checked_at = excluded.checked_at
    where archive_checks.checked_at <= excluded.checked_at - interval '10 minutes'
  returning patient_id as patient_id!`
export const listWatched = sql('watched')`
  select id, source, patient_id, starts_at, missing_since from watched_appointments
  where archive = :archive and patient_id = :patient_id and ended_at is null and starts_at > :now::timestamptz`
// An appointment that is already watched keeps its first known time.
export const insertWatched = sql('watch')`
  insert into watched_appointments (archive, source, patient_id, starts_at, ends_at, doctor_name, place, modality, reserved)
  select :archive, a.source, :patient_id::int, a.starts_at, a.ends_at, a.doctor_name, a.place, a.modality, a.reserved
  from json_populate_recordset(null::watched_appointments, :appointments::json) a
  on conflict (archive, source) do update set missing_since = null
    where watched_appointments.missing_since is not null and watched_appointments.ended_at is null`
export const markMissing = sql('noteMissing')`
  update watched_appointments set missing_since = :now::timestamptz where id = :id and missing_since is null`
/** The portal's own changes have been announced. `:known_starts`: the times at which the portal may know the appointment. */
const isAnnouncedHere = `exists (select from archive_numbers n where n.archive = w.archive and n.kind = 'hour'
    and n.source = w.source and (n.asked_at is not null or n.cancelled_at is not null))
  or exists (select from appointments a where a.patient_id = w.patient_id
    and a.starts_at = any(:known_starts::timestamptz[]))`
const addChange = (kind: 'cancelled' | 'moved', oldStart: string, source: string) => `
  insert into appointment_changes (patient_id, kind, old_starts_at, starts_at, doctor_name, place, modality,
    reserved_group, changed_at)
  select patient_id, '${kind}', ${oldStart}, starts_at, doctor_name, place, modality,
    case when reserved or exists (select from archive_numbers n where n.archive = ${source}.archive and n.kind = 'hour'
      and n.source = ${source}.source and n.private_since is not null) then 'RESERVADO' end, :now::timestamptz
  from ${source} where not is_announced_here`
// Only one of several servers ends it.
export const endWatched = sql('end')`
  with ended as (
    update watched_appointments w set ended_at = :now::timestamptz where w.id = :id and w.ended_at is null
    returning w.*, (${isAnnouncedHere}) as is_announced_here!
  ), added as (
    ${addChange('cancelled', 'starts_at', 'ended')}
  )
  select is_announced_here from ended`
// The appointment still had its last known time, `:old_starts_at`.
export const moveWatched = sql('move')`
  with current as (select * from json_populate_record(null::watched_appointments, :appointment::json)), moved as (
    update watched_appointments w set starts_at = t.starts_at, ends_at = t.ends_at, doctor_name = t.doctor_name,
      place = t.place, modality = t.modality, reserved = t.reserved, missing_since = null
    from current t where w.id = :id and w.ended_at is null and w.starts_at = :old_starts_at::timestamptz
    returning w.*, (${isAnnouncedHere}) as is_announced_here!
  ), added as (
    ${addChange('moved', ':old_starts_at::timestamptz', 'moved')}
  )
  select is_announced_here from moved`
export const listWaitingChanges = sql('waiting')`
  select id, patient_id, kind, old_starts_at, starts_at, doctor_name, place, modality, reserved_group
  from appointment_changes where announced_at is null order by id limit 200`
export const claimChange = sql('claim')`
  update appointment_changes set announced_at = :now::timestamptz where id = :id and announced_at is null returning id`
export const purgeWatched = sql('purge')`
  with changes as (
    delete from appointment_changes where announced_at <= :now::timestamptz - interval '30 days'
  )
  delete from watched_appointments where starts_at <= :now::timestamptz - interval '30 days' returning id`

export const insertReceivedChange = sql('addReceived')`
  insert into appointment_changes (patient_id, kind, old_starts_at, starts_at, doctor_name, place, modality,
    reserved_group, changed_at)
  values (:patient_id, :kind, :old_starts_at::timestamptz, :starts_at::timestamptz, :doctor_name, :place, :modality,
    :reserved_group?, :now::timestamptz)`
