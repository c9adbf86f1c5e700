import { defineSql } from '../../../platform/database/statement.ts'
import type { PreferencesSql } from './preferences.sql.generated.ts'

const sql = defineSql<
  PreferencesSql,
  {
    channel_order: readonly ('push' | 'email' | 'sms' | 'whatsapp')[]
    channels: readonly ('push' | 'email' | 'sms' | 'whatsapp')[]
    topic: 'answers' | 'appointments' | 'reminders' | 'results' | 'family'
  }
>('notificationPreferences')

const settingsColumns = `in_turn, channel_order, to_char(quiet_from, 'HH24:MI') as quiet_from!,
  to_char(quiet_to, 'HH24:MI') as quiet_to!`

export const findSettings = sql('settings')`
  select ${settingsColumns} from notification_settings where person_id = :person_id`
export const findPreference = sql('preference')`
  select c.channels, s.in_turn, s.channel_order, to_char(s.quiet_from, 'HH24:MI') as quiet_from,
    to_char(s.quiet_to, 'HH24:MI') as quiet_to,
    exists (select from push_subscriptions d where d.person_id = :person_id::int) as has_devices!,
    confirmed_phone(:person_id::int) is not null as has_phone!
  from (values (1)) as always
    left join notification_settings s on s.person_id = :person_id::int
    left join notification_choices c
      on c.person_id = :person_id::int and c.patient_id = :patient_id::int and c.topic = :topic`
export const listChoices = sql('choices')`
  select patient_id, topic, channels from notification_choices where person_id = :person_id order by patient_id, topic`
export const listPatients = sql('patients')`
  select p.id as id!, greeting_name(p) as first_name! from people p where p.id = :person_id
  union all (
    select m.id, m.first_name from family_links f join people m on m.id = f.member_id
    where f.leader_id = :person_id and f.state = 'approved'
      and guardian_is_notified(:person_id::int, m.id, false, :adult_birth::date, :reserve_birth::date, :now::timestamptz)
    order by m.id limit 100)`
export const saveChoice = sql('choose')`
  insert into notification_choices (person_id, patient_id, topic, channels, updated_at)
  values (:person_id, :patient_id, :topic, :channels::text[], :now::timestamptz)
  on conflict (person_id, patient_id, topic)
    do update set channels = excluded.channels, updated_at = excluded.updated_at`
export const saveSettings = sql('set')`
  insert into notification_settings (person_id, in_turn, channel_order, quiet_from, quiet_to, updated_at)
  values (:person_id, :in_turn, :channel_order::text[], :quiet_from::text::time, :quiet_to::text::time, :now::timestamptz)
  on conflict (person_id) do update set in_turn = excluded.in_turn, channel_order = excluded.channel_order,
    quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, updated_at = excluded.updated_at`
export const forgetChoices = sql('forgetChoices')`
  delete from notification_choices where person_id = :person_id or patient_id = :person_id`
export const forgetSettings = sql('forgetSettings')`
  delete from notification_settings where person_id = :person_id`
