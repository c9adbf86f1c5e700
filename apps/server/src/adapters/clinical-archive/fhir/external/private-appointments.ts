import type { Database } from '../../../../platform/database/database.ts'
import { statement } from '../../../../platform/database/statement.ts'
import type { createNumberRegister } from '../numbers.ts'
import type { FhirAppointment } from '../record/appointments.ts'

const ownTimes = statement<{ starts_at: Date; rut_professional: string }, { patient_id: number }>(
  'archive.privateTimes',
  'select starts_at, rut_professional from appointments where patient_id = :patient_id and private_since is not null',
)

type Timed = { readonly starts_at: Date; readonly rut_professional: string }

export const timeKey = (one: Timed) => `${one.starts_at.getTime()} ${one.rut_professional}`

export function createPrivateAppointments(
  db: Database,
  numbers: Pick<ReturnType<typeof createNumberRegister>, 'privateSources'>,
) {
  return async (
    patientId: number,
  ): Promise<(one: Pick<FhirAppointment, 'source' | 'starts_at' | 'rut_professional'>) => boolean> => {
    const [sources, times] = await Promise.all([
      numbers.privateSources('hour', patientId),
      db.run(ownTimes, { patient_id: patientId }),
    ])
    const keys = new Set(times.map(timeKey))
    return (one) => sources.has(one.source) || keys.has(timeKey(one))
  }
}

export type FindPrivateAppointments = ReturnType<typeof createPrivateAppointments>
