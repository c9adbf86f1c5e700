/** The inbox in which staff read and answer patients' requests. It shows one request and nothing else of a record. */

import { ApiError } from '@mi-portal/contract/api-error'
import { type DeskRequest, deskEndpoints, type Matter, matters } from '@mi-portal/contract/desk'
import type { Received, Reply } from '@mi-portal/contract/endpoint'
import { pageOf } from '@mi-portal/contract/paging'
import type { Ages } from '@mi-portal/contract/values/ages'
import { ageOn, dayOf } from '@mi-portal/contract/values/dates'
import { showDocument } from '@mi-portal/contract/values/document-number'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { Attachment } from '../../platform/http/forms/attachments.ts'
import type { BudgetsService } from '../budgets/budgets.service.ts'
import type { ContactService } from '../contact/contact.service.ts'
import { formatRequestNumber, isAtSites, mayAnswer } from '../desk-requests/desk-requests.rules.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import type { DocumentsService } from '../documents/documents.service.ts'
import { fullNameOf } from '../people/people.rules.ts'
import type { Person } from '../people/people.service.ts'
import { findPerson } from '../people/people.service.ts'
import { subjectOf } from '../privacy/privacy.rules.ts'
import type { PrivacyService } from '../privacy/privacy.service.ts'

/** The functions by which each module presents and answers its requests. */
type StaffRequestService = {
  readonly describeForStaff: (
    id: number,
  ) => Promise<{ facts: { label: string; value: string }[]; message: string }>
  /** Returns false if the request is answered already. */
  readonly answer: (tx: Queries, id: number, text: string, by: number, now: Date) => Promise<boolean>
}

type DeskDependencies = {
  readonly requests: DeskRequestsService
  readonly documents: DocumentsService
  readonly budgets: BudgetsService
  readonly contact: ContactService
  readonly privacy: PrivacyService
  readonly ctx: Context
  readonly audit: Audit
  readonly clock: Clock
  readonly ages: Ages
}

type Tray = Received<typeof deskEndpoints.tray>['query']
type Place = { readonly matter: Matter; readonly id: number }
type Row = Awaited<ReturnType<DeskRequestsService['tray']>>['rows'][number]

/** Returns a request as the inbox lists it. */
function rowOf(row: Row) {
  return {
    matter: row.matter,
    id: row.id,
    receipt: formatRequestNumber(row.matter, row.id, row.created_at),
    subject: row.matter === 'privacy' ? subjectOf(row.subject) : row.subject,
    patient_full_name: row.patient_full_name,
    state: row.state,
    created_at: row.created_at.toISOString(),
    due_at: row.due_at.toISOString(),
    answered_at: row.answered_at?.toISOString() ?? null,
  }
}

const nameOf = (person: Person | null) => (person === null ? '' : fullNameOf(person))

export function createDeskService(dependencies: DeskDependencies) {
  const { requests, ctx, audit, clock, ages } = dependencies
  const domains: Readonly<Record<Matter, StaffRequestService>> = {
    documents: dependencies.documents,
    budgets: dependencies.budgets,
    contact: dependencies.contact,
    imaging: dependencies.contact,
    privacy: dependencies.privacy,
  }

  /** Returns a request. Throws 403 for a matter that the caller does not answer, and 404 for a request of another site. */
  async function found(actor: Actor, { matter, id }: Place) {
    if (!mayAnswer(actor, matter)) throw new ApiError('forbidden')
    const request = await requests.one(matter, id)
    if (request === null || !isAtSites(actor, request.site_id)) throw new ApiError('notFound')
    return request
  }

  /** Another person asks for an adolescent as guardian, and for an adult as delegate. Neither may read what the law reserves. */
  function reserveApplies(patient: Person | null, requesterId: number): boolean {
    if (!patient?.date_birth || patient.id === requesterId) return false
    return ageOn(patient.date_birth, dayOf(clock.now())) >= ages.reserve
  }

  return {
    /** Returns a page of requests of a matter, and writes an audit entry for every patient on it. */
    tray: async (
      actor: Actor,
      { matter, state, ...page }: Tray,
      origin: Origin,
    ): Promise<Reply<typeof deskEndpoints.tray>> => {
      if (!mayAnswer(actor, matter)) throw new ApiError('forbidden')
      const [rows, waiting] = await Promise.all([
        requests.tray(matter, state, clock.now(), page, actor.sites),
        requests.pending(actor.sites),
      ])
      await audit.recordEach(
        { actorId: actor.id, actorRole: actor.rol, action: 'desk.list', object: `matter=${matter}`, origin },
        [...new Set(rows.rows.map((row) => row.patient_id))],
      )
      const countOf = (one: Matter) =>
        (mayAnswer(actor, one) ? waiting : []).find((row) => row.matter === one)?.count ?? 0
      const [documents, budgets, contact, imaging, privacy] = matters.map(countOf)
      return {
        requests: rows.rows.map(rowOf),
        pending: {
          documents: documents ?? 0,
          budgets: budgets ?? 0,
          contact: contact ?? 0,
          imaging: imaging ?? 0,
          privacy: privacy ?? 0,
        },
        ...pageOf(rows, page),
      }
    },

    /** Returns one request, and audits that it was opened. */
    open: async (actor: Actor, place: Place, origin: Origin): Promise<DeskRequest> => {
      const request = await found(actor, place)
      const [detail, patient, requester, answeredBy, filesOf, orders] = await Promise.all([
        domains[place.matter].describeForStaff(place.id),
        findPerson(ctx, request.patient_id),
        findPerson(ctx, request.requester_id),
        request.answered_by === null ? null : findPerson(ctx, request.answered_by),
        requests.filesOf(place.matter, [place.id], deskEndpoints.file),
        requests.ordersAtDesk(place.matter, place.id, deskEndpoints.file),
      ])
      await audit.record({
        actorId: actor.id,
        actorRole: actor.rol,
        action: 'desk.open',
        patientId: request.patient_id,
        object: `${place.matter}=${place.id}`,
        origin,
      })
      return {
        ...rowOf(request),
        patient: {
          full_name: nameOf(patient),
          document: patient === null ? '' : showDocument(patient.document_type_id, patient.document_number),
        },
        requester: {
          full_name: nameOf(requester),
          email: requester?.email ?? null,
          phone: requester?.phone ?? null,
          is_patient: request.requester_id === request.patient_id,
        },
        reserve_applies: reserveApplies(patient, request.requester_id),
        may_extend: place.matter === 'privacy' && (await dependencies.privacy.mayExtend(place.id)),
        ...detail,
        files: [...filesOf(place.id, 'request'), ...orders],
        answer:
          request.state === 'respondida'
            ? {
                text: request.answer ?? '',
                by: answeredBy === null ? null : nameOf(answeredBy),
                files: filesOf(place.id, 'answer'),
              }
            : null,
      }
    },

    /** Answers a request. The same answer by the same person again changes nothing; any other answer is 409. */
    answer: async (
      actor: Actor,
      place: Place,
      text: string,
      files: readonly Attachment[],
      origin: Origin,
    ): Promise<void> => {
      const request = await found(actor, place)
      if (request.state === 'respondida' && request.answered_by === actor.id && request.answer === text)
        return
      await requests.answer({
        actor,
        request,
        files,
        origin,
        write: (tx, now) => domains[place.matter].answer(tx, place.id, text, actor.id, now),
      })
    },

    extend: dependencies.privacy.extend,
    openFile: requests.openFileAtDesk,
  }
}

export type DeskService = ReturnType<typeof createDeskService>
