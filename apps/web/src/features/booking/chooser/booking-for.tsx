import { joinName } from '@mi-portal/contract/full-name'
import { useQuery } from '@tanstack/react-query'
import { useCurrentUser } from '../../../lib/session.ts'
import { groupQuery } from '../../family/family.queries.ts'
import classes from './chooser.module.css'

/** Says for which group member the booking is. */
export function BookingFor({ patientId }: { patientId: number }) {
  const user = useCurrentUser()
  const { data = [] } = useQuery(groupQuery({ patientId: user?.id ?? 0, asStaff: false }))
  const member = data.find(({ family_patient }) => family_patient.id === patientId)
  if (!member) return null
  const { first_name, last_name } = member.family_patient
  return (
    <p className={classes.bookingFor}>
      La hora es para <strong>{joinName(first_name, last_name)}</strong>.
    </p>
  )
}
