import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import type { Context } from '../../platform/context/context.ts'
import type { AuthorizedPatient } from '../../platform/http/actor.ts'
import { recheckAccess } from '../family/patient-access.ts'
import { markItemsRead } from '../notifications/notify-person.ts'
import { descriptions } from './service-requests.rules.ts'
import { insertReadAnswers, listAskedPatients, listUnreadAnswers } from './service-requests.sql.ts'

const unreadAnswerDays = 90

export async function listVisiblePatients(
  ctx: Context,
  personId: number,
  matters: readonly Matter[],
): Promise<number[]> {
  const asked = await ctx.db.run(listAskedPatients, { requester_id: personId, matters })
  const isRequests = matters.every((matter) => descriptions[matter].recordMatter === 'requests')
  const seen = await Promise.all(
    asked.map(({ patient_id }) =>
      recheckAccess(ctx, personId, patient_id, isRequests ? 'requests' : 'whole'),
    ),
  )
  return seen.flatMap((patient) => (patient === null ? [] : [patient.id]))
}

export async function markAnswersRead(
  ctx: Context,
  personId: number,
  matter: Matter,
  request_ids: readonly number[],
): Promise<void> {
  if (request_ids.length === 0) return
  const { db, clock } = ctx
  const { kind } = descriptions[matter]
  await db.run(insertReadAnswers, {
    person_id: personId,
    request_kind: kind,
    request_ids,
    now: clock.now(),
  })
  await markItemsRead(ctx, db, personId, { matter, request_ids })
}

export async function readUnreadAnswers(
  { db, clock }: Context,
  personId: number,
  patients: readonly AuthorizedPatient<'requests'>[],
) {
  const answers = await db.run(listUnreadAnswers, {
    person_id: personId,
    patient_ids: patients.map(({ id }) => id),
    since: new Date(clock.now().getTime() - unreadAnswerDays * 86_400_000),
  })
  // A delegate does not see messages, not even their own about the patient, sent when they had access to the whole record.
  const delegated = new Set(patients.flatMap(({ id, role }) => (role === 'delegate' ? [id] : [])))
  return answers.filter(
    ({ patient_id, matter }) =>
      !delegated.has(patient_id) || descriptions[matter].recordMatter === 'requests',
  )
}
