/** An appointment as a calendar file. Programs recognize the entry by its UID and use the version with the highest SEQUENCE. */
import type { AppointmentFacts } from '@mi-portal/contract/appointments'
import type { Clock } from '../../../platform/clock.ts'
import type { MailCalendar } from '../../../ports/mail.ts'

type Entry = AppointmentFacts & {
  readonly ical_sequence: number
  readonly state: 'booked' | 'cancelled'
  readonly address: string
}

type CalendarFileDependencies = {
  /** Returns the host in the identifiers of calendar entries. If none is stored yet, `host` is stored. */
  readonly resolveHost: (host: string) => Promise<string>
  readonly findEntry: (id: number) => Promise<Entry | null>
  readonly branding: {
    readonly product: string
    readonly brand: string
    readonly supportEmail: string
    readonly publicUrl: string
  }
  readonly clock: Clock
}

export function createCalendarFileService({
  resolveHost,
  findEntry,
  branding,
  clock,
}: CalendarFileDependencies) {
  let host: Promise<string> | undefined

  /** Entries keep their identifier when the portal moves to another address, so that calendars find them again. */
  function calendarHost(): Promise<string> {
    host ??= resolveHost(new URL(branding.publicUrl).hostname).catch((error: unknown) => {
      host = undefined
      throw error
    })
    return host
  }

  /** Writes a calendar entry. The specialty is left out, because calendars are shown on shared screens. */
  async function write(entry: Entry): Promise<string> {
    const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
    const cancelled = entry.state === 'cancelled'
    const calendar = ical({
      prodId: { company: branding.brand, product: branding.product, language: 'ES' },
      method: cancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
    })
    const video = entry.modality === 'telemedicina'
    calendar.createEvent({
      id: `hora-${entry.id}@${await calendarHost()}`,
      // iTIP (RFC 5546) requires the organizer, and calendar programs send replies to it.
      organizer: { name: branding.brand, email: branding.supportEmail },
      sequence: entry.ical_sequence,
      stamp: clock.now(),
      start: entry.starts_at,
      end: entry.ends_at,
      summary: `Hora en ${branding.brand}`,
      location: video ? 'Telemedicina' : [entry.place_detail, entry.address].filter(Boolean).join('. '),
      description: `${entry.doctor_name}\n${branding.publicUrl}/dashboard/consultas-medicas`,
      status: cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    })
    return calendar.toString()
  }

  return {
    write,
    /** Returns the entry to attach to a mail about an appointment; null if the portal does not store the appointment. */
    forMail: async (appointmentId: number): Promise<MailCalendar | null> => {
      const entry = await findEntry(appointmentId)
      if (entry === null) return null
      return { method: entry.state === 'cancelled' ? 'CANCEL' : 'PUBLISH', content: await write(entry) }
    },
  }
}

export type CalendarFileService = ReturnType<typeof createCalendarFileService>
