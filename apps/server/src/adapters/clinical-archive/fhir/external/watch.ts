import type { AppointmentWatch, ExternalAppointment } from '../../../../ports/clinical-archive.ts'
import type { FhirAppointment } from '../record/appointments.ts'
import type { FhirRecord } from '../record/record.ts'
import type { KnownPatients } from './known-patients.ts'
import type { FindPrivateAppointments } from './private-appointments.ts'

function describeAppointment(one: FhirAppointment, isPrivate: boolean): ExternalAppointment {
  const { source, starts_at, ends_at, doctor_name, modality, place_detail, place_care } = one
  const reserved = one.reserved || isPrivate
  const state = one.state === 'booked' ? 'booked' : one.isCancelled ? 'cancelled' : 'other'
  const place = place_detail.startsWith(place_care) ? place_detail : `${place_care}, ${place_detail}`
  return { source, state, starts_at, ends_at, doctor_name, modality, place, reserved }
}

export function externalWatch(
  name: string,
  record: FhirRecord,
  patients: KnownPatients,
  findPrivate: FindPrivateAppointments,
): AppointmentWatch {
  return {
    name,
    appointments: async (patientId, now) => {
      const patient = await patients.findPatientOnServer(patientId)
      if (patient === null) return null
      const query = { date: `ge${now.toISOString().replace(/\.\d+Z$/, 'Z')}`, _sort: 'date' }
      const found = await record.searchAppointments(patient, query)
      const isPrivate = await findPrivate(patientId)
      return found.map((one) => describeAppointment(one, isPrivate(one)))
    },
    appointment: async (patientId, source) => {
      const patient = await patients.findPatientOnServer(patientId)
      if (patient === null) return 'unknown'
      const found = await record.appointmentOrGone(patient, source)
      if (typeof found === 'string') return found
      return describeAppointment(found, (await findPrivate(patientId))(found))
    },
  }
}
