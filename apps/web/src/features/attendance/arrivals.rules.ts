import {
  type ArrivalState,
  type Attendance,
  arrivalStates,
  type ExpectedAppointment,
  getArrivalState,
  getLatestStart,
} from '@mi-portal/contract/attendance'
import type { Order } from '@mi-portal/contract/calls/paging'
import { removeAccents } from '@mi-portal/contract/fields/accents'
import { readPhones } from '@mi-portal/contract/values/phone'
import { IconCheck, IconCircleCheck, IconClock, IconDoorEnter, IconUserX } from '@tabler/icons-react'

/** Returns what staff may record of an appointment now, the most likely first. */
export function listRecordable(
  { starts_at, attendance }: Pick<ExpectedAppointment, 'starts_at' | 'attendance'>,
  now: Date,
): readonly Attendance[] {
  const starts = Date.parse(starts_at)
  const hasBegun = starts <= now.getTime()
  if (attendance === 'attended' || attendance === 'missed') return []
  if (attendance === 'arrived') return hasBegun ? ['attended', 'missed'] : []
  if (hasBegun) return ['arrived', 'attended', 'missed']
  return starts <= getLatestStart(now, 'arrived', null).getTime() ? ['arrived'] : []
}

/** The colours of the states on every screen of staff. */
export const attendanceLooks = { arrived: 'imaging', attended: 'success', missed: 'error' } as const

export const arrivalLooks = {
  unconfirmed: { look: 'neutral', icon: IconClock },
  confirmed: { look: 'info', icon: IconCheck },
  arrived: { look: attendanceLooks.arrived, icon: IconDoorEnter },
  attended: { look: attendanceLooks.attended, icon: IconCircleCheck },
  missed: { look: attendanceLooks.missed, icon: IconUserX },
} as const

export function describeAge(age: number): string {
  if (age === 0) return 'menos de 1 año'
  return age === 1 ? '1 año' : `${age} años`
}

export interface ArrivalFilter {
  state: ArrivalState | undefined
  specialty: string
  professional: string
  /** Words of the name, or document or phone in any spelling. */
  text: string
}

/** Returns the text in small letters and digits only. */
const compact = (text: string) =>
  removeAccents(text)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')

function mentions({ patient_full_name, document, phone }: ExpectedAppointment, text: string): boolean {
  const name = compact(patient_full_name)
  const searched = compact(text)
  if (text.split(/[\s,]+/u).every((word) => name.includes(compact(word)))) return true
  return (
    compact(document).includes(searched) ||
    [searched, ...readPhones(text)].some((digits) => compact(phone ?? '').includes(digits))
  )
}

export function filterArrivals(
  appointments: readonly ExpectedAppointment[],
  { state, specialty, professional, text }: ArrivalFilter,
): ExpectedAppointment[] {
  return appointments.filter(
    (one) =>
      (state === undefined || getArrivalState(one) === state) &&
      (specialty === '' || one.specialty === specialty) &&
      (professional === '' || one.doctor_name === professional) &&
      (text.trim() === '' || mentions(one, text)),
  )
}

const sortValues = {
  hora: ({ starts_at }: ExpectedAppointment) => starts_at,
  paciente: ({ patient_full_name }: ExpectedAppointment) => patient_full_name,
  profesional: ({ doctor_name }: ExpectedAppointment) => doctor_name,
  estado: (one: ExpectedAppointment) => String(arrivalStates.indexOf(getArrivalState(one))),
}
type ArrivalColumn = keyof typeof sortValues

/** The columns by which arrivals are sorted. */
export const arrivalColumns = Object.keys(sortValues) as ArrivalColumn[]

/** Returns the appointments in the order of a column; `-` before its name reverses it. Equal ones stay in the order of their hours. */
export function sortArrivals(
  appointments: readonly ExpectedAppointment[],
  order: Order<ArrivalColumn>,
): readonly ExpectedAppointment[] {
  const readValue = sortValues[order.replace('-', '') as ArrivalColumn]
  const direction = order.startsWith('-') ? -1 : 1
  return appointments.toSorted(
    (one, other) => direction * readValue(one).localeCompare(readValue(other), 'es'),
  )
}
