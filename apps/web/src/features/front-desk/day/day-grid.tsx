/** Shows a day of a site, a column for each professional. */
import { arrivalStateNames, getArrivalState } from '@mi-portal/contract/attendance'
import type { DayAppointment, DaySlot, ProfessionalDay } from '@mi-portal/contract/front-desk'
import type { Day } from '@mi-portal/contract/values/dates'
import { today } from '../../../lib/dates.ts'
import { ProfessionalPhoto } from '../../../ui/professional-photo.tsx'
import { TextLink } from '../../../ui/text-link.tsx'
import { getDuration, getLocalTime } from '../../agenda/agenda.rules.ts'
import { CalendarGrid, type GridEntry } from '../../agenda/grid/calendar-grid.tsx'
import { toFreeEntry } from '../../agenda/week/week-grid.tsx'
import { arrivalLooks } from '../../attendance/arrivals.rules.ts'

export interface DayGridProps {
  day: Day
  professionals: readonly ProfessionalDay[]
  onAppointment(appointment: DayAppointment): void
  /** Absent for staff who do not book. */
  onFree?: ((slot: DaySlot, professional: ProfessionalDay) => void) | undefined
}

export function DayGrid({ day, professionals, onAppointment, onFree }: DayGridProps) {
  return (
    <CalendarGrid
      isOneDay
      headHeight={9}
      columnWidth={10.5}
      columns={professionals.map((professional) => ({
        ...{ id: String(professional.id), day, blocks: professional.blocks, isToday: day === today() },
        heading: <Heading day={day} professional={professional} />,
        entries: [
          ...professional.appointments.map((appointment) => toEntry(appointment, onAppointment)),
          ...professional.free.map((slot) =>
            toFreeEntry(slot, onFree && ((one) => onFree(one, professional))),
          ),
        ].toSorted((one, other) => one.starts_at.localeCompare(other.starts_at)),
      }))}
    />
  )
}

const colours = {
  neutral: 'border-line-strong bg-sub text-body',
  info: 'border-line-strong bg-soft text-on-soft',
  imaging: 'border-line-strong bg-glaciar-soft text-glaciar',
  success: 'border-line-strong bg-success-soft text-success',
  error: 'border-line-strong bg-error-soft text-error',
} as const

/** An appointment that is shorter has one line. */
const minutesOfTwoLines = 17

function toEntry(appointment: DayAppointment, onOpen: DayGridProps['onAppointment']): GridEntry {
  const state = getArrivalState(appointment)
  const { look, icon: Icon } = arrivalLooks[state]
  const { id_appointment, starts_at, ends_at, patient_full_name, outside } = appointment
  const isShort = getDuration(appointment) < minutesOfTwoLines
  return {
    ...{ id: `booked ${id_appointment}`, starts_at, ends_at, look: 'booked', colours: colours[look] },
    content: (
      <>
        <span className="flex items-center justify-between gap-1">
          <span className="min-w-0 truncate">
            {getLocalTime(starts_at)}{' '}
            <span className={isShort ? 'portal-hidden' : undefined}>· {arrivalStateNames[state]}</span>
            {isShort && <b> {patient_full_name}</b>}
          </span>
          <Icon size={16} stroke={1.75} className="flex-none" aria-hidden />
        </span>{' '}
        {!isShort && <b className="block truncate">{patient_full_name}</b>}
        {outside && <span className="block font-strong text-attention"> Fuera de calendario</span>}
      </>
    ),
    onOpen: () => onOpen(appointment),
  }
}

function Heading({ day, professional }: { day: Day; professional: ProfessionalDay }) {
  const { id, name, doctor_image, specialties, free, appointments } = professional
  return (
    <span className="grid w-full justify-items-start text-left">
      <span className="flex items-center gap-2">
        <ProfessionalPhoto name={name} image={doctor_image} size={36} />
        <span className="type-meta text-muted">{countFree(free.length, appointments.length)}</span>
      </span>
      <TextLink
        to="/admin/agenda"
        search={{ profesional: id, desde: day }}
        aria-label={`${name}: ver su semana`}
        className="type-meta grid min-h-11 content-center font-strong"
      >
        {name}
      </TextLink>
      <span className="type-meta text-muted">{specialties.join(', ')}</span>
    </span>
  )
}

function countFree(free: number, booked: number): string {
  if (free > 0) return free === 1 ? '1 libre' : `${free} libres`
  return booked > 0 ? 'Sin horas libres' : 'Sin atención'
}
