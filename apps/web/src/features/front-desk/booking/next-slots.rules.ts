import type { Slot } from '@mi-portal/contract/booking/slots'
import type { BookableItem } from '@mi-portal/contract/front-desk'

/** The next slots of one professional. */
export interface NextSlots {
  rut: string
  name: string
  slots: readonly Slot[]
}

/** Groups slots by professional, the one with the soonest slot first, each with at most `most` slots. */
export function groupByProfessional(slots: readonly Slot[], most: number): NextSlots[] {
  const groups = new Map<string, Slot[]>()
  for (const slot of slots)
    groups.set(slot.rut_professional, [...(groups.get(slot.rut_professional) ?? []), slot])
  return [...groups].map(([rut, own]) => ({
    rut,
    name: own[0]?.doctor_name ?? '',
    slots: own.slice(0, most),
  }))
}

/** What staff chose in the first field: a specialty or a professional. */
export function readChoice(choice: string): { specialty?: string; rut_professional?: string } {
  const value = choice.slice(1)
  return choice.startsWith('s') ? { specialty: value } : { rut_professional: value }
}

/** Returns the value of an exam or a procedure in a field. */
export const toItemChoice = ({ kind, code }: BookableItem) => `${kind} ${code}`

/** Returns how searches and bookings name an exam or a procedure. */
export function nameItem(item: BookableItem | null): { exam_id?: number; procedure?: string } {
  if (item === null) return {}
  return item.kind === 'exam' ? { exam_id: Number(item.code) } : { procedure: item.code }
}
