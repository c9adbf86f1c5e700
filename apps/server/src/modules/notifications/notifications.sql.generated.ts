/** The types of the statements in notifications.sql.ts, which `npm run sql` generates. */
export type NotificationsSql = {
  page: { row: { total: number; unread: number; id: number; type: string; text: string; read: boolean; created_at: Date; request_family_group_id: number | null; patient_id: number | null; exam_type: string | null; exam_id: number | null; id_appointment: number | null; topic: string | null; matter: string | null; request_id: number | null; decidable: number[] | null }; given: { person_id: number; adult_birth: string; reserve_birth: string; now: Date; limit_rows: number; offset_rows: number } }
  one: { row: { id: number; type: string; text: string; read: boolean; created_at: Date; request_family_group_id: number | null; patient_id: number | null; exam_type: string | null; exam_id: number | null; id_appointment: number | null; topic: string | null; matter: string | null; request_id: number | null; decidable: number[] | null }; given: { person_id: number; id: number; adult_birth: string; reserve_birth: string; now: Date } }
  pending: { row: { person_id: number; topic: string | null; type: string }; given: { adult_birth: string; reserve_birth: string; id: number; now: Date } }
  counts: { row: { total: number; unread: number }; given: { person_id: number; adult_birth: string; reserve_birth: string; now: Date } }
  read: { row: { found: number; published: object }; given: { person_id: number; adult_birth: string; reserve_birth: string; now: Date; ids: readonly number[] } }
  readItems: { row: { published: object }; given: { now: Date; person_id: number; exam_id: number | null; matter: string | null; request_ids: readonly number[] | null } }
  insert: { row: { id: number; published: object }; given: { person_id: number; type: string; text: string; patient_id: number | null; reserved_group: string | null; request_family_group_id: number | null; now: Date; exam_type: string | null; exam_id: number | null; id_appointment: number | null; topic: string; matter: string | null; request_id: number | null; reserve_birth: string } }
  join: { row: { id: number; published: object }; given: { text: string; person_id: number; type: string; since: Date; patient_id: number | null; reserved_group: string | null; exam_type: string | null; topic: string } }
  settle: { row: { published: object }; given: { now: Date; request_family_group_id: number } }
  moveToExam: { row: never; given: { exam_id: number; exam_ids: readonly number[] } }
  withdrawCounts: { row: { published: object }; given: { patient_id: number; exam_id: number | null; id_appointment: number | null } }
}
