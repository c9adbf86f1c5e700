/** The steps of booking a procedure as a table; the address stores all choices. */

import type { PatientKind } from '@mi-portal/contract/booking/exam-catalogue'
import type { Procedure } from '@mi-portal/contract/booking/procedures'
import type { OfficeCode } from '@mi-portal/contract/booking/services'
import { applyInOrder } from '../exam-wizard/choice-order.rules.ts'

export interface ProcedureChoices {
  sucursal?: OfficeCode
  /** Whom the procedure is for; absent while not chosen, and for the user when there is no choice. */
  paciente?: number
  /** The kind of patient, where the record does not answer it. */
  tipo?: PatientKind
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
  /** Whether the patient is still to be chosen. */
  lacksPatient: boolean
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

function isProcedureChosen({ lacksPatient, procedure, downloaded }: ProcedureFacts): boolean {
  return !lacksPatient && procedure !== null && downloaded
}

const createBookingStep = (name: 'presencial' | 'callcenter'): StepRow => ({
  place: 3,
  isOpen: (facts) =>
    facts.choices.paso === name && isProcedureChosen(facts) && facts.procedure?.way_to_schedule === name,
  back: ({ paso: _, ...choices }) => choices,
})

export const procedureSteps: Readonly<Record<ProcedureStep, StepRow>> = {
  presencial: createBookingStep('presencial'),
  callcenter: createBookingStep('callcenter'),
  exam: {
    place: 2,
    isOpen: ({ choices }) => choices.sucursal !== undefined,
    back: ({ paciente }) => ({ paciente }),
  },
  branch: { place: 1, isOpen: () => true, back: () => null },
}
const furthestFirst = ['presencial', 'callcenter', 'exam', 'branch'] as const

/** Returns the furthest step that can be shown, given the choices so far. */
export function getProcedureStep(facts: ProcedureFacts): ProcedureStep {
  return furthestFirst.find((step) => procedureSteps[step].isOpen(facts)) ?? 'branch'
}

/** The choices in their order; a choice clears all later ones. */
const choiceOrder = ['sucursal', 'tipo', 'service_type', 'exam', 'paso'] as const

export function chooseProcedure<Name extends (typeof choiceOrder)[number]>(
  choices: ProcedureChoices,
  name: Name,
  value: ProcedureChoices[Name],
): ProcedureChoices {
  return applyInOrder(choiceOrder, choices, name, value)
}

/** Returns where CONTINUAR leads: to the free slots, or to another way of booking; null while something is missing. */
export function getNextAfterSheet(facts: ProcedureFacts): 'hours' | 'presencial' | 'callcenter' | null {
  if (!isProcedureChosen(facts) || facts.procedure === null) return null
  const { way_to_schedule } = facts.procedure
  return way_to_schedule === 'online' ? 'hours' : way_to_schedule
}
