import type { Attendance } from '@mi-portal/contract/attendance'
import * as z from 'zod/mini'
import type { ArchivedAppointment } from '../../../../ports/clinical-archive.ts'
import { IncludedResources } from '../included-resources.ts'
import { createParticipantsReader, type PatchOperation } from '../participants.ts'
import type { createReserve } from '../reserved-data.ts'
import { describeConcept, listCodes, parseInstant } from '../resource-fields.ts'
import { type AppointmentResource, appointmentResource } from '../resources.ts'
import type { Patient, RecordDependencies, ResourceReader } from './resource-reader.ts'

export type FhirAppointment = Omit<ArchivedAppointment, 'id' | 'patient_id' | 'is_private'> & {
  readonly source: string
  readonly version: string | null
  readonly state: 'booked' | 'cancelled'
  /** The server says so only with the status `fulfilled`; an appointment with `noshow` counts as cancelled. */
  readonly attendance: Attendance | null
  readonly isBooked: boolean
  readonly isCancelled: boolean
  readonly cancellation: readonly PatchOperation[]
  readonly reserved: boolean
}

const attended = ['booked', 'arrived', 'checked-in', 'fulfilled']
const cancelled = ['cancelled', 'entered-in-error', 'noshow']

function findEnd(one: AppointmentResource, starts: Date): Date {
  const ends = parseInstant(one.end)
  return ends !== null && ends > starts
    ? ends
    : new Date(starts.getTime() + (one.minutesDuration ?? 30) * 60_000)
}

function kindOfVisit(one: AppointmentResource) {
  const kinds = [one.appointmentType, ...(one.serviceType ?? []), ...(one.serviceCategory ?? [])]
  const words = kinds.map(describeConcept)
  const isRemote = words.some((word) => /tele|video|virtual|remot/i.test(word ?? ''))
  return {
    sub_context:
      words.find((word) => word !== undefined && !/^(presencial|telemedicina)$/i.test(word)) ?? 'Consulta',
    modality: isRemote ? ('telemedicina' as const) : ('presencial' as const),
  }
}

export function createAppointmentReader(
  { client, readTarget, logUnreadable, unnamedPlace }: RecordDependencies,
  reader: ResourceReader,
  reserve: ReturnType<typeof createReserve>,
) {
  const { readAll, fetchMissing } = reader
  const participants = createParticipantsReader(readTarget)

  async function toFhirAppointment(
    patient: Patient,
    one: AppointmentResource,
    included: IncludedResources,
  ): Promise<FhirAppointment | null> {
    const starts_at = parseInstant(one.start)
    if (starts_at === null) return null
    const hasDeclined = participants.hasDeclined(patient, one)
    const isAttended = attended.includes(one.status) && !hasDeclined
    const specialty = one.specialty?.map(describeConcept).find(Boolean) ?? 'Consulta'
    return {
      source: one.id,
      version: one.meta?.versionId ?? null,
      state: isAttended ? 'booked' : 'cancelled',
      attendance: isAttended && one.status === 'fulfilled' ? 'attended' : null,
      isBooked: isAttended && one.status === 'booked',
      isCancelled: hasDeclined || cancelled.includes(one.status),
      cancellation: participants.cancellation(patient, one),
      specialty_code: Number(listCodes(one.specialty).find((word) => /^\d{1,6}$/.test(word)) ?? 0),
      specialty,
      ...participants.findProfessional(one, included),
      ...participants.findPlace(one, included, unnamedPlace()),
      ...kindOfVisit(one),
      starts_at,
      ends_at: findEnd(one, starts_at),
      reserved: await reserve.hour(one, specialty),
    }
  }

  async function readAppointments(
    patient: Patient,
    resources: readonly unknown[],
    included: IncludedResources,
  ) {
    const { found } = readAll('Appointment', appointmentResource, resources)
    const own = found.filter((one) => {
      const isOwn = participants.isForPatient(patient, one)
      if (!isOwn) logUnreadable(one, [{ path: ['participant'] }])
      return isOwn
    })
    await fetchMissing(included, own.flatMap(participants.targets))
    await fetchMissing(
      included,
      own.map((one) => participants.roleTarget(one, included)),
    )
    return (await Promise.all(own.map((one) => toFhirAppointment(patient, one, included)))).filter(
      (one) => one !== null,
    )
  }

  const searchAppointments = (patient: Patient, query: Readonly<Record<string, string>>) =>
    reader.searchAll(
      'Appointment',
      { patient: `Patient/${patient.source}`, _include: 'Appointment:actor', _count: '100', ...query },
      (page, included) => readAppointments(patient, page, included),
    )

  async function readAppointment(patient: Patient, source: string): Promise<FhirAppointment | null> {
    const found = await client.read(`Appointment/${source}`)
    return (await readAppointments(patient, [found], new IncludedResources(logUnreadable)))[0] ?? null
  }

  async function readAppointmentOrGone(
    patient: Patient,
    source: string,
  ): Promise<FhirAppointment | 'gone' | 'unknown'> {
    const found = await client.read(`Appointment/${source}`)
    if (found === null) return 'gone'
    const read = z.safeParse(appointmentResource, found)
    if (!read.success) return 'unknown'
    const named = read.data.participant.map(({ actor }) => readTarget(actor))
    const isOthers =
      named.some((target) => target?.startsWith('Patient/')) && !named.includes(`Patient/${patient.source}`)
    if (isOthers) return 'gone'
    return (await readAppointments(patient, [found], new IncludedResources(logUnreadable)))[0] ?? 'unknown'
  }

  return { searchAppointments, readAppointment, appointmentOrGone: readAppointmentOrGone }
}
