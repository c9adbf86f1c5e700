import { IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CurrentUser } from '../../../lib/session.ts'
import { Initials } from '../../../ui/initials.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { RowSkeletons } from '../../../ui/skeletons.tsx'
import { groupQuery } from '../../family/family.queries.ts'
import classes from './options.module.css'

function useGroup(user: CurrentUser) {
  return useQuery(groupQuery({ patientId: user.id, asStaff: false }))
}

const nameOf = ({ first_name, last_name }: { first_name: string; last_name: string }) =>
  [first_name, last_name].filter(Boolean).join(' ')

/** What somebody of the group, or oneself, is called; empty while it is not known. */
export function usePersonName(user: CurrentUser, patientId: number): string {
  const { data = [] } = useGroup(user)
  if (patientId === user.id) return `${user.first_name} (tú)`
  const member = data.find(({ family_patient }) => family_patient.id === patientId)
  return member ? nameOf(member.family_patient) : ''
}

/** Oneself, the children and the adults of the group for whom hours may be booked. */
export function PersonChoice({
  user,
  onChoose,
}: {
  user: CurrentUser
  onChoose(patientId: number): unknown
}) {
  const group = useGroup(user)
  if (group.isPending) return <RowSkeletons count={2} />
  const members = (group.data ?? []).filter(({ may_book }) => may_book)
  return (
    <>
      <ul className={classes.list}>
        <Person id={user.id} name={user.first_name} line="Para ti" onChoose={onChoose} />
        {members.map(({ family_patient, type_relationship }) => (
          <Person
            key={family_patient.id}
            id={family_patient.id}
            name={nameOf(family_patient)}
            line={
              family_patient.is_a_minor
                ? type_relationship.name
                : `${type_relationship.name}. Verás sólo esta hora, y le avisaremos por correo.`
            }
            onChoose={onChoose}
          />
        ))}
      </ul>
      {group.isError && (
        <LoadError message={group.error.message} onRetry={group.refetch} retrying={group.isFetching} />
      )}
    </>
  )
}

function Person(props: { id: number; name: string; line: string; onChoose(id: number): unknown }) {
  return (
    <li>
      <button type="button" className={classes.option} onClick={() => props.onChoose(props.id)}>
        <Initials name={props.name} size={50} />
        <span className={classes.words}>
          <span className={classes.name}>{props.name}</span>{' '}
          <span className={classes.line}>{props.line}</span>
        </span>
        <IconChevronRight size={22} stroke={1.75} aria-hidden />
      </button>
    </li>
  )
}
