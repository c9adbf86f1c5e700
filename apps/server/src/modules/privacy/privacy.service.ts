/** Requests about personal data: the six rights of the law, each with a receipt and a deadline. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Received, Reply } from '@mi-portal/contract/endpoint'
import { pageOf } from '@mi-portal/contract/paging'
import { dueOf, extendedDue, lastDay, type privacyEndpoints, receiptOf } from '@mi-portal/contract/privacy'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, showDay } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { addNotNotified } from '../../platform/notified.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { findPerson } from '../people/people.service.ts'
import { dataRequestExtended } from './privacy.mails.ts'
import { mayExtend, mayUseFor } from './privacy.rules.ts'
import * as privacySql from './privacy.sql.ts'

type Draft = Received<typeof privacyEndpoints.request>['body']
type Query = Received<typeof privacyEndpoints.list>['query']

type PrivacyDependencies = {
  readonly db: Database
  readonly requests: DeskRequestsService
  readonly ctx: Context
  readonly mail: MailQueue
  readonly audit: Audit
  readonly clock: Clock
  readonly ages: Ages
}

export function createPrivacyService(dependencies: PrivacyDependencies) {
  const { db, requests, ctx, mail, audit, clock, ages } = dependencies

  return {
    /**
     * Stores a request. Throws 404 for a patient to whom the caller has no access, and 400 if only the minor may use the
     * right.
     */
    requestRight: async (actor: Actor, draft: Draft, origin: Origin) => {
      const { right, message } = draft
      const patient = await requests.reachable(actor, 'privacy', draft.family_member_id, origin)
      const person = await findPerson(ctx, patient.id)
      if (patient.id !== actor.id && !mayUseFor(right, person?.date_birth ?? null, dayOf(clock.now()), ages))
        throw new ApiError('rightOfTheirOwn', { param: 'right' })
      let arrived = { now: clock.now(), dueAt: clock.now() }
      const id = await requests.submit({
        actor,
        matter: 'privacy',
        patient,
        origin,
        legalDueAt: (now) => dueOf(right, now),
        insert: (tx, arrival) => {
          arrived = arrival
          const { now, dueAt } = arrival
          return privacySql.insert(
            tx,
            { requesterId: actor.id, patientId: patient.id, kind: right, message, dueAt },
            now,
          )
        },
      })
      return { id, receipt: receiptOf(id, arrived.now), due_on: lastDay(arrived.dueAt) }
    },

    list: async (actor: Actor, page: Query): Promise<Reply<typeof privacyEndpoints.list>> => {
      const patients = await requests.patientsStillSeen(actor, ['privacy'])
      const found = await privacySql.list(db, actor.id, patients, page)
      await requests.markAnswersRead(actor, 'privacy', found.rows)
      const filesOf = await requests.filesOf(
        'privacy',
        found.rows.map(({ id }) => id),
      )
      return {
        requests: found.rows.map((row) => ({
          id: row.id,
          receipt: receiptOf(row.id, row.created_at),
          right: row.kind,
          patient_full_name: row.patient_full_name,
          is_own: row.requester_id === actor.id,
          message: row.message,
          created_at: row.created_at.toISOString(),
          due_on: lastDay(row.due_at),
          extension_reason: row.extension_reason,
          state: row.state,
          answer: row.answer,
          answered_at: row.answered_at?.toISOString() ?? null,
          files: filesOf(row.id, 'answer'),
        })),
        ...pageOf(found, page),
      }
    },

    /** Returns what the inbox shows besides the right. */
    describeForStaff: async (id: number) => {
      const request = await privacySql.one(db, id)
      if (request === null) throw new ApiError('notFound')
      const facts = [
        { label: 'Responder a más tardar', value: showDay(lastDay(request.due_at)) },
        ...(request.extension_reason === null
          ? []
          : [{ label: 'Plazo extendido por', value: request.extension_reason }]),
      ]
      return { facts, message: request.message }
    },
    /** Returns false if the request is answered already. */
    answer: (tx: Queries, id: number, text: string, by: number, now: Date) =>
      privacySql.answer(tx, id, text, by, now),

    mayExtend: async (id: number): Promise<boolean> => {
      const request = await privacySql.one(db, id)
      return request !== null && mayExtend(request, clock.now())
    },

    /**
     * Extends the deadline of a request, which is possible once, and notifies the requester. Throws 409 if it cannot
     * be extended.
     */
    extend: async (actor: Actor, id: number, reason: string, origin: Origin): Promise<string> => {
      const request = await privacySql.one(db, id)
      if (request === null) throw new ApiError('notFound')
      const dueAt = extendedDue(request.due_at)
      const requester = await findPerson(ctx, request.requester_id)
      await db.transaction(async (tx) => {
        if (!(await privacySql.extend(tx, id, dueAt, reason, actor.id, clock.now())))
          throw new ApiError('termNotExtended')
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'privacy.extend',
          patientId: request.patient_id,
          object: `privacy=${id}`,
          origin,
        })
        if (!requester?.email) return addNotNotified(request.requester_id, 'no_address')
        await mail.queue(tx, dataRequestExtended, {
          recipient: requester.email,
          person_id: requester.id,
          data: {
            first_name: requester.greeting_name,
            number: receiptOf(id, request.created_at),
            due_on: lastDay(dueAt),
          },
        })
      })
      mail.trigger()
      return dueAt.toISOString()
    },
  }
}

export type PrivacyService = ReturnType<typeof createPrivacyService>
