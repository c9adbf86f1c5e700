/** Matches typed text to options, and formats days and times for the conversation. */
import type { Slot } from '@mi-portal/contract/booking/slots'
import { type Day, santiago, showDay, weekday } from '@mi-portal/contract/values/dates'

const weekdays = ['Domingo', 'Lunes', 'Martes', 'Miércoles', 'Jueves', 'Viernes', 'Sábado'] as const

/** `Jueves 03/12/2026`. */
export function formatDayTitle(day: Day): string {
  return `${weekdays[weekday(day)]} ${showDay(day)}`
}

/** Writes when a slot begins, within a sentence: `el jueves 03/12/2026 a las 09:10 h`. */
export function formatSlotInSentence({ starts_at }: Pick<Slot, 'starts_at'>): string {
  const { day, time } = santiago(new Date(starts_at))
  const title = formatDayTitle(day)
  return `el ${title.charAt(0).toLowerCase()}${title.slice(1)} a las ${time} h`
}

/** `Jueves 03/12/2026, 09:10 h`. */
export function formatSlotTitle({ starts_at }: Pick<Slot, 'starts_at'>): string {
  const { day, time } = santiago(new Date(starts_at))
  return `${formatDayTitle(day)}, ${time} h`
}

/** Returns «con ella», «con él» or «con el mismo profesional», by the title in the professional's name. */
export function describeSameProfessional(name: string): string {
  if (/^Dra\.? /.test(name)) return 'con ella'
  return /^Dr\.? /.test(name) ? 'con él' : 'con el mismo profesional'
}

// Filler words around the wish, as in «quiero una hora con la doctora Muñoz»; they are ignored.
const fillers = new Set(
  'a al con de del dra dr doctor doctora el en es favor hora horas la las lo los me mi necesito para por que quiero quisiera reservar si un una y'.split(
    ' ',
  ),
)

/** Splits a text into words without case, accents, signs or leading zeros; `09:10` becomes `9 10`. */
function splitIntoWords(text: string): string[] {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .split(/[^\p{Letter}\p{Number}]+/u)
    .filter(Boolean)
    .map((word) => word.replace(/^0+(?=\d)/, ''))
}

/**
 * Returns the options that a typed text matches: the options with exactly that name; otherwise the options whose name
 * has, for each typed word, a word that begins with it. Numbers must match exactly.
 */
export function findMatches<Option extends { readonly name: string }>(
  typed: string,
  options: readonly Option[],
): readonly Option[] {
  const typedWords = splitIntoWords(typed)
  const exact = options.filter(({ name }) => splitIntoWords(name).join(' ') === typedWords.join(' '))
  if (exact.length > 0) return exact
  const significant = typedWords.filter((word) => !fillers.has(word))
  const words = significant.length > 0 ? significant : typedWords
  if (words.length === 0) return []
  return options.filter(({ name }) => {
    const nameWords = splitIntoWords(name)
    return words.every((word) =>
      nameWords.some((nameWord) => (isNumber(word) ? nameWord === word : nameWord.startsWith(word))),
    )
  })
}

function isNumber(word: string): boolean {
  return /^\d+$/.test(word)
}
