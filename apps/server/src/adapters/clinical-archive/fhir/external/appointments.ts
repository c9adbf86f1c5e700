import { exactTotal, type Page, type Paged } from '@mi-portal/contract/calls/paging'
import type { Clock } from '../../../../platform/clock.ts'
import { createReadCache } from '../../../../platform/external/read-cache.ts'
import {
  type AgendaReading,
  type ArchivedAppointment,
  type ClinicalArchive,
  type ListedAppointment,
  mostOfPatient,
  type Reading,
} from '../../../../ports/clinical-archive.ts'
import { type createNumberRegister, isExternalId } from '../numbers.ts'
import type { FhirAppointment } from '../record/appointments.ts'
import type { FhirRecord } from '../record/record.ts'
import type { KnownPatients } from './known-patients.ts'
import { pageOfAll } from './merged-page.ts'
import { type FindPrivateAppointments, timeKey } from './private-appointments.ts'

export type ExternalRecordDependencies = {
  readonly own: ClinicalArchive
  readonly record: FhirRecord
  readonly numbers: ReturnType<typeof createNumberRegister>
  readonly patients: KnownPatients
  readonly clock: Clock
}

const hourMs = 3_600_000

const unknownDetails = {
  patient_full_name: null,
  booked_by: null,
  booker_name: null,
  site: null,
  confirmed_at: null,
  in_own_calendar: false,
  has_order: null,
  needs_order: false,
  can_move: false,
} as const

