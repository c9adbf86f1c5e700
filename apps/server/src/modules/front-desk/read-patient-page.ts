import { ApiError } from '@mi-portal/contract/api-error'
import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { permits } from '@mi-portal/contract/permissions'
import { nameDataRequest } from '@mi-portal/contract/service-requests/data-rights'
import { matters } from '@mi-portal/contract/service-requests/inbox'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { formatRequestNumber, mayAnswer } from '../service-requests/service-requests.rules.ts'
import { getOpeningBudget, rejectUnopened } from '../staff-reads/open-people.ts'
import { describeStatus } from '../users/users.rules.ts'
import { openPatientPage } from './front-desk.sql.ts'

/**
 * Reads a patient for the member of staff, with one audit entry, and one for each relative whose name is shown. Answers 404 for an account of staff.
 */
export const readPatientPage = operation(frontDeskEndpoints.patient, async (ctx, { params: { id } }) => {
  const { db, actor, audit } = ctx
  const { permissions, sites } = actor
  const person = await findRow(db, openPatientPage, {
    ...audit.reader(),
    ...getOpeningBudget(ctx),
    id,
    sites,
    reader_id: actor.id,
    with_appointments: permits(permissions, 'agenda.manage'),
    matters: matters.filter((matter) => mayAnswer(actor, matter)),
    with_confirmations: permits(permissions, 'users.edit'),
  })
  if (person === null) throw new ApiError('notFound')
  const { opening, status, without_account, deleted_at, deceased_at, deceased_on, ...read } = person
  await rejectUnopened(ctx, id, opening)
  const { family, mails, upcoming, past, requests, confirmations, ...rest } = read
  const { locked_at, recovery_frozen_at, second_factor, ...patient } = rest
  return {
    patient: {
      ...patient,
      status_data: describeStatus(person),
      deleted: deleted_at !== null,
      deceased: deceased_at === null ? null : { on: deceased_on },
    },
    upcoming,
    past,
    requests:
      requests?.map((request) => ({
        ...request,
        subject: request.matter === 'privacy' ? nameDataRequest(request.subject) : request.subject,
        receipt: formatRequestNumber(request.matter, request.id, new Date(request.created_at)),
      })) ?? null,
    family: [...family],
    mails: [...mails],
    security: {
      locked_at: locked_at?.toISOString() ?? null,
      recovery_frozen_at: recovery_frozen_at?.toISOString() ?? null,
      second_factor,
    },
    confirmations,
  }
})
