import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type { NotificationChoice, NotificationSettings } from '@mi-portal/contract/notifications/preferences'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Queries } from '../../../platform/database/database.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { PreferencesSql } from './preferences.sql.generated.ts'

const sql = defineSql<
  PreferencesSql,
  {
    channel_order: readonly ('push' | 'email' | 'sms' | 'whatsapp')[]
    channels: readonly ('push' | 'email' | 'sms' | 'whatsapp')[]
    topic: 'answers' | 'appointments' | 'reminders' | 'results' | 'family'
  }
>('notificationPreferences')

type SettingsRow = Row<typeof settingsSql>

const settingsColumns = `in_turn, channel_order, to_char(quiet_from, 'HH24:MI') as quiet_from!,
  to_char(quiet_to, 'HH24:MI') as quiet_to!`

const settingsSql = sql(
  'settings',
  `select ${settingsColumns} from notification_settings where person_id = :person_id`,
)
// What is needed to plan one notification, in one statement.
const preferenceSql = sql(
  'preference',
  `select c.channels, s.in_turn, s.channel_order, to_char(s.quiet_from, 'HH24:MI') as quiet_from,
     to_char(s.quiet_to, 'HH24:MI') as quiet_to,
     exists (select from push_subscriptions d where d.person_id = :person_id::int) as has_devices!,
     confirmed_phone(:person_id::int) is not null as has_phone!
   from (values (1)) as always
     left join notification_settings s on s.person_id = :person_id::int
     left join notification_choices c
       on c.person_id = :person_id::int and c.patient_id = :patient_id::int and c.topic = :topic`,
)
const choicesSql = sql(
  'choices',
  'select patient_id, topic, channels from notification_choices where person_id = :person_id order by patient_id, topic',
)
const patientsSql = sql(
  'patients',
  `select p.id as id!, greeting_name(p) as first_name! from people p where p.id = :person_id
   union all (
     select m.id, m.first_name from family_links f join people m on m.id = f.member_id
     where f.leader_id = :person_id and f.state = 'approved'
       and guardian_is_notified(:person_id::int, m.id, false, :adult_birth::date, :reserve_birth::date, :now::timestamptz)
     order by m.id limit 100)`,
)
const chooseSql = sql(
  'choose',
  `insert into notification_choices (person_id, patient_id, topic, channels, updated_at)
   values (:person_id, :patient_id, :topic, :channels::text[], :now::timestamptz)
   on conflict (person_id, patient_id, topic)
     do update set channels = excluded.channels, updated_at = excluded.updated_at`,
)
const setSql = sql(
  'set',
  `insert into notification_settings (person_id, in_turn, channel_order, quiet_from, quiet_to, updated_at)
   values (:person_id, :in_turn, :channel_order::text[], :quiet_from::text::time, :quiet_to::text::time, :now::timestamptz)
   on conflict (person_id) do update set in_turn = excluded.in_turn, channel_order = excluded.channel_order,
     quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, updated_at = excluded.updated_at`,
)
const forgetChoices = sql(
  'forgetChoices',
  'delete from notification_choices where person_id = :person_id or patient_id = :person_id',
)
const forgetSettings = sql('forgetSettings', 'delete from notification_settings where person_id = :person_id')

export const settings = async (tx: Queries, personId: number): Promise<SettingsRow | null> =>
  (await tx.run(settingsSql, { person_id: personId }))[0] ?? null

/** Returns how a person wants to be notified of a topic of a patient. */
export const preference = async (
  tx: Queries,
  personId: number,
  patientId: number,
  topic: NotificationTopic,
) => (await tx.run(preferenceSql, { person_id: personId, patient_id: patientId, topic }))[0] ?? null

export const choices = (db: Queries, personId: number) => db.run(choicesSql, { person_id: personId })

/** Returns the person and then the children of whose record they are notified. */
export const patients = (
  db: Queries,
  personId: number,
  births: { readonly adult: Day; readonly reserve: Day },
  now: Date,
) =>
  db.run(patientsSql, {
    person_id: personId,
    adult_birth: births.adult,
    reserve_birth: births.reserve,
    now,
  })

export const choose = async (
  tx: Queries,
  personId: number,
  patientId: number,
  { topic, channels }: NotificationChoice,
  now: Date,
) => {
  await tx.run(chooseSql, { person_id: personId, patient_id: patientId, topic, channels, now })
}

export const set = async (tx: Queries, personId: number, chosen: NotificationSettings, now: Date) => {
  await tx.run(setSql, { person_id: personId, ...chosen, now })
}

export const forget = async (tx: Queries, personId: number) => {
  await tx.run(forgetChoices, { person_id: personId })
  await tx.run(forgetSettings, { person_id: personId })
}
