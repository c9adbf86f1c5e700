/** An appointment as a calendar file. Programs recognize the entry by its UID and use the version with the highest SEQUENCE. */
import type { AppointmentFacts } from '@mi-portal/contract/appointments/appointments'
import type { Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import { resolveInstallationText } from '../../../platform/database/installation-values.ts'
import type { MailCalendar } from '../../../ports/mail.ts'
import { findCalendarEntry } from '../booking.sql.ts'

type Entry = AppointmentFacts & {
  readonly ical_sequence: number
  readonly state: 'booked' | 'cancelled'
  readonly address: string
}

const createHostMemory = (): { host?: string } => ({})

/** Entries keep their identifier when the portal moves to another address, so that calendars find them again. */
async function readCalendarHost({ branding, db, inMemory }: Context): Promise<string> {
  const memory = inMemory(createHostMemory)
  const { hostname } = new URL(branding.publicUrl)
  memory.host ??= await resolveInstallationText(db, 'calendar_host', hostname)
  return memory.host
}

/** Writes a calendar entry. The specialty is left out, because calendars are shown on shared screens. */
export async function writeCalendarFile(ctx: Context, entry: Entry): Promise<string> {
  const { branding, clock } = ctx
  const { default: ical, ICalCalendarMethod, ICalEventStatus } = await import('ical-generator')
  const isCancelled = entry.state === 'cancelled'
  const calendar = ical({
    prodId: { company: branding.brand, product: branding.product, language: 'ES' },
    method: isCancelled ? ICalCalendarMethod.CANCEL : ICalCalendarMethod.PUBLISH,
  })
  const isByVideo = entry.modality === 'telemedicina'
  calendar.createEvent({
    id: `hora-${entry.id}@${await readCalendarHost(ctx)}`,
    // iTIP (RFC 5546) requires the organizer, and calendar programs send replies to it.
    organizer: { name: branding.brand, email: branding.supportEmail },
    sequence: entry.ical_sequence,
    stamp: clock.now(),
    start: entry.starts_at,
    end: entry.ends_at,
    summary: `Hora en ${branding.brand}`,
    location: isByVideo ? 'Telemedicina' : [entry.place_detail, entry.address].filter(Boolean).join('. '),
    description: `${entry.doctor_name}\n${branding.publicUrl}/dashboard/consultas-medicas`,
    status: isCancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  })
  return calendar.toString()
}

export async function writeMailCalendar(ctx: Context, appointmentId: number): Promise<MailCalendar | null> {
  const entry = await findRow(ctx.db, findCalendarEntry, { id: appointmentId })
  if (entry === null) return null
  const method = entry.state === 'cancelled' ? 'CANCEL' : 'PUBLISH'
  return { method, content: await writeCalendarFile(ctx, entry) }
}
