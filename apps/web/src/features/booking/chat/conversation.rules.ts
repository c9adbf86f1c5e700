/** How the conversation reads what somebody typed, and how it writes days and hours. */
import type { Slot } from '@mi-portal/contract/booking'
import { type Day, santiago, showDay, weekday } from '@mi-portal/contract/values/dates'

const weekdays = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const

/** `Jueves 03/12/2026`. */
export function dayTitle(day: Day): string {
  return `${weekdays[weekday(day)]} ${showDay(day)}`
}

/** `Jueves 03/12/2026, 09:10 h`. */
export function hourTitle({ starts_at }: Pick<Slot, 'starts_at'>): string {
  const { day, time } = santiago(new Date(starts_at))
  return `${dayTitle(day)}, ${time} h`
}

/** «con ella», «con él», or words that fit everybody, by how the professional is addressed. */
export function withThem(name: string): string {
  if (/^Dra\.? /.test(name)) return 'con ella'
  return /^Dr\.? /.test(name) ? 'con él' : 'con el mismo profesional'
}

// Said around what is meant: «quiero una hora con la doctora Muñoz».
const fillers = new Set(
  'a al con de del dra dr doctor doctora el en es favor hora horas la las lo los me mi necesito para por que quiero quisiera reservar si un una y'.split(
    ' ',
  ),
)

/** The words of a text without case, accents or signs; `09:10` is `9 10`. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)
    .map((word) => word.replace(/^0+(?=\d)/, ''))
}

/**
 * Of several things with a name, those that a typed text means: the one that is called just so, otherwise those whose
 * name has a word beginning with each word typed.
 */
export function meantBy<Thing extends { readonly name: string }>(
  typed: string,
  things: readonly Thing[],
): readonly Thing[] {
  const spoken = wordsOf(typed)
  const exact = things.filter(({ name }) => wordsOf(name).join(' ') === spoken.join(' '))
  if (exact.length > 0) return exact
  const telling = spoken.filter((word) => !fillers.has(word))
  const words = telling.length > 0 ? telling : spoken
  if (words.length === 0) return []
  return things.filter(({ name }) => {
    const own = wordsOf(name)
    return words.every((word) => own.some((one) => (isNumber(word) ? one === word : one.startsWith(word))))
  })
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}
