/** Groups free slots by day, morning and afternoon. Pure. */
import type { Slot } from '@mi-portal/contract/booking/slots'
import { addDays, type Day, santiago, weekday } from '@mi-portal/contract/values/dates'

/** Returns the start time in Santiago, such as `09:30`. */
export function timeOfSlot(slot: Slot): string {
  return santiago(new Date(slot.starts_at)).time
}

export function dayOfSlot(slot: Slot): Day {
  return santiago(new Date(slot.starts_at)).day
}

/**
 * Keeps the first slot of each time, place and modality. When any professional will do, further slots add no choice
 * to the list.
 */
function withoutEquivalents(slots: readonly Slot[]): Slot[] {
  const seen = new Set<string>()
  return slots.filter(({ starts_at, office_id, modality }) => {
    const key = `${starts_at} ${office_id} ${modality}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** Groups the slots by day. */
export function groupByDay(slots: readonly Slot[]): ReadonlyMap<Day, readonly Slot[]> {
  const days = new Map<Day, Slot[]>()
  for (const slot of withoutEquivalents(slots)) {
    const day = dayOfSlot(slot)
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return days
}

/** Returns `count` days from a day on; Sundays without slots are skipped. */
export function selectShownDays(from: Day, count: number, slotsByDay: ReadonlyMap<Day, unknown>): Day[] {
  const days: Day[] = []
  for (let day = from; days.length < count; day = addDays(day, 1)) {
    if (weekday(day) !== 0 || slotsByDay.has(day)) days.push(day)
  }
  return days
}

const afternoonStart = '13:00'

/** Splits the slots of a day into morning and afternoon; a half without slots is left out. */
export function splitByNoon(slots: readonly Slot[]): { name: 'Mañana' | 'Tarde'; slots: Slot[] }[] {
  return [
    { name: 'Mañana' as const, slots: slots.filter((slot) => timeOfSlot(slot) < afternoonStart) },
    { name: 'Tarde' as const, slots: slots.filter((slot) => timeOfSlot(slot) >= afternoonStart) },
  ].filter(({ slots: half }) => half.length > 0)
}

export function formatSlotCount(count: number): string {
  if (count === 0) return 'Sin horas'
  return count === 1 ? '1 hora' : `${count} horas`
}
