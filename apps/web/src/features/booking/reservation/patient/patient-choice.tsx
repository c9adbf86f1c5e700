import type { Slot } from '@mi-portal/contract/booking/slots'
import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { today } from '../../../../lib/dates.ts'
import type { CurrentUser } from '../../../../lib/session.ts'
import { Initials } from '../../../../ui/initials.tsx'
import { LoadError } from '../../../../ui/load-error.tsx'
import { RowSkeletons } from '../../../../ui/skeletons.tsx'
import { groupQuery } from '../../../family/family.queries.ts'
import { delegatedQuery } from '../../../people/visible-people.queries.ts'
import { busyTimesQuery } from '../../booking.queries.ts'
import { describeClashes, findClashes } from '../../slots/clashes.rules.ts'
import { dayOfSlot } from '../../slots/free-slots.rules.ts'
import classes from '../options.module.css'
import { useBookablePeople } from './bookable-people.queries.ts'

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  [first_name, last_name].filter(Boolean).join(' ')

/** Returns the name of the user, of a group member or of an adult who gave the user access; empty while it is loading. */
export function usePersonName(user: CurrentUser, patientId: number): string {
  const { data = [] } = useQuery(groupQuery({ patientId: user.id, asStaff: false }))
  const { data: delegated = [] } = useQuery(delegatedQuery)
  if (patientId === user.id) return `${user.first_name} (tú)`
  const member = data.find(({ family_patient }) => family_patient.id === patientId)?.family_patient
  const person = member ?? delegated.find(({ id }) => id === patientId)
  return person ? nameOf(person) : ''
}

/** Lets the user choose the patient: themselves, a member of the group, or an adult who lets them book in a delegated access. */
export function PatientChoice(props: {
  user: CurrentUser
  /** The slot that is to be booked, when known. */
  slot?: Slot
  onChoose(patientId: number): unknown
}) {
  const { user, slot, onChoose } = props
  const { group, members, delegated, isPending } = useBookablePeople(user)
  const { data: busyTimes = [] } = useQuery({
    ...busyTimesQuery(slot ? dayOfSlot(slot) : today()),
    enabled: slot !== undefined,
  })
  const clashOf = (patientId: number) =>
    slot ? describeClashes(findClashes(slot, busyTimes, { userId: user.id, patientId }), user.id) : null
  if (isPending) return <RowSkeletons count={2} />
  return (
    <>
      <ul className={classes.list}>
        <Person
          id={user.id}
          name={user.first_name}
          line="Para ti"
          clash={clashOf(user.id)}
          onChoose={onChoose}
        />
        {members.map(({ family_patient, type_relationship }) => (
          <Person
            key={family_patient.id}
            id={family_patient.id}
            name={nameOf(family_patient)}
            line={
              family_patient.is_a_minor
                ? type_relationship.name
                : `${type_relationship.name}. Verás solo esta hora, y le avisaremos.`
            }
            clash={clashOf(family_patient.id)}
            onChoose={onChoose}
          />
        ))}
        {delegated.map((person) => (
          <Person
            key={person.id}
            id={person.id}
            name={nameOf(person)}
            line="Te dio acceso a sus horas. Le avisaremos."
            clash={clashOf(person.id)}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {group.isError && <LoadError error={group.error} onRetry={group.refetch} retrying={group.isFetching} />}
    </>
  )
}

interface PersonProps {
  id: number
  name: string
  line: string
  /** Why the slot does not suit that person; null when it does. */
  clash: string | null
  onChoose(id: number): unknown
}

function Person(props: PersonProps) {
  return (
    <li>
      <button
        type="button"
        className={classes.option}
        disabled={props.clash !== null}
        onClick={() => props.onChoose(props.id)}
      >
        <Initials name={props.name} size={50} />
        <span className={classes.words}>
          <span className={classes.name}>{props.name}</span>{' '}
          <span className={classes.line}>
            {props.clash === null ? props.line : `${props.clash} a esa misma hora`}
          </span>
        </span>
        <IconChevronRight size={22} stroke={1.75} aria-hidden />
      </button>
    </li>
  )
}
