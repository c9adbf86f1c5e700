import { addDays, type Day } from '@mi-portal/contract/values/dates'
import { formatLongDay } from '../../../lib/dates.ts'

/** Returns the day of an appointment for people who plan by it: «Hoy», «Mañana, lunes 30», «Viernes 4» of the next days, «Lunes 14 de diciembre». */
export function describeSoon(day: Day, today: Day): string {
  const long = formatLongDay(day)
  const short = long.split(' de ')[0] ?? long
  if (day === today) return 'Hoy'
  if (day === addDays(today, 1)) return `Mañana, ${short}`
  const shown = day < addDays(today, 7) ? short : long
  return `${shown.charAt(0).toUpperCase()}${shown.slice(1)}`
}

/** Returns where in a site an appointment takes place, without what the name of the site says: «Avenida Los Arrayanes 1480, piso 2». */
export function describeAddress(site: { name: string; address: string }, place: string): string {
  const street = site.address.replace(`, ${site.name}`, '')
  const room = place.replace(site.name, '').replace(/^, /, '')
  return [street, room.charAt(0).toLowerCase() + room.slice(1)].filter(Boolean).join(', ')
}
