/** Messages from patients to the clinic, and the contact requests that booking creates. */

import { ApiError } from '@mi-portal/contract/api-error'
import {
  branchCode,
  type ContactOptions,
  type contactEndpoints,
  findContactErrors,
  readExamDate,
  reasonAsks,
} from '@mi-portal/contract/contact'
import type { Received, Reply } from '@mi-portal/contract/endpoint'
import { pageOf } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../platform/database/database.ts'
import { toTextPatterns } from '../../platform/database/search-words.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { Attachment } from '../../platform/http/forms/attachments.ts'
import type { DeskRequestsService } from '../desk-requests/desk-requests.service.ts'
import { factsOf } from './contact.rules.ts'
import type { CaseKind, ImagingDetails } from './contact.sql.ts'
import * as contactSql from './contact.sql.ts'

type Form = Received<typeof contactEndpoints.send>['form']
type Search = Received<typeof contactEndpoints.pages>['body']

/** A case that the portal opens in the inbox about an account, on behalf of its owner. */
type AccountCase = { readonly personId: number; readonly kind: CaseKind; readonly message: string }

/** The data that the imaging wizard passes to its department. */
type ImagingRequest = {
  readonly requesterId: number
  readonly patientId: number
  /** The appointment booked with the answers; absent for a request to be called. */
  readonly appointmentId?: number
  /** The kind of exam, as the wizard names it. */
  readonly exam_type: string
  readonly details: ImagingDetails
}

export function createContactService({
  db,
  requests,
  options,
}: {
  readonly db: Database
  readonly requests: DeskRequestsService
  /** Returns what the published clinic offers in the form. */
  readonly options: () => ContactOptions
}) {
  const siteName = (code: string) => options().branches.find((branch) => branch.code === code)?.name ?? code

  return {
    reasons: () => contactSql.reasons(db),

    send: async (actor: Actor, form: Form, files: readonly Attachment[], origin: Origin): Promise<number> => {
      const offered = options()
      const fieldErrors = findContactErrors(form, offered)
      if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
      const asks = reasonAsks(form.reason_contact_id, offered)
      const patient = await requests.reachable(actor, 'contact', form.patient_id, origin)
      return requests.submit({
        actor,
        matter: 'contact',
        patient,
        files,
        origin,
        // Fields that the reason does not ask for are not stored.
        insert: (tx, arrival) =>
          contactSql.insert(
            tx,
            {
              requesterId: actor.id,
              patientId: patient.id,
              reasonId: Number(form.reason_contact_id),
              message: form.message,
              exam_date: asks.exam ? readExamDate(form.examDate) : null,
              exam_type: asks.exam ? form.examType : null,
              exam_name: asks.exam ? form.examName : null,
              branch: (asks.branch && branchCode(form.sucursal, offered)) || null,
              imaging: null,
              appointmentId: null,
            },
            arrival,
          ),
      })
    },

    /**
     * Stores an entry of the imaging inbox and notifies that inbox: a request to be called, or the questionnaire of
     * an appointment. The sender finds the answer among their contacts.
     */
    storeImaging: async (tx: Queries, request: ImagingRequest, now: Date): Promise<number> => {
      const arrival = await requests.receive(tx, 'imaging', now)
      const id = await contactSql.insert(
        tx,
        {
          requesterId: request.requesterId,
          patientId: request.patientId,
          reasonId: null,
          message: '',
          exam_date: null,
          exam_type: request.exam_type,
          exam_name: null,
          branch: null,
          imaging: request.details,
          appointmentId: request.appointmentId ?? null,
        },
        arrival,
      )
      await requests.notifyDepartment(tx, {
        matter: 'imaging',
        id,
        number: String(id),
        due_at: arrival.dueAt,
        files: 0,
      })
      return id
    },

    /** Opens a case about an account among the contact messages, and notifies their inbox. */
    openCase: async (tx: Queries, { personId, kind, message }: AccountCase, now: Date): Promise<number> => {
      const arrival = await requests.receive(tx, 'contact', now)
      const id = await contactSql.insert(
        tx,
        {
          requesterId: personId,
          patientId: personId,
          reasonId: null,
          kind,
          message,
          exam_date: null,
          exam_type: null,
          exam_name: null,
          branch: null,
          imaging: null,
          appointmentId: null,
        },
        arrival,
      )
      await requests.notifyDepartment(tx, {
        matter: 'contact',
        id,
        number: String(id),
        due_at: arrival.dueAt,
        files: 0,
      })
      return id
    },

    list: async (actor: Actor, search: Search): Promise<Reply<typeof contactEndpoints.pages>> => {
      const patientIds = await requests.patientsStillSeen(actor, ['contact', 'imaging'])
      const patterns = toTextPatterns(search.filter)
      const filter = { requesterId: actor.id, patientIds, state: search.status ?? '' }
      const found =
        patterns === null
          ? { rows: [], total: 0, more: false }
          : await contactSql.list(db, { ...filter, patterns }, search)
      await requests.markAnswersRead(actor, 'contact', found.rows)
      const filesOf = await requests.filesOf(
        'contact',
        found.rows.map(({ id }) => id),
      )
      return {
        contactUs: found.rows.map((row) => ({
          id: row.id,
          reason_contact: { name: row.subject },
          patient_full_name: row.patient_full_name,
          application_date: row.created_at.toISOString(),
          due_at: row.due_at.toISOString(),
          message: row.message,
          state: row.state,
          answer: row.answer,
          answered_at: row.answered_at?.toISOString() ?? null,
          files: filesOf(row.id, 'answer'),
        })),
        ...pageOf(found, search),
      }
    },

    describeForStaff: async (id: number) => {
      const contact = await contactSql.detail(db, id)
      return contact === null
        ? { facts: [], message: '' }
        : { facts: factsOf(contact, siteName), message: contact.message }
    },
    answer: (tx: Queries, id: number, text: string, by: number, now: Date) =>
      contactSql.answer(tx, id, text, by, now),
  }
}

export type ContactService = ReturnType<typeof createContactService>
