import { ApiError } from '@mi-portal/contract/calls/api-error'
import { frontDeskEndpoints, type PageAppointment } from '@mi-portal/contract/front-desk'
import { permits } from '@mi-portal/contract/permissions/permissions'
import { nameDataRequest } from '@mi-portal/contract/service-requests/data-rights'
import { matters } from '@mi-portal/contract/service-requests/inbox'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { formatRequestNumber, mayAnswer } from '../service-requests/service-requests.rules.ts'
import { getOpeningBudget, rejectUnopened } from '../staff-reads/open-people.ts'
import { describeStatus } from '../users/users.rules.ts'
import { openPatientPage } from './front-desk.sql.ts'

/** Spells a timestamp as the wire does. In JSON PostgreSQL writes it as `2026-11-26T12:30:00.123+00:00`, without fraction for whole seconds. */
const spellMoment = (at: string) => `${at.slice(0, 19)}.${at.slice(20, -6).padEnd(3, '0').slice(0, 3)}Z`

const spellAppointment = (appointment: PageAppointment): PageAppointment => ({
  ...appointment,
  starts_at: spellMoment(appointment.starts_at),
  ends_at: spellMoment(appointment.ends_at),
  confirmed_at: appointment.confirmed_at === null ? null : spellMoment(appointment.confirmed_at),
})

/** One audit entry, and one for each relative whose name is shown. Answers 404 for an account of staff. */
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
    upcoming: upcoming?.map(spellAppointment) ?? null,
    past: past?.map(spellAppointment) ?? null,
    requests:
      requests?.map((request) => ({
        ...request,
        subject: request.matter === 'privacy' ? nameDataRequest(request.subject) : request.subject,
        receipt: formatRequestNumber(request.matter, request.id, new Date(request.created_at)),
      })) ?? null,
    family: [...family],
    mails: [...mails],
    security: { locked_at, recovery_frozen_at, second_factor },
    confirmations,
  }
})
