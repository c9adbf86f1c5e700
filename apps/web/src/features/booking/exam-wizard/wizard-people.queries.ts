import { joinName } from '@mi-portal/contract/fields/full-name'
import { ageOn } from '@mi-portal/contract/values/dates'
import { useQuery } from '@tanstack/react-query'
import { today } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { groupQuery } from '../../family/family.queries.ts'
import { personQuery } from '../../people/people.queries.ts'
import { delegatedQuery } from '../../people/visible-people.queries.ts'

/** The patient of the exam. */
export interface ExamPatient {
  id: number
  /** Absent when the patient is the user. */
  member?: {
    first_name: string
    last_name: string
    second_name?: string | null
    /** The document of a group member; that of an adult who gave the user access is not known. */
    document_type_id?: number
    document_number?: string
  }
}

/**
 * Returns the user and the people they may book for: the group members and the adults who gave them access, and the patient that the
 * address names. The patient must be chosen when the address names a person who is none of them, and with others also when it names no
 * person.
 */
export function usePeople(chosenId: number | undefined) {
  const user = useCurrentUser()
  const ownId = user?.id ?? 0
  const group = useQuery({ ...groupQuery({ patientId: ownId, asStaff: false }), enabled: user !== null })
  const access = useQuery({ ...delegatedQuery, enabled: user !== null })
  const members = (group.data ?? []).filter(({ may_book }) => may_book)
  const isMember = (id: number) => members.some(({ family_patient }) => family_patient.id === id)
  const delegated = (access.data ?? []).filter(({ id, may_book }) => may_book && !isMember(id))
  const others = [...members.map(({ family_patient }) => family_patient), ...delegated]
  const membership = members.find(({ family_patient }) => family_patient.id === chosenId)
  const other = others.find(({ id }) => id === chosenId)
  // Without others the exam is for the user, unless the address names another person.
  const named = chosenId ?? (others.length === 0 ? ownId : undefined)
  const lacksPatient = other === undefined && named !== ownId
  const isAdult = other !== undefined && membership?.family_patient.is_a_minor !== true
  const isListPending = group.isLoading || access.isLoading
  const person = useQuery({
    ...personQuery(other?.id ?? ownId),
    // The birth date is in the record of the user and of the children whose record the user may see.
    enabled:
      user !== null &&
      !isListPending &&
      !lacksPatient &&
      !isAdult &&
      (membership === undefined || membership.button_status),
  })
  return {
    isPending: isListPending || person.isLoading,
    /** The patient's age in years; undefined where the user may not know it. Of another adult it is at least the age of majority. */
    age: isAdult ? portal.ages.adult : readAge(person.data?.date_birth),
    /** The first name of a patient who is not the user. */
    name: other?.first_name,
    people: [
      { id: ownId, name: `${user?.first_name ?? ''} (tú)` },
      ...others.map(({ id, first_name, last_name }) => ({ id, name: joinName(first_name, last_name) })),
    ],
    patient: describePatient(ownId, membership?.family_patient, other),
    lacksPatient,
  }
}

export type ExamPeople = ReturnType<typeof usePeople>

type Named = { id: number; first_name: string; last_name: string }

function describePatient(
  ownId: number,
  member: (Named & { document_type: { id: number }; document_number: string }) | undefined,
  other: Named | undefined,
): ExamPatient {
  if (member) return { id: member.id, member: { ...member, document_type_id: member.document_type.id } }
  return other ? { id: other.id, member: other } : { id: ownId }
}

function readAge(birth: string | null | undefined): number | undefined {
  return birth ? ageOn(birth, today()) : undefined
}
