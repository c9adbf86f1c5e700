import { joinName } from '@mi-portal/contract/full-name'
import { ageOn } from '@mi-portal/contract/values/dates'
import { useQuery } from '@tanstack/react-query'
import { today } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { groupQuery } from '../../family/family.queries.ts'
import { personQuery } from '../../people/people.queries.ts'
import type { Choices } from './exam-wizard.flow.ts'

/** The patient of the exam. */
export interface ExamPatient {
  id: number
  /** Absent when the patient is the user. */
  member?: {
    document_type_id: number
    document_number: string
    first_name: string
    last_name: string
    second_name?: string | null
  }
}

/**
 * Returns the user and the group members they may book for, and the patient that the address names. The patient must be chosen when
 * the address names another person, such as an adult who gave the user access, and with members also when it names no person.
 */
export function usePeople(choices: Choices) {
  const user = useCurrentUser()
  const ownId = user?.id ?? 0
  const group = useQuery({
    ...groupQuery({ patientId: ownId, asStaff: false }),
    enabled: user !== null,
  })
  const bookable = (group.data ?? []).filter(({ may_book }) => may_book)
  const members = bookable.map((one) => one.family_patient)
  const membership = bookable.find(({ family_patient }) => family_patient.id === choices.paciente)
  const member = membership?.family_patient
  // Without members the exam is for the user, unless the address names another person.
  const named = choices.paciente ?? (members.length === 0 ? ownId : undefined)
  const patient: ExamPatient = member
    ? { id: member.id, member: { ...member, document_type_id: member.document_type.id } }
    : { id: ownId }
  const lacksPatient = member === undefined && named !== ownId
  // The birth date is in the record of the user and of the children whose record the user may see.
  const isRecordOpen = !lacksPatient && (membership === undefined || membership.button_status)
  const person = useQuery({
    ...personQuery(patient.id),
    enabled: user !== null && !group.isLoading && isRecordOpen && member?.is_a_minor !== false,
  })
  return {
    isPending: group.isLoading || person.isLoading,
    /** The patient's age in years; undefined where the user may not know it. Of an adult member it is at least the age of majority. */
    age: readAge(person.data?.date_birth, !lacksPatient && member?.is_a_minor === false),
    name: member?.first_name,
    people: [
      { id: ownId, name: `${user?.first_name ?? ''} (tú)` },
      ...members.map(({ id, first_name, last_name }) => ({ id, name: joinName(first_name, last_name) })),
    ],
    patient,
    lacksPatient,
  }
}

function readAge(birth: string | null | undefined, isAdult: boolean): number | undefined {
  if (isAdult) return portal.ages.adult
  return birth ? ageOn(birth, today()) : undefined
}
