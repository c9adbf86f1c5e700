/** The professionals whom a patient visited most recently and who can still be booked; each leads to their free slots. */
import type { Appointment } from '@mi-portal/contract/appointments'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatShortTimestamp } from '../../lib/dates.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { ProfessionalPhoto } from '../../ui/professional-photo.tsx'
import { appointmentsQuery } from '../appointments/appointments.queries.ts'
import { selectionsQuery } from '../people/people.queries.ts'
import { professionalsQuery } from './booking.queries.ts'
import { ReservationLink } from './chooser/reservation-link.tsx'
import classes from './usual-professionals.module.css'

/** Number of professionals that are shown. */
const most = 3

export function UsualProfessionals({ patientId }: { patientId: number }) {
  const titleId = useId()
  const ownId = useCurrentUser()?.id
  // The appointments of an adult for whom the user may only book are not the user's to see.
  const { data: people = [] } = useQuery({ ...selectionsQuery, enabled: patientId !== ownId })
  const enabled = patientId === ownId || people.some(({ id }) => id === patientId)
  const past = useQuery({ ...appointmentsQuery(patientId, 'history', 1), enabled })
  const upcoming = useQuery({ ...appointmentsQuery(patientId, 'upcoming', 1), enabled })
  const visited = findVisited([...(past.data?.appointments ?? []), ...(upcoming.data?.appointments ?? [])])
  const offered = useQueries({
    queries: visited.map(({ rut_professional }) => professionalsQuery({ rut_professional })),
  })
  const bookable = visited.flatMap((appointment, index) => {
    const professional = offered[index]?.data?.find(({ rut }) => rut === appointment.rut_professional)
    return professional ? [{ appointment, professional }] : []
  })
  if (bookable.length === 0) return null
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <h2 id={titleId}>Tus profesionales</h2>
      <ul className={classes.list}>
        {bookable.map(({ appointment, professional }) => (
          <li key={professional.rut}>
            <ReservationLink
              choice={{ rut_professional: professional.rut, patient_id: patientId }}
              className={`portal-card ${classes.professional}`}
            >
              <ProfessionalPhoto
                name={professional.name}
                image={professional.doctor_image ?? appointment.doctor_image}
                size={44}
              />
              <span className={classes.words}>
                <span className={classes.name}>{professional.name}</span>{' '}
                <span className={classes.line}>{appointment.specialty}</span>{' '}
                <span className={classes.line}>{describeNext(professional.next_free)}</span>
              </span>
            </ReservationLink>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the first of these appointments with each of the first professionals. */
function findVisited(appointments: readonly Appointment[]): Appointment[] {
  const byProfessional = new Map<string, Appointment>()
  for (const appointment of appointments)
    if (appointment.rut_professional !== '' && !byProfessional.has(appointment.rut_professional))
      byProfessional.set(appointment.rut_professional, appointment)
  return [...byProfessional.values()].slice(0, most)
}

function describeNext(next: string | null): string {
  if (next === null) return 'Sin horas libres por ahora'
  return `Próxima: ${formatShortTimestamp(next)}`
}
