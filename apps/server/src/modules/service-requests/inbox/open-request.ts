import { deskEndpoints } from '@mi-portal/contract/desk'
import { ageOn, dayOf } from '@mi-portal/contract/values/dates'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { fullNameOf } from '../../people/people.rules.ts'
import { findPerson } from '../../people/people.service.ts'
import { readFiles, readOrders } from '../request-files.ts'
import { describeRequest } from './describe-request.ts'
import { findInboxRequest } from './find-inbox-request.ts'
import { toInboxRow } from './list-inbox.ts'

type Person = Awaited<ReturnType<typeof findPerson>>

const getName = (person: Person) => (person === null ? '' : fullNameOf(person))

/** Another person asks for an adolescent as guardian, and for an adult as delegate. Neither may read what the law reserves. */
function isReserveApplied({ ages, clock }: Context, patient: Person, requesterId: number): boolean {
  if (!patient?.date_birth || patient.id === requesterId) return false
  return ageOn(patient.date_birth, dayOf(clock.now())) >= ages.reserve
}

/** Returns one request and nothing else of the record, and audits that it was opened. */
export const openRequest = operation(deskEndpoints.open, async (ctx, { params }) => {
  const { db, actor, audit } = ctx
  const { matter, id } = params
  const request = await findInboxRequest(db, actor, params)
  const [described, patient, requester, answeredBy, filesOf, orders] = await Promise.all([
    describeRequest[matter](ctx, id),
    findPerson(ctx, request.patient_id),
    findPerson(ctx, request.requester_id),
    request.answered_by === null ? null : findPerson(ctx, request.answered_by),
    readFiles(ctx, matter, [id], deskEndpoints.file),
    readOrders(ctx, matter, id),
  ])
  await audit.record('desk.open', { patientId: request.patient_id, object: `${matter}=${id}` })
  const answer = {
    text: request.answer ?? '',
    by: answeredBy === null ? null : getName(answeredBy),
    files: filesOf(id, 'answer'),
  }
  return {
    request: {
      ...toInboxRow(matter, request),
      ...described,
      patient: {
        full_name: getName(patient),
        document: patient === null ? '' : showDocument(patient.document_type_id, patient.document_number),
      },
      requester: {
        full_name: getName(requester),
        email: requester?.email ?? null,
        phone: requester?.phone ?? null,
        is_patient: request.requester_id === request.patient_id,
      },
      reserve_applies: isReserveApplied(ctx, patient, request.requester_id),
      files: [...filesOf(id, 'request'), ...orders],
      answer: request.state === 'respondida' ? answer : null,
    },
  }
})
