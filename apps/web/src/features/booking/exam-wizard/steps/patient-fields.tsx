/** Asks for whom the exam is, and for the kind of patient only where the record does not answer it. */
import type { PatientKind } from '@mi-portal/contract/booking/exam-catalogue'
import { portal } from '../../../../lib/portal-config.ts'
import { ChoiceCards } from '../../../../ui/choice-cards.tsx'
import { SelectField } from '../../../../ui/select-field.tsx'
import type { ExamPeople } from '../wizard-people.queries.ts'

const { paediatric } = portal.ages
const kinds = [
  { value: 'pediatrica', label: 'Pediátrico', hint: `Menor de ${paediatric} años` },
  { value: 'adulto', label: 'Adulto', hint: `${paediatric} años o más` },
] as const

interface PatientFieldsProps {
  family: ExamPeople
  /** The chosen or known kind of patient. */
  kind: PatientKind | undefined
  kindError?: string | undefined
  onPatient(id: number): void
  onKind(kind: PatientKind): void
}

export function PatientFields({ family, kind, kindError, onPatient, onKind }: PatientFieldsProps) {
  const { people, lacksPatient } = family
  return (
    <>
      {(people.length > 1 || lacksPatient) && (
        <SelectField
          label="¿Para quién es el examen?"
          options={people}
          value={lacksPatient ? '' : String(family.patient.id)}
          onChange={(id) => onPatient(Number(id))}
        />
      )}
      {isAgeAsked(family) && (
        <ChoiceCards
          legend="Tipo de paciente"
          options={kinds}
          value={kind ?? null}
          onChange={onKind}
          error={kindError}
        />
      )}
    </>
  )
}

/** Returns whether the patient is chosen, and the record does not answer what depends on the age. */
export function isAgeAsked({ age, isPending, lacksPatient }: ExamPeople): boolean {
  return age === undefined && !isPending && !lacksPatient
}

/** Returns what is missing of the patient before the user can continue, or null. */
export function describeMissingPatient({ lacksPatient }: ExamPeople, kind: PatientKind | undefined) {
  if (lacksPatient) return 'Para continuar, elige para quién es el examen.'
  return kind === undefined ? 'Para continuar, elige el tipo de paciente.' : null
}

/** Returns what has to be chosen before the types of exams can be listed; undefined when nothing is missing. */
export function describeFirstChoice({ lacksPatient }: ExamPeople, kind: PatientKind | undefined) {
  if (kind !== undefined) return undefined
  return lacksPatient ? 'Elige primero para quién es el examen.' : 'Elige primero el tipo de paciente.'
}