export function createExternalAppointments({
  own,
  record,
  numbers,
  patients,
  clock,
  findPrivate,
}: ExternalRecordDependencies & { readonly findPrivate: FindPrivateAppointments }) {
  const pastAppointments = createReadCache<readonly FhirAppointment[]>(15, clock)

  /**
   * Returns the appointments of one patient. Upcoming ones and the first page of past ones are read each time, so that a list shows at
   * once what changed in the archive. Further pages of past ones share this read; its time is rounded to the hour.
   */
  async function findAppointments(
    of: Reading,
    now: Date,
    which: 'upcoming' | 'past',
    { page }: Page,
  ): Promise<readonly (FhirAppointment & { readonly is_private: boolean })[]> {
    const patient = await patients.findPatientOnServer(of.patientId)
    if (patient === null) return []
    const edge = Math.floor(now.getTime() / hourMs) * hourMs
    const at = (shift: number) => new Date(edge + shift * hourMs).toISOString().replace('.000Z', 'Z')
    const query: Record<string, string> =
      which === 'upcoming'
        ? { status: 'booked,arrived,checked-in', date: `ge${at(-24)}`, _sort: 'date' }
        : { status: 'booked,arrived,checked-in,fulfilled', date: `le${at(1)}`, _sort: '-date' }
    const read = () => record.searchAppointments(patient, query)
    const all =
      which === 'upcoming'
        ? await read()
        : await pastAppointments.get(`${of.patientId} ${edge}`, read, page === 1)
    const gone = await numbers.givenUp(of.patientId, now)
    // Read after the appointments, so that no cached list outlives a mark.
    const isPrivate = await findPrivate(of.patientId)
    const isMeant = (one: FhirAppointment) => (which === 'upcoming' ? one.ends_at > now : one.ends_at <= now)
    return all
      .map((one) => ({ ...one, is_private: isPrivate(one) }))
      .filter(
        (one) =>
          one.state === 'booked' &&
          isMeant(one) &&
          !gone.has(one.source) &&
          !(of.withoutReserved && (one.reserved || one.is_private)),
      )
  }

  /** Merges the appointments of portal and server. One that both have is shown as the portal's, because that one can be moved. */
  async function listAppointments(
    of: Reading,
    now: Date,
    page: Page,
    which: 'upcoming' | 'past',
  ): Promise<Paged<ArchivedAppointment>> {
    const read = which === 'upcoming' ? own.upcoming : own.past
    const [mine, found] = await Promise.all([
      read(of, now, { page: 1, limit: exactTotal + 1 }),
      findAppointments(of, now, which, page),
    ])
    const known = new Set(mine.rows.map(timeKey))
    const theirs = found.filter((one) => !known.has(timeKey(one)))
    const sign = which === 'upcoming' ? 1 : -1
    const all = [...mine.rows, ...theirs].toSorted(
      (one, other) => sign * (one.starts_at.getTime() - other.starts_at.getTime()),
    )
    const { rows, total, more } = pageOfAll(all, page)
    const shown = rows.flatMap((one) => ('source' in one ? [one.source] : []))
    const ids = await numbers.of('hour', of.patientId, shown)
    return {
      rows: rows.map((one) =>
        'source' in one
          ? { ...one, id: ids.get(one.source) ?? 0, patient_id: of.patientId, can_move: false as const }
          : one,
      ),
      total,
      more: more || mine.more,
      ...(await patients.describeGaps(of.patientId)),
    }
  }

  async function listAgenda(
    readings: readonly AgendaReading[],
    which: 'upcoming' | 'past',
    now: Date,
    page: Page,
  ): Promise<Paged<ListedAppointment>> {
    // Of an adult for whom the caller books, only the portal knows which appointments the caller booked.
    const whole = readings.filter(({ onlyBookedBy }) => onlyBookedBy === null)
    const [mine, ...found] = await Promise.all([
      own.agenda(readings, which, now, { page: 1, limit: exactTotal + 1 }),
      ...whole.map((of) => findAppointments(of, now, which, page)),
    ])
    const known = new Set(mine.rows.map((one) => `${one.patient_id} ${timeKey(one)}`))
    const theirs = whole.flatMap(({ patientId }, index) =>
      (found[index] ?? [])
        .filter((one) => !known.has(`${patientId} ${timeKey(one)}`))
        .map((one) => ({ ...one, patient_id: patientId })),
    )
    const sign = which === 'upcoming' ? 1 : -1
    const all = [...mine.rows, ...theirs].toSorted(
      (one, other) => sign * (one.starts_at.getTime() - other.starts_at.getTime()),
    )
    const { rows, total, more } = pageOfAll(all, page)
    const ids = new Map<string, number>()
    for (const { patientId } of whole) {
      const shown = rows.flatMap((one) =>
        'source' in one && one.patient_id === patientId ? [one.source] : [],
      )
      for (const [source, id] of await numbers.of('hour', patientId, shown)) ids.set(source, id)
    }
    const gaps = await Promise.all(whole.map(({ patientId }) => patients.describeGaps(patientId)))
    return {
      rows: rows.map((one) =>
        'source' in one ? { ...one, ...unknownDetails, id: ids.get(one.source) ?? 0 } : one,
      ),
      total,
      more: more || mine.more,
      ...gaps.find(({ notice }) => notice !== undefined),
    }
  }

  async function findAppointment(id: number) {
    const [known] = await numbers.found('hour', [id])
    const patient = known ? await patients.findPatientOnServer(known.patient_id) : null
    const appointment = known && patient ? await record.readAppointment(patient, known.source) : null
    return known && appointment ? { patientId: known.patient_id, hour: appointment } : null
  }

  const archive: Pick<
    ClinicalArchive,
    'upcoming' | 'upcomingUntil' | 'past' | 'agenda' | 'cancelled' | 'appointment'
  > = {
    upcoming: (of, now, page) => listAppointments(of, now, page, 'upcoming'),
    upcomingUntil: async (of, now, until) => {
      const first = { page: 1, limit: mostOfPatient }
      const pages = await Promise.all(of.map((one) => listAppointments(one, now, first, 'upcoming')))
      return pages
        .flatMap(({ rows }) => rows.filter(({ starts_at }) => starts_at < until))
        .toSorted((one, other) => one.starts_at.getTime() - other.starts_at.getTime())
    },
    past: (of, now, page) => listAppointments(of, now, page, 'past'),
    agenda: listAgenda,
    cancelled: own.cancelled,
    appointment: async (id) => {
      if (!isExternalId(id)) return own.appointment(id)
      const found = await findAppointment(id)
      if (found === null) return null
      const { hour, patientId } = found
      const is_private = (await findPrivate(patientId))(hour)
      const reserved = hour.reserved || is_private
      return { ...hour, ...unknownDetails, id, patient_id: patientId, is_private, reserved }
    },
  }
  return { archive, findAppointment }
}

export type ExternalAppointments = ReturnType<typeof createExternalAppointments>
