/** How free hours are laid out for choosing: by day, morning and afternoon. Pure. */
import type { Slot } from '@mi-portal/contract/booking'
import { addDays, type Day, santiago, weekday } from '@mi-portal/contract/values/dates'

/** `09:30` at Santiago's clock. */
export function timeOf(slot: Slot): string {
  return santiago(new Date(slot.starts_at)).time
}

export function dayOfSlot(slot: Slot): Day {
  return santiago(new Date(slot.starts_at)).day
}

/**
 * Where anybody's hour will do, one of each time, place and kind of visit is enough: the first, so that the list is
 * as short as the choice.
 */
function oneOfEach(slots: readonly Slot[]): Slot[] {
  const seen = new Set<string>()
  return slots.filter(({ starts_at, office_id, modality }) => {
    const key = `${starts_at} ${office_id} ${modality}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** The hours of each day. */
export function byDay(slots: readonly Slot[]): ReadonlyMap<Day, readonly Slot[]> {
  const days = new Map<Day, Slot[]>()
  for (const slot of oneOfEach(slots)) {
    const day = dayOfSlot(slot)
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return days
}

/** So many days from one on; Sundays without hours are left out. */
export function daysShown(from: Day, count: number, hours: ReadonlyMap<Day, unknown>): Day[] {
  const days: Day[] = []
  for (let day = from; days.length < count; day = addDays(day, 1)) {
    if (weekday(day) !== 0 || hours.has(day)) days.push(day)
  }
  return days
}

const noonEnds = '13:00'

/** The hours of a day in their two halves; a half without hours is absent. */
export function halvesOf(slots: readonly Slot[]): { name: 'Mañana' | 'Tarde'; slots: Slot[] }[] {
  return [
    { name: 'Mañana' as const, slots: slots.filter((slot) => timeOf(slot) < noonEnds) },
    { name: 'Tarde' as const, slots: slots.filter((slot) => timeOf(slot) >= noonEnds) },
  ].filter(({ slots: half }) => half.length > 0)
}

export function hoursWord(count: number): string {
  if (count === 0) return 'Sin horas'
  return count === 1 ? '1 hora' : `${count} horas`
}
