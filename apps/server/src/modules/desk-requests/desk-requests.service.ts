/**
 * The steps of every request to a department: stored with its files, mailed to the department, confirmed to the
 * requester, answered once.
 */

import type { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/api-error'
import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import type { Matter, TrayState } from '@mi-portal/contract/desk'
import { type AttachedFile, deskRequestEndpoints } from '@mi-portal/contract/desk-requests'
import { fullPath } from '@mi-portal/contract/endpoint'
import type { Page } from '@mi-portal/contract/paging'
import { accountStatus } from '@mi-portal/contract/people'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import {
  type Actor,
  type AuthorizedPatient,
  auditRoleOf,
  type Origin,
  type RecordRole,
} from '../../platform/http/actor.ts'
import type { Attachment } from '../../platform/http/forms/attachments.ts'
import { addNotNotified } from '../../platform/notified.ts'
import { limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { addCallDue } from '../calls-due/add-call-due.ts'
import { getDueMoment } from '../deadlines/get-due-moment.ts'
import { authorizePatient, recheckAccess } from '../family/patient-access.ts'
import type { NotificationsService } from '../notifications/notifications.service.ts'
import type { Notice } from '../notifications/notify-person.ts'
import type { Person } from '../people/people.service.ts'
import { findPerson } from '../people/people.service.ts'
import { ownFile } from '../uploads/store-files.ts'
import { requestAnswered, requestArrived, requestReceived } from './desk-requests.mails.ts'
import {
  type Arrival,
  answerNotice,
  formatRequestNumber,
  isAtSites,
  kindOf,
  matterLabels,
  mayAnswer,
  mayRead,
  promises,
  recordMatterOf,
  whereToRead,
} from './desk-requests.rules.ts'
import type { OwnedFile, RequestFile, Sites, TrayRequest } from './desk-requests.sql.ts'
import * as deskRequestsSql from './desk-requests.sql.ts'

type DeskRequestsDependencies = {
  readonly db: Database

  readonly files: FileStore

  readonly ctx: Context
  readonly notifications: Pick<NotificationsService, 'notify' | 'notifyWithMail' | 'wantsMail'>
  readonly mail: MailQueue
  readonly publicClinic: () => PublicClinic
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
  /** The mailbox of each department. */
  readonly mailboxes: Readonly<Record<Matter, string>>
}

/** A request as its module passes it. */
type Submission = {
  readonly actor: Actor
  readonly matter: Matter
  readonly patient: AuthorizedPatient<'requests'>
  readonly files?: readonly Attachment[]
  /** The end of a legal deadline; absent if the clinic's promise counts. */
  readonly legalDueAt?: (now: Date) => Date
  /** Inserts the request itself and returns its id. */
  readonly insert: (tx: Queries, arrival: Arrival) => Promise<number>
  readonly origin: Origin
}

type Answer = {
  readonly actor: Actor
  readonly request: TrayRequest
  readonly files: readonly Attachment[]
  /** Stores the answer; returns whether the request was still open. */
  readonly write: (tx: Queries, now: Date) => Promise<boolean>
  readonly origin: Origin
}

/** The account that sent a request, as the notification of the answer needs it. */
type Requester = Person
type AnsweredRequest = Pick<TrayRequest, 'matter' | 'id' | 'patient_id' | 'created_at' | 'site_id'>

/** Days in which an unread answer is news. */
const unreadAnswerDays = 90

const perDay = {
  documents: limits.documentRequest,
  budgets: limits.budgetRequest,
  contact: limits.contactRequest,
  imaging: limits.contactRequest,
  privacy: limits.dataRequest,
} as const

/** An opened file to send. */
type OpenedFile = { readonly name: string; readonly media_type: string; readonly content: Readable }

/** Returns the function that adds to a file the address at which an endpoint sends it. */
function attachedFileAt(endpoint: { readonly path: `/${string}` }) {
  const base = fullPath({ ...deskRequestEndpoints.file, path: endpoint.path })
  return ({ id, name, scan_state }: Pick<RequestFile, 'id' | 'name' | 'scan_state'>): AttachedFile => ({
    name,
    url: base.replace('{file_id}', String(id)),
    scan_state,
  })
}

const action: Readonly<Record<Matter, string>> = {
  documents: 'documents.request',
  budgets: 'budgets.request',
  contact: 'contact.request',
  imaging: 'imaging.request',
  privacy: 'privacy.request',
}

export function createDeskRequestsService(dependencies: DeskRequestsDependencies) {
  const { db, files, ctx, mail, rateLimiter, audit, clock } = dependencies
  const { notifications, publicClinic } = dependencies

  /** Returns until when the clinic promises to answer a request that arrives now. It is stored with the request. */
  const receive = async (tx: Queries, matter: Matter, now: Date): Promise<Arrival> => ({
    now,
    dueAt: await getDueMoment(tx, publicClinic().promises[promises[matter]], now),
  })

  async function storeFiles(
    tx: Queries,
    request: { readonly matter: Matter; readonly id: number; readonly side: RequestFile['side'] },
    attachments: readonly Attachment[],
  ): Promise<void> {
    for (const attachment of attachments) {
      const fileId = await ownFile(ctx, tx, {
        ...attachment,
        purpose: request.side === 'answer' ? 'answer' : 'request',
        encrypted: null,
      })
      await deskRequestsSql.attach(tx, fileId, kindOf[request.matter], request.id, request.side)
    }
  }

  async function contentOf(file: OwnedFile): Promise<OpenedFile> {
    const content = await files.read(file.key)
    if (content === null)
      throw new ApiError('unavailable', { cause: new Error('requests: the bytes are gone') })
    return { name: file.name, media_type: file.media_type, content }
  }

  /** Mails the department of a matter that a request waits, without its content. */
  async function notifyDepartment(
    tx: Queries,
    arrived: {
      readonly matter: Matter
      readonly id: number
      readonly number: string
      readonly due_at: Date
      readonly files: number
    },
  ): Promise<void> {
    await mail.queue(tx, requestArrived, {
      recipient: dependencies.mailboxes[arrived.matter],
      person_id: null,
      data: arrived,
    })
  }

  /** Mails the answer's arrival to a requester who has no account any more. If there is no mailbox, staff have to call them. */
  async function notifyWithoutAccount(
    tx: Queries,
    { matter, site_id }: AnsweredRequest,
    { id, email }: Requester,
    data: { readonly first_name: string; readonly matter: Matter; readonly number: string },
  ): Promise<void> {
    const mailed = { person_id: id, data: { ...data, path: whereToRead[matter] } }
    const isQueued =
      email !== null && (await mail.queue(tx, requestAnswered, { ...mailed, recipient: email })) === 'queued'
    if (isQueued) return
    const topic = matter === 'privacy' ? 'privacy' : 'requests'
    const text = `Respondimos su solicitud ${data.number}: ${matterLabels[matter].toLowerCase()}.`
    const now = clock.now()
    await addCallDue(tx, { topic, patient_id: id, appointment_id: null, site_id, text, now })
  }

  async function notifyAnswered(tx: Queries, request: AnsweredRequest, requester: Requester): Promise<void> {
    const { matter } = request
    const number = formatRequestNumber(matter, request.id, request.created_at)
    const notice: Notice = {
      person_id: requester.id,
      type: 'requests',
      text: answerNotice(matter, number),
      request: { matter, id: request.id },
      ...(request.patient_id === requester.id
        ? {}
        : { about: { patient_id: request.patient_id, reserved_group: null } }),
    }
    const data = { first_name: requester.greeting_name, matter, number }
    if (requester.status !== accountStatus.enabled || requester.deleted_at !== null)
      return notifyWithoutAccount(tx, request, requester, data)
    // The law sets a deadline for these answers, so they are mailed even if the requester chose other channels.
    if (matter === 'privacy') {
      await notifications.notify(tx, notice)
      if (requester.email === null) return addNotNotified(requester.id, 'no_address')
      const own = { recipient: requester.email, person_id: requester.id }
      await mail.queue(tx, requestAnswered, { ...own, data: { ...data, path: whereToRead[matter] } })
      return
    }
    await notifications.notifyWithMail(tx, notice, requestAnswered, (path) =>
      requester.email === null ? null : { recipient: requester.email, data: { ...data, path } },
    )
  }

  function auditFile(
    actor: Actor,
    file: OwnedFile,
    fileId: number,
    origin: Origin,
    { mayOpen, role }: { readonly mayOpen: boolean; readonly role: RecordRole },
  ) {
    return audit.record({
      actorId: actor.id,
      actorRole: mayOpen ? auditRoleOf(actor, { role }) : actor.rol,
      action: 'requests.file',
      patientId: file.patient_id,
      object: `${file.matter}=${file.request_id} file=${fileId}`,
      outcome: mayOpen ? 'done' : 'refused',
      origin,
    })
  }

  return {
    notifyDepartment,
    receive,

    /** Returns the patient that a request names, if the caller may request for them; otherwise throws 404. */
    reachable: (actor: Actor, matter: Matter, patientId: number | null | undefined, origin: Origin) =>
      authorizePatient(
        ctx,
        actor,
        {
          patientId: patientId ?? actor.id,
          matter: recordMatterOf[matter],
          action: action[matter],
          object: null,
          staffToo: false,
        },
        origin,
      ),

    /** Stores a request. Throws 429 after twenty in a day. */
    submit: async ({
      actor,
      matter,
      patient,
      files: attached = [],
      legalDueAt,
      insert,
      origin,
    }: Submission) => {
      await rateLimiter.consumeEach([perDay[matter]], String(actor.id))
      const requester = await findPerson(ctx, actor.id)
      const number = await db.transaction(async (tx) => {
        const now = clock.now()
        const arrival = legalDueAt ? { now, dueAt: legalDueAt(now) } : await receive(tx, matter, now)
        const id = await insert(tx, arrival)
        const facts = { matter, number: formatRequestNumber(matter, id, now), due_at: arrival.dueAt }
        await storeFiles(tx, { matter, id, side: 'request' }, attached)
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: auditRoleOf(actor, patient),
          action: action[matter],
          patientId: patient.id,
          object: `${matter}=${id}`,
          origin,
          detail: { files: attached.length },
        })
        await notifyDepartment(tx, { ...facts, id, files: attached.length })
        // The receipt names the way of the answer, so it takes the same.
        const wantsMail = matter === 'privacy' || (await notifications.wantsMail(tx, actor.id, 'answers'))
        if (requester?.email && wantsMail)
          await mail.queue(tx, requestReceived, {
            recipient: requester.email,
            person_id: requester.id,
            data: { first_name: requester.greeting_name, ...facts },
          })
        else addNotNotified(actor.id, wantsMail ? 'no_address' : 'channel_off')
        return id
      })
      mail.trigger()
      return number
    },

    /** Answers a request and notifies the requester. Throws 409 if another person answered first. */
    answer: async ({ actor, request, files: attached, write, origin }: Answer): Promise<void> => {
      const requester = await findPerson(ctx, request.requester_id)
      await db.transaction(async (tx) => {
        if (!(await write(tx, clock.now()))) throw new ApiError('decidedAlready')
        await storeFiles(tx, { ...request, side: 'answer' }, attached)
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'desk.answer',
          patientId: request.patient_id,
          object: `${request.matter}=${request.id}`,
          origin,
          detail: { files: attached.length },
        })
        if (requester !== null) await notifyAnswered(tx, request, requester)
      })
      mail.trigger()
    },

    /** Returns the patients of the caller's requests whose record the caller may still see. */
    patientsStillSeen: async (actor: Actor, matters: readonly Matter[]): Promise<number[]> => {
      const asked = await deskRequestsSql.patientsOf(db, actor.id, matters)
      const matter = matters.every((one) => recordMatterOf[one] === 'requests') ? 'requests' : 'whole'
      const seen = await Promise.all(
        asked.map((patientId) => recheckAccess(ctx, actor.id, patientId, matter)),
      )
      return seen.flatMap((patient) => (patient === null ? [] : [patient.id]))
    },

    /** Returns the files of these requests by side, with the address at which this kind of caller downloads them. */
    filesOf: async (
      matter: Matter,
      requestIds: readonly number[],
      endpoint: { readonly path: `/${string}` } = deskRequestEndpoints.file,
    ): Promise<(requestId: number, side: RequestFile['side']) => AttachedFile[]> => {
      const rows =
        requestIds.length === 0 ? [] : await deskRequestsSql.filesOf(db, kindOf[matter], requestIds)
      return (requestId, side) =>
        rows.filter((row) => row.request_id === requestId && row.side === side).map(attachedFileAt(endpoint))
    },

    /** Opens a file for a patient. Throws 404 if the caller may not read the request. */
    openFile: async (actor: Actor, fileId: number, origin: Origin): Promise<OpenedFile> => {
      const file = await deskRequestsSql.fileById(db, fileId)
      if (file === null) throw new ApiError('notFound')
      const patient = await recheckAccess(ctx, actor.id, file.patient_id, recordMatterOf[file.matter])
      const mayOpen =
        patient !== null &&
        mayRead(
          { ...file, kind: kindOf[file.matter] },
          { id: actor.id, withoutReserved: patient.withoutReserved },
        )
      await auditFile(actor, file, fileId, origin, { mayOpen, role: patient?.role ?? 'self' })
      if (!mayOpen) throw new ApiError('notFound')
      return contentOf(file)
    },

    /** Returns the medical order of the appointment that a request is about, which only imaging requests have. */
    ordersAtDesk: async (
      matter: Matter,
      requestId: number,
      endpoint: { readonly path: `/${string}` },
    ): Promise<AttachedFile[]> =>
      matter === 'imaging'
        ? (await deskRequestsSql.ordersOf(db, requestId)).map(attachedFileAt(endpoint))
        : [],

    /** Opens a file of a request, or the medical order of its appointment, for staff. */
    openFileAtDesk: async (actor: Actor, fileId: number, origin: Origin): Promise<OpenedFile> => {
      const file =
        (await deskRequestsSql.fileById(db, fileId)) ?? (await deskRequestsSql.orderById(db, fileId))
      if (file === null || !isAtSites(actor, file.site_id)) throw new ApiError('notFound')
      if (!mayAnswer(actor, file.matter)) throw new ApiError('forbidden')
      await auditFile(actor, file, fileId, origin, { mayOpen: true, role: 'staff' })
      return contentOf(file)
    },

    /** Returns the answers to the caller's requests about these patients that the caller has not read, the latest first. */
    unreadAnswers: async (actor: Actor, patients: readonly AuthorizedPatient<'requests'>[]) => {
      const answers = await deskRequestsSql.unreadAnswers(
        db,
        actor.id,
        patients.map(({ id }) => id),
        new Date(clock.now().getTime() - unreadAnswerDays * 86_400_000),
      )
      // A delegate does not see messages, not even their own about the patient, sent when they had access to the whole record.
      const delegated = new Set(patients.flatMap(({ id, role }) => (role === 'delegate' ? [id] : [])))
      return answers.filter(
        ({ patient_id, matter }) => !delegated.has(patient_id) || recordMatterOf[matter] === 'requests',
      )
    },

    /** Stores that a list showed the caller the answers of these requests. */
    markAnswersRead: async (
      actor: Actor,
      matter: Matter,
      shown: readonly { readonly id: number; readonly state: 'pendiente' | 'respondida' }[],
    ): Promise<void> => {
      const answered = shown.filter(({ state }) => state === 'respondida').map(({ id }) => id)
      if (answered.length > 0)
        await deskRequestsSql.markRead(db, actor.id, kindOf[matter], answered, clock.now())
    },

    tray: (matter: Matter, wanted: TrayState, now: Date, page: Page, sites: Sites) =>
      deskRequestsSql.tray(db, matter, wanted, now, page, sites),
    pending: (sites: Sites) => deskRequestsSql.pending(db, sites),
    one: (matter: Matter, id: number) => deskRequestsSql.one(db, matter, id),
  }
}

export type DeskRequestsService = ReturnType<typeof createDeskRequestsService>
