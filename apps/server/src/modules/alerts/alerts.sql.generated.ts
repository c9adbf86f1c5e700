/** The types of the statements in alerts.sql.ts, which `npm run sql` generates. */
export type AlertsSql = {
  active: { row: { id: number; name: string; text: string; color_id: number; status_id: number; updated_at: Date; color: string; primary_code: string; secundary_code: string }; given: Record<never, never> }
  all: { row: { id: number; name: string; text: string; color_id: number; status_id: number; updated_at: Date; color: string; primary_code: string; secundary_code: string }; given: Record<never, never> }
  one: { row: { id: number; name: string; text: string; color_id: number; status_id: number; updated_at: Date; color: string; primary_code: string; secundary_code: string }; given: { id: number } }
  colors: { row: { id: number; color: string; primary_code: string; secundary_code: string }; given: Record<never, never> }
  color: { row: { id: number; color: string; primary_code: string; secundary_code: string }; given: { id: number } }
  insert: { row: { id: number }; given: { name: string; text: string; color_id: number; status_id: number; now: Date } }
  update: { row: { id: number }; given: { name: string; text: string; color_id: number; status_id: number | null; now: Date; id: number; read_at: Date | null } }
  setStatus: { row: { id: number }; given: { status_id: number; now: Date; id: number; read_at: Date | null } }
  remove: { row: { id: number }; given: { ids: readonly number[] } }
}
