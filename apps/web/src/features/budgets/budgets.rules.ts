import { budgetForm, interventionNeeds } from '@mi-portal/contract/budgets'
import type * as z from 'zod/mini'

/** What the fields hold: everything as text. */
export type BudgetValues = z.input<typeof budgetForm>

export const budgetFields = [
  'id_intervencion',
  'c_prevision',
  'h_pabellon',
  'fecha_estimada',
  'medico_tratante',
  'comentarios',
] as const

export const emptyBudget: BudgetValues = {
  id_intervencion: '',
  c_prevision: '',
  h_pabellon: '',
  fecha_estimada: '',
  medico_tratante: '',
  comentarios: '',
  autoriza_contacto: 'Si',
}

export const budgetSchema = budgetForm

/** What the type of intervention does not ask for goes with its field. */
export function withoutHidden(values: BudgetValues): BudgetValues {
  const needs = interventionNeeds(values.id_intervencion)
  return {
    ...values,
    c_prevision: needs.forecast ? values.c_prevision : '',
    h_pabellon: needs.hours ? values.h_pabellon : '',
  }
}
