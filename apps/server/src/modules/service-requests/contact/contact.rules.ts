import { isDay, santiago, showDay } from '@mi-portal/contract/values/dates'
import { formatRun } from '@mi-portal/contract/values/run'
import { toFacts } from '../service-requests.rules.ts'

type ImagingContact = {
  readonly name: string
  readonly lastName: string
  readonly rut: string
  readonly email: string
  readonly phone: string
}

export type ImagingDetails = (ImagingContact | Partial<Record<keyof ImagingContact, undefined>>) & {
  readonly questions: readonly { readonly question: string; readonly answer: 'Sí' | 'No' }[]
}

export type BookedAppointment = {
  readonly starts_at: string
  readonly doctor_name: string
  readonly place: string
  readonly state: 'booked' | 'cancelled'
  readonly order_name: string | null
}

export const askedFields = {
  branch: 'Sucursal',
  exam_date: 'Fecha del examen',
  exam_type: 'Tipo de examen',
  exam_name: 'Nombre del examen',
} as const

type AskedField = keyof typeof askedFields
type Described = Readonly<Record<AskedField, string | null>> & {
  readonly imaging: ImagingDetails | null
  readonly appointment: BookedAppointment | null
}

function describeAppointment({ starts_at, doctor_name, place, state }: BookedAppointment) {
  const { day, time } = santiago(new Date(starts_at))
  const text = `${showDay(day)}, ${time} h, ${doctor_name}, ${place}`
  return state === 'cancelled' ? `${text} (cancelada)` : text
}

export function describeContact(
  { imaging, appointment, ...contact }: Described,
  siteName: (code: string) => string,
) {
  const shown: Partial<Record<AskedField, (stored: string) => string>> = {
    branch: siteName,
    exam_date: (day) => (isDay(day) ? showDay(day) : day),
  }
  const asked = (Object.keys(askedFields) as AskedField[]).map((field) => {
    const stored = contact[field]
    return [askedFields[field], stored && (shown[field]?.(stored) ?? stored)] as const
  })
  return toFacts([
    ...asked,
    ['Hora reservada', appointment && describeAppointment(appointment)],
    ['Orden médica', appointment && (appointment.order_name ?? 'Sin adjuntar')],
    ...(imaging === null
      ? []
      : ([
          ['Nombre', `${imaging.name ?? ''} ${imaging.lastName ?? ''}`.trim()],
          ['RUT', imaging.rut && formatRun(imaging.rut)],
          ['E-mail', imaging.email],
          ['Teléfono', imaging.phone],
          ...imaging.questions.map(({ question, answer }) => [question, answer] as const),
        ] as const)),
  ])
}
