/** Compares free slots with the appointments that the patient already has. Pure. */
import type { BusyTime } from '@mi-portal/contract/booking/bookings'
import type { Slot } from '@mi-portal/contract/booking/slots'

/** The people for whom a slot is searched. */
export interface SlotPeople {
  /** The signed-in person. */
  userId: number
  patientId: number
  /** The appointment that is being moved; its own time does not count as a clash. */
  movedId?: number
}

type Times = Pick<Slot, 'starts_at' | 'ends_at'>

/** Returns the patient's appointments that overlap a slot. */
export function findClashes(
  slot: Times,
  busyTimes: readonly BusyTime[],
  { patientId, movedId }: SlotPeople,
): readonly BusyTime[] {
  return busyTimes.filter(
    (busy) =>
      busy.id_appointment !== movedId &&
      busy.patient_id === patientId &&
      Date.parse(busy.starts_at) < Date.parse(slot.ends_at) &&
      Date.parse(busy.ends_at) > Date.parse(slot.starts_at),
  )
}

/** Returns that the patient already has an appointment, as a short sentence; null without one. */
export function describeClashes([busy]: readonly BusyTime[], userId: number): string | null {
  if (!busy) return null
  return busy.patient_id === userId ? 'Ya tienes hora' : `${busy.first_name} ya tiene hora`
}
