/** What is new for a patient and their group. Each kind is read on its own: one that fails does not hide the others. */

import { requestStatus } from '@mi-portal/contract/family/requests'
import { type NewsKind, newsEndpoints } from '@mi-portal/contract/news'
import { addDays, toDay, toInstant } from '@mi-portal/contract/values/dates'
import type { ActorContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { AuthorizedPatient } from '../../platform/http/actor.ts'
import { describeError } from '../../platform/logger.ts'
import { readUpcomingUntil } from '../appointments/read-appointments.ts'
import { getScheduling } from '../booking/choose-scheduling.ts'
import { readBooked } from '../booking/read-booked.ts'
import { listNewExams } from '../exams/read-exams.ts'
import { authorizeBooking, findVisiblePatients, type VisiblePatient } from '../family/patient-access.ts'
import { listReceivedRequests } from '../family/read-groups.ts'
import { readUnreadAnswers } from '../service-requests/read-answers.ts'

const mostRows = 20

async function listAppointments(ctx: ActorContext, patients: readonly AuthorizedPatient<'appointments'>[]) {
  const today = toDay(ctx.clock.now())
  const until = toInstant(addDays(today, 2), '00:00')
  const [own, booked] = await Promise.all([readUpcomingUntil(ctx, patients, until), readBooked(ctx, until)])
  // A group owner may also be a delegate of the patient. They then see the appointment as the delegate.
  const seen = new Set(own.map(({ id_appointment }) => id_appointment))
  const others = booked.filter(({ id_appointment }) => !seen.has(id_appointment))
  return [...own.map((one) => ({ ...one, patient_full_name: null })), ...others]
    .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at))
    .map(({ patient_full_name, ...one }) => ({
      ...one,
      booked_for: patient_full_name,
      is_today: toDay(new Date(one.starts_at)) <= today,
    }))
}

async function listOffers(ctx: ActorContext) {
  const offers = await getScheduling(ctx).listOffers(ctx)
  const rights = await Promise.all(
    offers.map(({ patient_id }) => authorizeBooking(ctx, ctx.actor.id, patient_id)),
  )
  return offers.filter((_, index) => rights[index] !== null)
}

async function listRequests(ctx: ActorContext) {
  const received = await listReceivedRequests(ctx, ctx.actor.id, false)
  return received
    .filter(({ request_status }) => request_status === requestStatus.pending)
    .map(({ id, applicant_patient, type_relationship, request_creation_date }) => ({
      request_id: id,
      applicant_full_name: [
        applicant_patient.first_name,
        applicant_patient.last_name,
        applicant_patient.second_name,
      ]
        .filter(Boolean)
        .join(' '),
      relationship: type_relationship.name,
      created_at: request_creation_date,
    }))
}

export const listNews = operation(newsEndpoints.list, async (ctx, { patient: self }) => {
  const { actor, audit, logger } = ctx
  const failed: NewsKind[] = []
  const others = await findVisiblePatients(ctx, actor.id)
  const names = new Map(others.map(({ id, first_name }) => [id, first_name]))
  const seen = {
    appointments: [self, ...others.flatMap(({ access }) => access.appointments ?? [])],
    exams: [self, ...others.flatMap(({ access }) => access.exams ?? [])],
    requests: [self, ...others.flatMap(({ access }) => access.requests ?? [])],
  } as const

  async function readKind<T>(kind: NewsKind, read: () => Promise<readonly T[]>): Promise<T[]> {
    try {
      return (await read()).slice(0, mostRows)
    } catch (error) {
      logger.warn({ kind, ...describeError(error) }, 'one kind of news could not be read')
      failed.push(kind)
      return []
    }
  }
  const withName = <T extends { readonly patient_id: number }>(row: T) => ({
    ...row,
    patient_name: names.get(row.patient_id) ?? null,
  })

  const [offers, requests, due, results, answers] = await Promise.all([
    readKind('offers', () => listOffers(ctx)),
    readKind('requests', () => listRequests(ctx)),
    readKind('appointments', () => listAppointments(ctx, seen.appointments)),
    readKind('results', () => listNewExams(ctx, seen.exams)),
    readKind('answers', () => readUnreadAnswers(ctx, actor.id, seen.requests)),
  ])
  // The domain that lists appointments of adult members writes their audit entries.
  const shown = { appointments: due.filter(({ booked_for }) => booked_for === null), results, answers }
  const listIds = (rows: readonly { readonly patient_id: number }[], role: VisiblePatient['role']) => {
    const found = new Set(rows.map(({ patient_id }) => patient_id))
    return others.filter((one) => one.role === role && found.has(one.id)).map(({ id }) => id)
  }
  const all = Object.values(shown).flat()
  await audit.recordEach('news.list', listIds(all, 'guardian'), { actorRole: 'guardian' })
  // Who gave access by matter sees which matter was used.
  for (const kind of ['appointments', 'results', 'answers'] as const)
    await audit.recordEach(`news.${kind}`, listIds(shown[kind], 'delegate'), { actorRole: 'delegate' })
  return {
    offers: offers.map(({ hold_id, expires_at, patient_id, patient_full_name, slot }) => ({
      hold_id,
      expires_at,
      patient_id,
      patient_name: patient_id === actor.id ? null : patient_full_name,
      starts_at: slot.starts_at,
      doctor_name: slot.doctor_name,
    })),
    requests,
    appointments: due.map(({ booked_for, ...one }) => ({
      ...withName(one),
      ...(booked_for === null ? {} : { patient_name: booked_for }),
    })),
    results: results.map(withName),
    answers: answers.map(({ matter, id, subject, patient_id, first_name, answered_at }) => ({
      matter,
      request_id: id,
      subject,
      patient_id,
      patient_name: patient_id === actor.id ? null : first_name,
      answered_at,
    })),
    failed,
  }
})
