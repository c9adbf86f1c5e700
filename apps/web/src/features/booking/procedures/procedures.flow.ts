/** The steps of booking a procedure as a table; the address stores all choices. */

import type { Procedure } from '@mi-portal/contract/booking/procedures'
import type { OfficeCode } from '@mi-portal/contract/booking/services'

export interface ProcedureChoices {
  sucursal?: OfficeCode
  tipo?: 'ADULTO' | 'PEDIATRICO'
  /** Code of the category. */
  service_type?: string
  /** Code of the procedure. */
  exam?: string
  /** How the appointment is booked without slots, after the user has continued. */
  paso?: 'presencial' | 'callcenter'
}

export interface ProcedureFacts {
  choices: ProcedureChoices
  procedure: Procedure | null
  /** Whether the sheet of indications was downloaded. */
  downloaded: boolean
}

type ProcedureStep = 'branch' | 'exam' | 'presencial' | 'callcenter'

interface StepRow {
  place: 1 | 2 | 3
  isOpen(facts: ProcedureFacts): boolean
  /** Returns the choices that «Volver atrás» restores; null leads to the chooser. */
  back(choices: ProcedureChoices): ProcedureChoices | null
}

export function isComplete({ choices, procedure, downloaded }: ProcedureFacts): boolean {
  return choices.tipo !== undefined && procedure !== null && downloaded
}

const way = (name: 'presencial' | 'callcenter'): StepRow => ({
  place: 3,
  isOpen: (facts) =>
    facts.choices.paso === name && isComplete(facts) && facts.procedure?.way_to_schedule === name,
  back: ({ paso: _, ...choices }) => choices,
})

export const procedureSteps: Readonly<Record<ProcedureStep, StepRow>> = {
  presencial: way('presencial'),
  callcenter: way('callcenter'),
  exam: { place: 2, isOpen: ({ choices }) => choices.sucursal !== undefined, back: () => ({}) },
  branch: { place: 1, isOpen: () => true, back: () => null },
}
const furthestFirst = ['presencial', 'callcenter', 'exam', 'branch'] as const

/** Returns the furthest step that can be shown, given the choices so far. */
export function stepOf(facts: ProcedureFacts): ProcedureStep {
  return furthestFirst.find((step) => procedureSteps[step].isOpen(facts)) ?? 'branch'
}

/** The choices in their order; a choice clears all later ones. */
const order = ['sucursal', 'tipo', 'service_type', 'exam', 'paso'] as const

export function chooseProcedure<Name extends (typeof order)[number]>(
  choices: ProcedureChoices,
  name: Name,
  value: ProcedureChoices[Name],
): ProcedureChoices {
  const chosen: ProcedureChoices = { ...choices, [name]: value }
  for (const later of order.slice(order.indexOf(name) + 1)) delete chosen[later]
  return chosen
}

/** Returns where CONTINUAR leads: to the free slots, or to another way of booking; null while something is missing. */
export function afterSheet(facts: ProcedureFacts): 'hours' | 'presencial' | 'callcenter' | null {
  if (!isComplete(facts) || facts.procedure === null) return null
  const { way_to_schedule } = facts.procedure
  return way_to_schedule === 'online' ? 'hours' : way_to_schedule
}
