/** Compares free slots with the appointments that the people of the group already have. Pure. */
import type { BusyTime } from '@mi-portal/contract/booking/bookings'
import type { Slot } from '@mi-portal/contract/booking/slots'

/** The people for whom a slot is searched. */
export interface SlotPeople {
  /** The signed-in person. */
  userId: number
  /** The patient, when already chosen. */
  patientId?: number
  /** The appointment that is being moved; its own time does not count as a clash. */
  movedId?: number
}

type Times = Pick<Slot, 'starts_at' | 'ends_at'>

/** Returns the appointments that overlap a slot, of the known patient or of all for whom it can be booked. */
export function findClashes(
  slot: Times,
  busyTimes: readonly BusyTime[],
  { patientId, movedId }: SlotPeople,
): readonly BusyTime[] {
  return busyTimes.filter(
    (busy) =>
      busy.id_appointment !== movedId &&
      (patientId === undefined || busy.patient_id === patientId) &&
      Date.parse(busy.starts_at) < Date.parse(slot.ends_at) &&
      Date.parse(busy.ends_at) > Date.parse(slot.starts_at),
  )
}

/** Returns who already has an appointment, as a short sentence; null without such appointments. */
export function describeClashes(clashes: readonly BusyTime[], userId: number): string | null {
  const isOwn = clashes.some(({ patient_id }) => patient_id === userId)
  const others = [
    ...new Set(clashes.flatMap(({ patient_id, first_name }) => (patient_id === userId ? [] : [first_name]))),
  ]
  const names = [...(isOwn ? ['Tú'] : []), ...others]
  const last = names.at(-1)
  if (last === undefined) return null
  if (names.length > 1) return `${names.slice(0, -1).join(', ')} y ${last} ya tienen hora`
  return isOwn ? 'Ya tienes hora' : `${last} ya tiene hora`
}
