import type { NotificationTopic } from '@mi-portal/contract/notifications'
import type {
  Channel,
  NotificationChoice,
  NotificationSettings,
} from '@mi-portal/contract/notifications/preferences'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

type SettingsRow = {
  readonly in_turn: boolean
  readonly channel_order: readonly Channel[]
  readonly quiet_from: string
  readonly quiet_to: string
}

type ChoiceRow = {
  readonly patient_id: number
  readonly topic: NotificationTopic
  readonly channels: readonly Channel[]
}

/** A person whose notifications a caller gets: the caller, or a child in their care. */
type NotifiedPatient = { readonly id: number; readonly first_name: string }

const settingsColumns = `in_turn, channel_order, to_char(quiet_from, 'HH24:MI') as quiet_from,
  to_char(quiet_to, 'HH24:MI') as quiet_to`

const settings = statement<SettingsRow, { person_id: number }>(
  'notificationPreferences.settings',
  `select ${settingsColumns} from notification_settings where person_id = :person_id`,
)
// What is needed to plan one notification, in one statement.
const preference = statement<
  {
    channels: readonly Channel[] | null
    in_turn: boolean | null
    channel_order: readonly Channel[] | null
    quiet_from: string | null
    quiet_to: string | null
    has_devices: boolean
    has_phone: boolean
  },
  { person_id: number; patient_id: number; topic: NotificationTopic }
>(
  'notificationPreferences.preference',
  `select c.channels, s.in_turn, s.channel_order, to_char(s.quiet_from, 'HH24:MI') as quiet_from,
     to_char(s.quiet_to, 'HH24:MI') as quiet_to,
     exists (select from push_subscriptions d where d.person_id = :person_id::int) as has_devices,
     confirmed_phone(:person_id::int) is not null as has_phone
   from (values (1)) as always
     left join notification_settings s on s.person_id = :person_id::int
     left join notification_choices c
       on c.person_id = :person_id::int and c.patient_id = :patient_id::int and c.topic = :topic`,
)
const choices = statement<ChoiceRow, { person_id: number }>(
  'notificationPreferences.choices',
  'select patient_id, topic, channels from notification_choices where person_id = :person_id order by patient_id, topic',
)
const patients = statement<
  NotifiedPatient,
  { person_id: number; adult_birth: Day; reserve_birth: Day; now: Date }
>(
  'notificationPreferences.patients',
  `select p.id, greeting_name(p) as first_name from people p where p.id = :person_id
   union all (
     select m.id, m.first_name from family_links f join people m on m.id = f.member_id
     where f.leader_id = :person_id and f.state = 'approved'
       and guardian_is_notified(:person_id::int, m.id, false, :adult_birth::date, :reserve_birth::date, :now::timestamptz)
     order by m.id limit 100)`,
)
const choose = statement<
  never,
  { person_id: number; patient_id: number; topic: NotificationTopic; channels: readonly Channel[]; now: Date }
>(
  'notificationPreferences.choose',
  `insert into notification_choices (person_id, patient_id, topic, channels, updated_at)
   values (:person_id, :patient_id, :topic, :channels::text[], :now::timestamptz)
   on conflict (person_id, patient_id, topic)
     do update set channels = excluded.channels, updated_at = excluded.updated_at`,
)
const set = statement<
  never,
  {
    person_id: number
    in_turn: boolean
    channel_order: readonly Channel[]
    quiet_from: string
    quiet_to: string
    now: Date
  }
>(
  'notificationPreferences.set',
  `insert into notification_settings (person_id, in_turn, channel_order, quiet_from, quiet_to, updated_at)
   values (:person_id, :in_turn, :channel_order::text[], :quiet_from::text::time, :quiet_to::text::time, :now::timestamptz)
   on conflict (person_id) do update set in_turn = excluded.in_turn, channel_order = excluded.channel_order,
     quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, updated_at = excluded.updated_at`,
)
const forgetChoices = statement<never, { person_id: number }>(
  'notificationPreferences.forgetChoices',
  'delete from notification_choices where person_id = :person_id or patient_id = :person_id',
)
const forgetSettings = statement<never, { person_id: number }>(
  'notificationPreferences.forgetSettings',
  'delete from notification_settings where person_id = :person_id',
)

export function createPreferencesStore(db: Database) {
  return {
    settings: async (tx: Queries, personId: number): Promise<SettingsRow | null> =>
      (await tx.run(settings, { person_id: personId }))[0] ?? null,
    /** Returns how a person wants to be notified of a topic of a patient. */
    preference: async (tx: Queries, personId: number, patientId: number, topic: NotificationTopic) =>
      (await tx.run(preference, { person_id: personId, patient_id: patientId, topic }))[0] ?? null,
    choices: (personId: number) => db.run(choices, { person_id: personId }),
    /** Returns the person and then the children of whose record they are notified. */
    patients: (personId: number, births: { readonly adult: Day; readonly reserve: Day }, now: Date) =>
      db.run(patients, {
        person_id: personId,
        adult_birth: births.adult,
        reserve_birth: births.reserve,
        now,
      }),
    choose: async (
      tx: Queries,
      personId: number,
      patientId: number,
      { topic, channels }: NotificationChoice,
      now: Date,
    ) => {
      await tx.run(choose, { person_id: personId, patient_id: patientId, topic, channels, now })
    },
    set: async (tx: Queries, personId: number, chosen: NotificationSettings, now: Date) => {
      await tx.run(set, { person_id: personId, ...chosen, now })
    },
    forget: async (tx: Queries, personId: number) => {
      await tx.run(forgetChoices, { person_id: personId })
      await tx.run(forgetSettings, { person_id: personId })
    },
  }
}

export type PreferencesStore = ReturnType<typeof createPreferencesStore>
