/** The types of the statements in photos.sql.ts, which `npm run sql` generates. */
export type PhotosSql = {
  sight: { row: { rol: string; linked: boolean; file_profile: number | null; file_passport: number | null; file_passport_patient: number | null; file_selfie: number | null }; given: { person_id: number; viewer_id: number } }
  byId: { row: { id: number; key: string; media_type: string; encrypted: string | null }; given: { id: number; now: Date } }
  due: { row: { id: number; key: string }; given: { now: Date } }
  opened: { row: { kind: string | null }; given: { person_id: number; viewer_id: number; since: Date } }
}
