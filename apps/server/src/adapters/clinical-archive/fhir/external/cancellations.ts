import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Platform } from '../../../../platform/composition/platform.ts'
import type { AppointmentCancellation } from '../../../../ports/scheduling.ts'
import type { createFhirClient } from '../fhir-client.ts'
import { type createNumberRegister, isExternalId } from '../numbers.ts'

import type { ExternalAppointments } from './appointments.ts'

const changedMeanwhile = new Set([404, 409, 410, 412])
const cannotPatch = new Set([405, 415, 501])

type ExternalCancellationsDependencies = Pick<Platform, 'clock' | 'logger'> & {
  readonly client: ReturnType<typeof createFhirClient>
  readonly numbers: ReturnType<typeof createNumberRegister>
  readonly findAppointment: ExternalAppointments['findAppointment']
}

type FoundAppointment = Awaited<ReturnType<ExternalCancellationsDependencies['findAppointment']>>

export function createExternalCancellations({
  client,
  numbers,
  findAppointment,
  clock,
  logger,
}: ExternalCancellationsDependencies) {
  function describeRejection(status: number, again: FoundAppointment, version: string): ApiError {
    if (cannotPatch.has(status)) return new ApiError('hourNotCancellableHere')
    if (changedMeanwhile.has(status)) return new ApiError('hourNotCancellable')
    if (status !== 400 && status !== 422)
      return new ApiError('archiveDown', {
        cause: new Error(`the archive answered ${status} to a cancellation`),
      })
    // Either a `test` operation of the patch failed, or the server does not support such a patch.
    const isUnchanged = again?.hour.isBooked && again.hour.version === version
    return new ApiError(isUnchanged ? 'hourNotCancellableHere' : 'hourNotCancellable')
  }

  async function cancelOnServer(id: number): Promise<void> {
    const found = await findAppointment(id)
    if (found === null || !found.hour.isBooked) throw new ApiError('hourNotCancellable')
    const { source, version, cancellation } = found.hour
    if (version === null) {
      logger.warn(
        { resource: 'Appointment' },
        'clinical archive: appointments have no meta.versionId, so patients cannot cancel them',
      )
      throw new ApiError('hourNotCancellableHere')
    }
    if (!(await numbers.ask(id, clock.now()))) throw new ApiError('hourNotCancellable')
    const status = await client.patch(`Appointment/${source}`, version, cancellation)
    if (status >= 200 && status < 300) return
    // The patch was rejected, so the server has changed nothing. If the appointment is cancelled now, a concurrent request of the patient may
    // have cancelled it, whose mark is needed until it is recorded.
    const again = await findAppointment(id)
    if (!again?.hour.isCancelled) await numbers.unask(id)
    throw describeRejection(status, again, version)
  }

  const cancellationWith = (own: AppointmentCancellation): AppointmentCancellation => ({
    requestCancellation: (id) => (isExternalId(id) ? cancelOnServer(id) : own.requestCancellation(id)),
    cancel: (tx, id, now) => (isExternalId(id) ? numbers.cancel(tx, id, now) : own.cancel(tx, id, now)),
  })

  return { cancellationWith }
}
