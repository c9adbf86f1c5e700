import { ApiError } from '@mi-portal/contract/api-error'
import { matters } from '@mi-portal/contract/desk'
import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { permits } from '@mi-portal/contract/permissions'
import { nameDataRequest } from '@mi-portal/contract/privacy'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { formatRequestNumber, mayAnswer } from '../service-requests/service-requests.rules.ts'
import { describeStatus } from '../users/users.rules.ts'
import { findPatient, listAppointments } from './front-desk.sql.ts'

/**
 * Reads a patient for the member of staff, with one audit entry, and one for each relative whose name is shown. Answers 404 for an account of staff.
 */
export const readPatientPage = operation(
  frontDeskEndpoints.patient,
  async ({ db, actor, audit, clock }, { params: { id } }) => {
    const { permissions, sites } = actor
    const asked = { id, sites, now: clock.now() }
    const mayManage = permits(permissions, 'agenda.manage')
    const [person, appointments] = await Promise.all([
      findRow(db, findPatient, {
        ...asked,
        matters: matters.filter((matter) => mayAnswer(actor, matter)),
        with_confirmations: permits(permissions, 'users.edit'),
      }),
      mayManage ? db.run(listAppointments, asked) : null,
    ])
    if (person === null) throw new ApiError('notFound')
    await audit.record('front-desk.open', { patientId: id })
    await audit.recordEach(
      'front-desk.family',
      person.family.map((relative) => relative.id),
    )
    const { status, without_account, deleted_at, deceased_at, deceased_on, ...read } = person
    const { family, mails, requests, confirmations, ...rest } = read
    const { locked_at, recovery_frozen_at, second_factor, ...patient } = rest
    const listed = (isUpcoming: boolean) =>
      appointments
        ?.filter(({ is_upcoming }) => is_upcoming === isUpcoming)
        .map(({ is_upcoming: _, starts_at, ends_at, confirmed_at, ...shown }) => ({
          ...shown,
          starts_at: starts_at.toISOString(),
          ends_at: ends_at.toISOString(),
          confirmed_at: confirmed_at?.toISOString() ?? null,
        })) ?? null
    return {
      patient: {
        ...patient,
        status_data: describeStatus(person),
        deleted: deleted_at !== null,
        deceased: deceased_at === null ? null : { on: deceased_on },
      },
      upcoming: listed(true),
      past: listed(false),
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
  },
)
