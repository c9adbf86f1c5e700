/** The types of the statements in quotes.sql.ts, which `npm run sql` generates. */
export type QuotesSql = {
  interventions: { row: { id: number; nombre: string }; given: Record<never, never> }
  forecasts: { row: { id: number; nombre: string }; given: Record<never, never> }
  physicians: { row: { id: number; nombre: string }; given: Record<never, never> }
  insert: { row: { id: number }; given: { requester_id: number; patient_id: number; now: Date; due_at: Date; fields: string } }
  answer: { row: { id: number }; given: { text: string; answered_by: number; now: Date; id: number } }
  list: { row: { id: number; intervention_id: number; intervention_name: string; forecast_name: string | null; medico_tratante: string; fecha_estimada: string; h_pabellon: number | null; comentarios: string; autoriza_contacto: boolean; state: string; comentario_ejecutivo: string | null; created_at: Date; due_at: Date }; given: { patient_id: number; requester_id: number | null; limit_rows: number; offset_rows: number } }
  count: { row: { count: number }; given: { patient_id: number; requester_id: number | null } }
  one: { row: { id: number; intervention_id: number; intervention_name: string; forecast_name: string | null; medico_tratante: string; fecha_estimada: string; h_pabellon: number | null; comentarios: string; autoriza_contacto: boolean; state: string; comentario_ejecutivo: string | null; created_at: Date; due_at: Date }; given: { id: number } }
}
