import { modalityInSentence } from '@mi-portal/contract/appointments/appointments'
import { ApiError, type ApiErrorCode } from '@mi-portal/contract/calls/api-error'
import { santiago } from '@mi-portal/contract/values/dates'

export const mostHolds = 5

export const horizonDays = 75

const nearMinutes = 90

/** The errors 409 about the chosen slot, or about an appointment that the caller may see. All others reveal something of the patient. */
const aboutTheAppointment: ReadonlySet<string> = new Set(
  (['slotTaken', 'holdOver', 'hourNotCancellable', 'hourNotMovable'] as const).map(
    (code) => new ApiError(code).message,
  ),
)

export function mentionsOthers(error: unknown): boolean {
  return error instanceof ApiError && error.status === 409 && !aboutTheAppointment.has(error.message)
}

const ownWords = {
  patientBusy: {
    self: 'Ya tienes otra hora a esa misma hora. Elige una distinta',
    other: 'La persona que elegiste ya tiene otra hora a esa misma hora. Elige una distinta',
  },
  tooManyHours: {
    self: 'Ya tienes el máximo de horas por venir para esta especialidad',
    other: 'La persona que elegiste ya tiene el máximo de horas por venir para esta especialidad',
  },
} as const

export function addressBooker(error: unknown, isForSelf: boolean): unknown {
  if (!(error instanceof ApiError) || (error.code !== 'patientBusy' && error.code !== 'tooManyHours'))
    return error
  const words = ownWords[error.code]
  return new ApiError(error.code, { msg: isForSelf ? words.self : words.other, cause: error })
}

export type NearbyAppointment = {
  readonly office_id: number
  readonly place_care: string
  readonly starts_at: string
  readonly ends_at: string
}

export function warnOfNearness(
  appointment: {
    readonly office_id: number
    readonly modality: string
    readonly starts_at: Date
    readonly ends_at: Date
  },
  others: readonly NearbyAppointment[],
): string | null {
  if (appointment.modality === 'telemedicina') return null
  const near = others.find(({ office_id, starts_at, ends_at }) => {
    const gap = Math.max(
      appointment.starts_at.getTime() - Date.parse(ends_at),
      Date.parse(starts_at) - appointment.ends_at.getTime(),
    )
    return office_id !== appointment.office_id && gap >= 0 && gap < nearMinutes * 60_000
  })
  if (!near) return null
  const { time } = santiago(new Date(near.starts_at))
  return `Ese mismo día hay otra hora a las ${time} en ${near.place_care}. Considera el tiempo de traslado entre las dos sedes.`
}

export function describePlace(appointment: {
  readonly modality: string
  readonly place_care: string
  readonly room: string
}): string {
  if (appointment.modality === 'telemedicina') return 'Telemedicina'
  return appointment.room === '' ? appointment.place_care : `${appointment.place_care}, ${appointment.room}`
}

export function describeVisit(kind: 'consultation' | 'exam' | 'procedure', item: string | null): string {
  if (item !== null) return item.slice(0, 150)
  return { consultation: 'Consulta', exam: 'Examen', procedure: 'Procedimiento' }[kind]
}

type Modality = keyof typeof modalityInSentence

function modalityChange(from: Modality, to: Modality): string | null {
  if (from === to) return null
  return `Cambias de ${modalityInSentence[from]} a ${modalityInSentence[to]}. Confirma el cambio para continuar`
}

export function presentSlot<Row extends { readonly starts_at: Date; readonly ends_at: Date }>(slot: Row) {
  return { ...slot, starts_at: slot.starts_at.toISOString(), ends_at: slot.ends_at.toISOString() }
}

export function judgeModality(
  moved: { readonly modality: Modality } | null,
  modality: Modality,
  accepted: Modality | undefined,
): void {
  if (moved === null || accepted === modality) return
  const msg = modalityChange(moved.modality, modality)
  if (msg !== null) throw new ApiError('modalityNotAccepted', { param: 'accepted_modality', msg })
}

const errorsByConstraint: Readonly<Record<string, ApiErrorCode>> = {
  appointments_professional_once: 'slotTaken',
  appointments_patient_once: 'patientBusy',
  booking_patient: 'notFound',
  booking_busy: 'patientBusy',
  booking_many: 'tooManyHours',
  booking_hold: 'holdOver',
  booking_moved: 'hourNotCancellable',
  booking_answers: 'questionnaireNeeded',
}

export function toBookingError(error: unknown, constraint: string | null): unknown {
  const code = errorsByConstraint[constraint ?? '']
  return code === undefined ? error : new ApiError(code)
}
