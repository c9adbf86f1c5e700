import type { Attendance } from '@mi-portal/contract/attendance'
import type { FieldError } from '@mi-portal/contract/calls/api-error'
import type { InboundAppointment, InboundReference } from '@mi-portal/contract/fhir/fhir-inbound'
import { findDocument, isLabelled, listCodes, readWords } from './elements.rules.ts'
import { issueAt } from './transaction.rules.ts'

function actors(appointment: InboundAppointment) {
  return appointment.participant.map(({ actor }) => actor)
}

const isPerson = (actor: InboundReference) =>
  actor.reference?.startsWith('Practitioner') === true ||
  (actor.reference === undefined && findDocument([actor.identifier ?? {}])?.document_type_id === 1)
const isPlace = (actor: InboundReference) =>
  actor.reference?.startsWith('Location') === true ||
  (actor.reference === undefined &&
    actor.identifier !== undefined &&
    findDocument([actor.identifier]) === null)

const cancelledStatuses = ['cancelled', 'noshow', 'entered-in-error']

function readAttendance(status: string): Attendance | null {
  if (status === 'arrived' || status === 'checked-in') return 'arrived'
  if (status === 'fulfilled') return 'attended'
  return status === 'noshow' ? 'missed' : null
}

export function readAppointment(appointment: InboundAppointment, at: number) {
  const issues: FieldError[] = []
  const doctor = actors(appointment).find(isPerson)
  const place = actors(appointment).find(isPlace)
  const [starts_at, ends_at] = [new Date(appointment.start), new Date(appointment.end)]
  const minutes = (ends_at.getTime() - starts_at.getTime()) / 60_000
  if (!(minutes > 0 && minutes <= 24 * 60))
    issues.push(issueAt(at, 'resource.end', 'Debe ser después de start, a lo más un día'))
  if (doctor?.display === undefined)
    issues.push(issueAt(at, 'resource.participant', 'Falta el profesional (Practitioner con display)'))
  if (place?.identifier?.value === undefined)
    issues.push(issueAt(at, 'resource.participant', 'Falta la sede (Location con identifier.value)'))
  const specialty = readWords(appointment.specialty[0])
  if (specialty === undefined) issues.push(issueAt(at, 'resource.specialty', 'Falta'))
  const kinds = [appointment.appointmentType, ...(appointment.serviceType ?? [])].map(readWords)
  const isRemote = kinds.some((word) => /tele|video|virtual|remot/i.test(word ?? ''))
  const known = doctor?.identifier === undefined ? null : findDocument([doctor.identifier])
  const words = {
    doctor_name: doctor?.display ?? '',
    specialty: specialty ?? '',
    sub_context: kinds.find((word) => word && !/^(presencial|telemedicina)$/i.test(word)) ?? 'Consulta',
    place_detail: appointment.patientInstruction ?? place?.display ?? '',
  }
  for (const [name, word] of Object.entries(words))
    if (Buffer.byteLength(word) > 300) issues.push(issueAt(at, 'resource', `Texto demasiado largo: ${name}`))
  return {
    fieldErrors: issues,
    patient: actors(appointment).find((actor) => !isPerson(actor) && !isPlace(actor)),
    hour: {
      ...words,
      rut_professional: known?.document_number ?? '',
      office: place?.identifier?.value ?? '',
      codes: listCodes(appointment.specialty),
      modality: isRemote ? ('telemedicina' as const) : ('presencial' as const),
      starts_at,
      ends_at,
      state: cancelledStatuses.includes(appointment.status) ? ('cancelled' as const) : ('booked' as const),
      attendance: readAttendance(appointment.status),
      reserved: isLabelled(appointment),
    },
  }
}
