import { answerPlaceholders } from '@mi-portal/contract/clinic/parts/canned-answers'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { type InboxMatter, inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { ageOn, toDay } from '@mi-portal/contract/values/dates'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findPerson } from '../../people/read-people.ts'
import { readFiles, readOrders } from '../request-files.ts'
import { formatRequestNumber } from '../service-requests.rules.ts'
import { readMessages, toThreadKey } from '../threads/store-message.ts'
import { toConversation } from '../threads/threads.rules.ts'
import { markStaffRead } from '../threads/threads.sql.ts'
import { describeRequest } from './describe-request.ts'
import { findInboxRequest } from './find-inbox-request.ts'
import { toInboxRow } from './list-inbox.ts'

type Person = Awaited<ReturnType<typeof findPerson>>

const getName = (person: Person) => (person === null ? '' : formatFullName(person))

/** Another person asks for an adolescent as guardian, and for an adult as delegate. Neither may read what the law reserves. */
function isReserveApplied({ ages, clock }: Context, patient: Person, requesterId: number): boolean {
  if (!patient?.date_birth || patient.id === requesterId) return false
  return ageOn(patient.date_birth, toDay(clock.now())) >= ages.reserve
}

function fillCannedAnswers(
  { settings }: Context,
  matter: InboxMatter,
  placeholders: Readonly<Record<(typeof answerPlaceholders)[number], string>>,
) {
  return settings
    .cannedAnswers()
    .filter((one) => one.matter === matter)
    .map(({ title, text }) => ({
      title,
      text: answerPlaceholders.reduce(
        (filled, name) => filled.replaceAll(`{${name}}`, () => placeholders[name]),
        text,
      ),
    }))
}

export const openRequest = operation(inboxEndpoints.open, async (ctx, { params }) => {
  const { db, actor, audit, clock } = ctx
  const { matter, id } = params
  const request = await findInboxRequest(db, actor, params)
  const [described, patient, requester, answeredBy, messages, pickFiles, orders] = await Promise.all([
    describeRequest[matter](ctx, id),
    findPerson(ctx, request.patient_id),
    findPerson(ctx, request.requester_id),
    request.answered_by === null ? null : findPerson(ctx, request.answered_by),
    readMessages(db, params),
    readFiles(ctx, matter, [id], inboxEndpoints.file),
    readOrders(ctx, matter, id),
  ])
  await audit.record('desk.open', { patientId: request.patient_id, object: `${matter}=${id}` })
  await db.run(markStaffRead, { ...toThreadKey(params), now: clock.now() })
  const by = answeredBy === null ? null : getName(answeredBy)
  const authors = { request: getName(requester), answer: by, closing: null, note: null }
  return {
    request: {
      ...toInboxRow(actor, matter, request),
      ...described,
      patient: {
        document: patient === null ? '' : showDocument(patient.document_type_id, patient.document_number),
      },
      requester: {
        full_name: getName(requester),
        email: requester?.email ?? null,
        phone: requester?.phone ?? null,
        is_patient: request.requester_id === request.patient_id,
      },
      reserve_applies: isReserveApplied(ctx, patient, request.requester_id),
      files: [...pickFiles(id, 'request'), ...orders],
      answer: request.answer === null ? null : { text: request.answer, by, files: pickFiles(id, 'answer') },
      messages: toConversation(request, described.message, messages).map(
        ({ kind, text, author, ...entry }) => ({
          ...{ kind, text },
          author: author ?? authors[kind],
          at: entry.created_at,
          files: pickFiles(id, kind === 'request' ? 'request' : 'answer', entry.id ?? undefined),
        }),
      ),
      patient_read_at: request.patient_read_at,
      canned_answers: fillCannedAnswers(ctx, matter, {
        first_name: requester?.greeting_name ?? '',
        number: formatRequestNumber(matter, id, request.created_at),
      }),
    },
  }
})
