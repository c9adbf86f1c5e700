import { admissionErrorOf, budgetForm, interventionNeeds } from '@mi-portal/contract/budgets'
import { dayOf } from '@mi-portal/contract/values/dates'
import * as z from 'zod/mini'
import { now } from '../../lib/clock.ts'

/** The values of the fields, all as text. */
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

/** The form's rules and the rule that depends on today's date. */
export const budgetSchema = budgetForm.check(
  z.check(({ value, issues }) => {
    const message = admissionErrorOf(value.fecha_estimada, dayOf(now()))
    if (message) issues.push({ code: 'custom', message, path: ['fecha_estimada'], input: value })
  }),
)

/** Clears the fields that the type of intervention does not have. */
export function withoutHidden(values: BudgetValues): BudgetValues {
  const needs = interventionNeeds(values.id_intervencion)
  return {
    ...values,
    c_prevision: needs.forecast ? values.c_prevision : '',
    h_pabellon: needs.hours ? values.h_pabellon : '',
  }
}
