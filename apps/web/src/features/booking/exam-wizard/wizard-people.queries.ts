import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../../lib/session.ts'
import { groupQuery } from '../../family/family.queries.ts'
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
  const members = (group.data ?? []).filter(({ may_book }) => may_book).map((one) => one.family_patient)
  const member = members.find(({ id }) => id === choices.paciente)
  // Without members the exam is for the user, unless the address names another person.
  const named = choices.paciente ?? (members.length === 0 ? ownId : undefined)
  const patient: ExamPatient = member
    ? { id: member.id, member: { ...member, document_type_id: member.document_type.id } }
    : { id: ownId }
  return {
    isPending: group.isLoading,
    people: [
      { id: ownId, name: `${user?.first_name ?? ''} (tú)` },
      ...members.map(({ id, first_name, last_name }) => ({ id, name: `${first_name} ${last_name}`.trim() })),
    ],
    patient,
    lacksPatient: member === undefined && named !== ownId,
  }
}
