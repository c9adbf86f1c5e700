/** The types of the statements in quotes.sql.ts, which `npm run sql` generates. */
export type QuotesSql = {
  interventions: { row: { id: number; nombre: string }; given: Record<never, never> }
  forecasts: { row: { id: number; nombre: string }; given: Record<never, never> }
  physicians: { row: { id: number; nombre: string }; given: Record<never, never> }
  insert: { row: { id: number }; given: { requester_id: number; patient_id: number; now: Date; due_at: Date; fields: string } }
  answer: { row: { id: number }; given: { text: string; answered_by: number; now: Date; id: number } }
  state: { row: never; given: { state: string; answered_at: Date | null; id: number } }
  list: { row: { id: number; intervention_id: number; intervention_name: string; forecast_name: string | null; medico_tratante: string; fecha_estimada: string; h_pabellon: number | null; comentarios: string; autoriza_contacto: boolean; state: string; comentario_ejecutivo: string | null; created_at: Date; requester_id: number; due_at: Date; is_closed: boolean; is_unread: boolean }; given: { patient_id: number; requester_id: number | null; limit_rows: number; offset_rows: number } }
  count: { row: { count: number }; given: { patient_id: number; requester_id: number | null } }
  one: { row: { id: number; intervention_id: number; intervention_name: string; forecast_name: string | null; medico_tratante: string; fecha_estimada: string; h_pabellon: number | null; comentarios: string; autoriza_contacto: boolean; state: string; comentario_ejecutivo: string | null; created_at: Date }; given: { id: number } }
}
