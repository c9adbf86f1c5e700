/** What booking an hour turns on, pure. */
import { santiago } from '@mi-portal/contract/values/dates'

/** Holds that somebody may have at a time; one more, and the oldest is given back. */
export const mostHolds = 5

/** Days ahead for which hours are kept ready. */
export const horizonDays = 75

/** Two hours at different sites within this many minutes of each other leave little time for the way. */
const nearMinutes = 90

type Place = {
  readonly office_id: number
  readonly place_care: string
  readonly starts_at: Date
  readonly ends_at: Date
}

/** What to say before an hour is booked that lies near another one at the other site, or null. */
export function nearnessWarning(
  hour: Place & { readonly modality: string },
  others: readonly Place[],
): string | null {
  if (hour.modality === 'telemedicina') return null
  const near = others.find(({ office_id, starts_at, ends_at }) => {
    const gap = Math.max(
      hour.starts_at.getTime() - ends_at.getTime(),
      starts_at.getTime() - hour.ends_at.getTime(),
    )
    return office_id !== hour.office_id && gap >= 0 && gap < nearMinutes * 60_000
  })
  if (!near) return null
  const { time } = santiago(near.starts_at)
  return `Ese mismo día hay otra hora a las ${time} en ${near.place_care}. Considera el tiempo de traslado entre las dos sedes.`
}

/** The place to show of an hour. */
export function placeOf(hour: {
  readonly modality: string
  readonly place_care: string
  readonly room: string
}): string {
  if (hour.modality === 'telemedicina') return 'Telemedicina'
  return hour.room === '' ? hour.place_care : `${hour.place_care}, ${hour.room}`
}

/** The kind of visit, as lists show it. */
export function visitOf(kind: 'consultation' | 'exam' | 'procedure', item: string | null): string {
  if (item !== null) return item.slice(0, 150)
  return { consultation: 'Consulta', exam: 'Examen', procedure: 'Procedimiento' }[kind]
}
