import { IconCalendar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { formatPlannedDay, formatTime } from '../../../lib/dates.ts'
import { Row, RowArrow, RowLink } from '../../../ui/rows/row.tsx'
import { agendaQuery } from '../appointments.queries.ts'

/** The next appointment of a person whom the user may see, as a row; nothing if there is none. */
export function NextOfPerson({ ownId, patientId }: { ownId: number; patientId: number }) {
  const { data: all } = useQuery(agendaQuery(ownId, 'all', 'upcoming', 1))
  const isOfPerson = ({ patient_id }: { patient_id: number }) => patient_id === patientId
  const found = all?.appointments.find(isOfPerson)
  // The first page of a large family may end before the appointment of this person.
  const isOnLaterPage = all !== undefined && !found && all.appointments.length < all.count_appointment
  const { data: ofPerson } = useQuery({
    ...agendaQuery(ownId, patientId, 'upcoming', 1),
    enabled: isOnLaterPage && all.people.some(({ id }) => id === patientId),
  })
  const next = found ?? ofPerson?.appointments.find(isOfPerson)
  if (!next) return null
  return (
    <ul className="plain-list border-t border-line">
      <Row
        lead={<IconCalendar size={20} stroke={1.75} className="text-muted" aria-hidden />}
        meta={next.specialty}
        side={<RowArrow />}
      >
        <RowLink
          to="/dashboard/consultas-medicas/hora/$id_appointment"
          params={{ id_appointment: String(next.id_appointment) }}
          search={{ patient_id: patientId }}
        >
          {formatPlannedDay(next.date)} · {formatTime(next.hour)}
        </RowLink>
      </Row>
    </ul>
  )
}
