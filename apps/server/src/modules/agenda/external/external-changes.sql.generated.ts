/** The types of the statements in external-changes.sql.ts, which `npm run sql` generates. */
export type ExternalChangesSql = {
  claimDue: { row: { patient_id: number }; given: { archive: string; now: Date; limit_rows: number } }
  watched: { row: { id: number; source: string; patient_id: number; starts_at: Date; missing_since: Date | null }; given: { archive: string; patient_id: number; now: Date } }
  watch: { row: never; given: { archive: string; patient_id: number; appointments: string } }
  noteMissing: { row: never; given: { now: Date; id: number } }
  end: { row: { is_announced_here: boolean }; given: { now: Date; id: number; known_starts: readonly Date[] } }
  move: { row: { is_announced_here: boolean }; given: { appointment: string; id: number; old_starts_at: Date; known_starts: readonly Date[]; now: Date } }
  waiting: { row: { id: number; patient_id: number; kind: string; old_starts_at: Date; starts_at: Date; doctor_name: string; place: string; modality: string; reserved_group: string | null }; given: Record<never, never> }
  claim: { row: { id: number }; given: { now: Date; id: number } }
  purge: { row: { id: number }; given: { now: Date } }
  addReceived: { row: never; given: { patient_id: number; kind: string; old_starts_at: Date; starts_at: Date; doctor_name: string; place: string; modality: string; reserved_group: string | null; now: Date } }
}
