import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Endpoint, Reply, Sent } from '@mi-portal/contract/calls/endpoint'
import type { Context } from '../../../platform/context/context.ts'
import type { RemoteScheduling, VisitingPatient } from '../../../ports/scheduling.ts'
import { findPerson } from '../../people/read-people.ts'

export const isRejection = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status < 500

export function getService({ ports }: Context): RemoteScheduling {
  if (ports.remoteScheduling === null) throw new Error('there is no external scheduling service')
  return ports.remoteScheduling
}

async function readVisitingPatient(ctx: Context, id: number): Promise<VisitingPatient> {
  const person = await findPerson(ctx, id)
  if (person === null) throw new ApiError('notFound')
  return person
}

/** Throws the service's own errors, and `schedulingDown` if it does not answer. */
export async function askService<E extends Endpoint>(
  ctx: Context,
  patientId: number,
  endpoint: E,
  sent: Sent<E>,
  headers?: Readonly<Record<string, string>>,
): Promise<Reply<E>> {
  return getService(ctx).ask(await readVisitingPatient(ctx, patientId), endpoint, sent, headers)
}

export async function readPatientNumber(ctx: Context, patientId: number): Promise<number> {
  return getService(ctx).getPatientNumber(await readVisitingPatient(ctx, patientId))
}
