/** An hour as a calendar file. Programs know the entry again by its UID and take the version with the highest SEQUENCE. */
import type { HourFacts } from '@mi-portal/contract/appointments'
import type { Clock } from '../../platform/clock.ts'

type Entry = HourFacts & {
  readonly ical_sequence: number
  readonly state: 'booked' | 'cancelled'
  readonly address: string
}

type House = { readonly product: string; readonly brand: string; readonly publicUrl: string }

export function calendarFileService({ house, clock }: { house: House; clock: Clock }) {
  const host = new URL(house.publicUrl).hostname

  return {
    /** The specialty is left out: calendars are shown on shared screens. */
    write: async (entry: Entry): Promise<string> => {
      const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
      const cancelled = entry.state === 'cancelled'
      const calendar = ical({
        prodId: { company: house.brand, product: house.product, language: 'ES' },
        method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
      })
      const video = entry.modality === 'telemedicina'
      calendar.createEvent({
        id: `hora-${entry.id}@${host}`,
        sequence: entry.ical_sequence,
        stamp: clock.now(),
        start: entry.starts_at,
        end: entry.ends_at,
        summary: `Hora en ${house.brand}`,
        location: video ? 'Telemedicina' : `${entry.place_detail}. ${entry.address}`,
        description: `${entry.doctor_name}\n${house.publicUrl}/dashboard/consultas-medicas`,
        status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
      })
      return calendar.toString()
    },
  }
}

export type CalendarFileService = ReturnType<typeof calendarFileService>
