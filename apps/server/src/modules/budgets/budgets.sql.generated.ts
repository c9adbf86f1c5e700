/** The types of the statements in budgets.sql.ts, which `npm run sql` generates. */
export type BudgetsSql = {
  interventions: { row: { id: number; nombre: string }; given: Record<never, never> }
  forecasts: { row: { id: number; nombre: string }; given: Record<never, never> }
  physicians: { row: { id: number; nombre: string }; given: Record<never, never> }
  insert: { row: { id: number }; given: { requester_id: number | null; patient_id: number; intervention_type_id: number; forecast_id: number | null; medico_tratante: string; fecha_estimada: string; h_pabellon: number | null; comentarios: string; autoriza_contacto: boolean; now: Date; due_at: Date } }
  list: { row: { id: number; intervention_id: number; intervention_name: string; forecast_name: string | null; medico_tratante: string; fecha_estimada: string; h_pabellon: number | null; comentarios: string; autoriza_contacto: boolean; state: string; comentario_ejecutivo: string | null; created_at: Date; due_at: Date }; given: { patient_id: number; requester_id: number | null; limit_rows: number; offset_rows: number } }
  count: { row: { count: number }; given: { patient_id: number; requester_id: number | null } }
  one: { row: { id: number; intervention_id: number; intervention_name: string; forecast_name: string | null; medico_tratante: string; fecha_estimada: string; h_pabellon: number | null; comentarios: string; autoriza_contacto: boolean; state: string; comentario_ejecutivo: string | null; created_at: Date; due_at: Date }; given: { id: number } }
  answer: { row: { id: number }; given: { comentario_ejecutivo: string; answered_by: number; now: Date; id: number } }
}
