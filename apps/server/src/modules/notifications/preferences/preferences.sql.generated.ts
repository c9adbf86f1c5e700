/** The types of the statements in preferences.sql.ts, which `npm run sql` generates. */
export type PreferencesSql = {
  settings: { row: { in_turn: boolean; channel_order: string[]; quiet_from: string; quiet_to: string }; given: { person_id: number } }
  preference: { row: { channels: string[] | null; in_turn: boolean | null; channel_order: string[] | null; quiet_from: string | null; quiet_to: string | null; has_devices: boolean; has_phone: boolean }; given: { person_id: number; patient_id: number; topic: string } }
  choices: { row: { patient_id: number; topic: string; channels: string[] }; given: { person_id: number } }
  patients: { row: { id: number; first_name: string }; given: { person_id: number; adult_birth: string; reserve_birth: string; now: Date } }
  choose: { row: never; given: { person_id: number; patient_id: number; topic: string; channels: readonly string[]; now: Date } }
  set: { row: never; given: { person_id: number; in_turn: boolean; channel_order: readonly string[]; quiet_from: string; quiet_to: string; now: Date } }
  forgetChoices: { row: never; given: { person_id: number } }
  forgetSettings: { row: never; given: { person_id: number } }
}
