/** The opening hours of a site in words. */

/** The ranges of each day of the week and of public holidays, such as `09:00-20:00`; no range: closed. */
export type OpeningHours = Readonly<Record<string, readonly string[]>>

const days = [
  ['monday', 'lunes'],
  ['tuesday', 'martes'],
  ['wednesday', 'miércoles'],
  ['thursday', 'jueves'],
  ['friday', 'viernes'],
  ['saturday', 'sábado'],
  ['sunday', 'domingo'],
] as const

const holidays = 'feriados'

function describeRanges(ranges: readonly string[]): string {
  if (ranges.length === 0) return 'cerrado'
  return `${ranges.map((range) => range.replace('-', ' a ')).join(' y ')} h`
}

/** Names neighbouring days: «lunes», «lunes y martes», «lunes a viernes». */
function describeDays(names: readonly string[]): string {
  return names.length > 2 ? `${names[0]} a ${names.at(-1)}` : names.join(' y ')
}

/**
 * Returns a line for each group of neighbouring days with the same hours: «Lunes a viernes: 09:00 a 20:00 h», «Sábado, domingo y feriados:
 * cerrado». Returns no lines for a site that is never open, because its hours are not known.
 */
export function describeOpeningHours(hours: OpeningHours): string[] {
  if (Object.values(hours).every((ranges) => ranges.length === 0)) return []
  const groups: { names: string[]; text: string }[] = []
  for (const [key, name] of days) {
    const text = describeRanges(hours[key] ?? [])
    const last = groups.at(-1)
    if (last?.text === text) last.names.push(name)
    else groups.push({ names: [name], text })
  }
  const onHolidays = describeRanges(hours['holidays'] ?? [])
  const lines = groups.map(({ names, text }) => ({ who: describeDays(names), text }))
  const last = lines.at(-1)
  if (last?.text === onHolidays) last.who = `${last.who.replace(' y ', ', ')} y ${holidays}`
  else lines.push({ who: holidays, text: onHolidays })
  return lines.map(({ who, text }) => `${who.charAt(0).toUpperCase()}${who.slice(1)}: ${text}`)
}
