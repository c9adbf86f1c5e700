/** The professionals whom a patient visited most recently and who can still be booked; each leads to their free slots. */
import type { Appointment } from '@mi-portal/contract/appointments/appointments'
import { santiago } from '@mi-portal/contract/values/dates'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { formatWeekday } from '../../lib/dates.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { join, Section } from '../../ui/layout/layout.tsx'
import { ProfessionalPhoto } from '../../ui/professional-photo.tsx'
import { RowArrow } from '../../ui/rows/row.tsx'
import { appointmentsQuery } from '../appointments/appointments.queries.ts'
import { selectionsQuery } from '../people/people.queries.ts'
import { professionalsQuery } from './booking.queries.ts'
import { ReservationLink } from './chooser/reservation-link.tsx'

/** Number of professionals that are shown. */
const most = 3

/** Tiles beside each other on phones, rows on desktops. */
const strip =
  'plain-list -mx-4 flex gap-2 overflow-x-auto px-4 pb-1 desktop:rows desktop:mx-0 desktop:block desktop:rounded-card desktop:bg-card desktop:py-1 desktop:shadow-e1'
const tile =
  'w-[260px] flex-none rounded-tile bg-card px-4 shadow-e1 desktop:w-auto desktop:rounded-none desktop:bg-transparent desktop:px-0 desktop:shadow-none'

interface UsualProfessionalsProps {
  patientId: number
  /** Whether they stand below each other on phones too. */
  asRows?: boolean
}

export function UsualProfessionals({ patientId, asRows }: UsualProfessionalsProps) {
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
    <Section
      title={<span id={titleId}>Tus profesionales</span>}
      aria-labelledby={titleId}
      className="content-start"
    >
      <ul className={asRows ? 'plain-list rows rounded-card bg-card px-4 py-1 shadow-e1' : strip}>
        {bookable.map(({ appointment, professional }, place) => (
          <li
            key={professional.rut}
            className={asRows ? undefined : join(tile, place === 2 && 'max-desktop:hidden')}
          >
            <ReservationLink
              choice={{ rut_professional: professional.rut, patient_id: patientId }}
              className="flex min-h-18 items-center gap-4 py-2 text-body no-underline desktop:hover:bg-page"
            >
              <ProfessionalPhoto
                name={professional.name}
                image={professional.doctor_image ?? appointment.doctor_image}
                size={56}
              />
              <span className="min-w-0 flex-1">
                <span className="block font-strong text-strong">{professional.name}</span>{' '}
                <span className="type-meta block text-muted">
                  {appointment.specialty} <NextFree at={professional.next_free} />
                </span>
              </span>
              <span className={asRows ? undefined : 'max-desktop:hidden'}>
                <RowArrow />
              </span>
            </ReservationLink>
          </li>
        ))}
      </ul>
    </Section>
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

/** Returns a moment of the next weeks briefly: «mié 2 · 09:15». */
function describeFree(at: string): string {
  const { day, time } = santiago(new Date(at))
  return `${formatWeekday(day)} ${Number(day.slice(8))} · ${time}`
}

function NextFree({ at }: { at: string | null }) {
  if (at === null) return <span className="block">Sin horas por ahora</span>
  return <span className="block font-strong text-success">{describeFree(at)}</span>
}
