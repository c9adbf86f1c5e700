/** Reads the present state of appointments on the FHIR server, so that jobs can notify patients of changes. */
import type { AppointmentWatch, ExternalAppointment } from '../../../../ports/clinical-archive.ts'
import type { FhirAppointment } from '../record/appointments.ts'
import type { FhirRecord } from '../record/record.ts'

import type { KnownPatients } from './known-patients.ts'

function describeAppointment(one: FhirAppointment): ExternalAppointment {
  const { source, starts_at, ends_at, doctor_name, modality, place_detail, place_care, reserved } = one
  const state = one.state === 'booked' ? 'booked' : one.isCancelled ? 'cancelled' : 'other'
  const place = place_detail.startsWith(place_care) ? place_detail : `${place_care}, ${place_detail}`
  return { source, state, starts_at, ends_at, doctor_name, modality, place, reserved }
}

export function externalWatch(name: string, record: FhirRecord, patients: KnownPatients): AppointmentWatch {
  return {
    name,
    appointments: async (patientId, now) => {
      const patient = await patients.findPatientOnServer(patientId)
      if (patient === null) return null
      const query = { date: `ge${now.toISOString().replace(/\.\d+Z$/, 'Z')}`, _sort: 'date' }
      return (await record.searchAppointments(patient, query)).map(describeAppointment)
    },
    appointment: async (patientId, source) => {
      const patient = await patients.findPatientOnServer(patientId)
      if (patient === null) return 'unknown'
      const found = await record.appointmentOrGone(patient, source)
      return typeof found === 'string' ? found : describeAppointment(found)
    },
  }
}
