import type { Context } from '../../../platform/context/context.ts'
import type { Queries } from '../../../platform/database/database.ts'
import { createRequest } from '../create-request.ts'
import type { ImagingDetails } from './contact.rules.ts'
import type { ContactFields } from './contact.sql.ts'

type AccountCase = {
  readonly personId: number
  readonly kind: 'unrecognized-use' | 'guardian-objection'
  readonly message: string
}

export async function openAccountCase(ctx: Context, tx: Queries, { personId, kind, message }: AccountCase) {
  const fields: ContactFields = { matter: 'contact', kind, message }
  await createRequest(ctx, tx, { matter: 'contact', requester_id: personId, patient_id: personId, fields })
}

type ImagingRequest = {
  readonly requesterId: number
  readonly patientId: number
  readonly appointmentId?: number
  readonly exam_type: string
  readonly details: ImagingDetails
}

export async function createImagingRequest(
  ctx: Context,
  tx: Queries,
  { requesterId, patientId, appointmentId, exam_type, details }: ImagingRequest,
): Promise<number> {
  const fields: ContactFields = {
    matter: 'imaging',
    message: '',
    exam_type,
    imaging: details,
    ...(appointmentId === undefined ? {} : { appointment_id: appointmentId }),
  }
  const request = { matter: 'imaging', requester_id: requesterId, patient_id: patientId, fields } as const
  return (await createRequest(ctx, tx, request)).id
}
