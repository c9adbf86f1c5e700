import type { Database } from '../../../../platform/database/database.ts'
import type { Row } from '../../../../platform/database/statement.ts'
import * as fhirArchiveSql from '../fhir-archive.sql.ts'
import type { createNumberRegister } from '../numbers.ts'
import type { FhirAppointment } from '../record/appointments.ts'

export const timeKey = (one: Row<typeof fhirArchiveSql.ownTimes>) =>
  `${one.starts_at.getTime()} ${one.rut_professional}`

export function createPrivateAppointments(
  db: Database,
  numbers: Pick<ReturnType<typeof createNumberRegister>, 'privateSources'>,
) {
  return async (
    patientId: number,
  ): Promise<(one: Pick<FhirAppointment, 'source' | 'starts_at' | 'rut_professional'>) => boolean> => {
    const [sources, times] = await Promise.all([
      numbers.privateSources('hour', patientId),
      db.run(fhirArchiveSql.ownTimes, { patient_id: patientId }),
    ])
    const keys = new Set(times.map(timeKey))
    return (one) => sources.has(one.source) || keys.has(timeKey(one))
  }
}

export type FindPrivateAppointments = ReturnType<typeof createPrivateAppointments>
