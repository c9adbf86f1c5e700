/** Documents that patients request. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { documentEndpoints } from '@mi-portal/contract/documents'
import type { Received, Reply } from '@mi-portal/contract/endpoint'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import * as documentsSql from './documents.sql.ts'

type Draft = Received<typeof documentEndpoints.request>['body']

export function createDocumentsService({
  db,
  requests,
}: {
  readonly db: Database
  readonly requests: DeskRequestsService
}) {
  return {
    kinds: () => documentsSql.kinds(db),

    /** Requests a document. Throws 400 for an unknown kind, and 404 without access to the patient. */
    requestDocument: async (actor: Actor, draft: Draft, origin: Origin): Promise<number> => {
      const kinds = await documentsSql.kinds(db)
      if (!kinds.some(({ id }) => id === draft.document))
        throw new ApiError('invalid', { param: 'document', msg: 'Selecciona Documento' })
      const patient = await requests.reachable(actor, 'documents', draft.family_member_id, origin)
      return requests.submit({
        actor,
        matter: 'documents',
        patient,
        origin,
        insert: (tx, arrival) =>
          documentsSql.insert(
            tx,
            {
              requesterId: actor.id,
              patientId: patient.id,
              kindId: draft.document,
              comment: draft.comment,
            },
            arrival,
          ),
      })
    },

    list: async (actor: Actor, page: Page): Promise<Reply<typeof documentEndpoints.list>> => {
      const patients = await requests.patientsStillSeen(actor, ['documents'])
      const found = await documentsSql.list(db, actor.id, patients, page)
      await requests.markAnswersRead(actor, 'documents', found.rows)
      const filesOf = await requests.filesOf(
        'documents',
        found.rows.map(({ id }) => id),
      )
      return {
        requests: found.rows.map((row) => ({
          id: row.id,
          document: { id: row.kind_id, name: row.kind_name },
          patient_full_name: row.patient_full_name,
          comment: row.comment,
          application_date: row.created_at.toISOString(),
          due_at: row.due_at.toISOString(),
          state: row.state,
          answer: row.answer,
          answered_at: row.answered_at?.toISOString() ?? null,
          files: filesOf(row.id, 'answer'),
        })),
        ...pageOf(found, page),
      }
    },

    /** Returns what the inbox shows besides the kind of document. */
    describeForStaff: async (id: number) => ({ facts: [], message: await documentsSql.comment(db, id) }),
    /** Returns false if the request is answered already. */
    answer: (tx: Queries, id: number, text: string, by: number, now: Date) =>
      documentsSql.answer(tx, id, text, by, now),
  }
}

export type DocumentsService = ReturnType<typeof createDocumentsService>
