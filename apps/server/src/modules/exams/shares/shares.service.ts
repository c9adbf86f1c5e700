/**
 * Shares exams with people outside the portal. A share is valid only while its creator has access to the patient's
 * record: it ends when the account closes, a child comes of age or the family link ends. The recipient needs the link
 * and the code.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import { sharingText } from '@mi-portal/contract/consents'
import { fullPath } from '@mi-portal/contract/endpoint'
import {
  type ExamShare,
  examShareEndpoints,
  type OpenedShare,
  type shareDraft,
} from '@mi-portal/contract/exam-shares'
import type { ExamType } from '@mi-portal/contract/exams'
import { accountStatus } from '@mi-portal/contract/people'
import type { Ages } from '@mi-portal/contract/values/ages'
import { ageOn, dayOf } from '@mi-portal/contract/values/dates'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import type { Actor, AuthorizedPatientId, Origin } from '../../platform/http/actor.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import {
  createKeyedHash,
  createSigner,
  hashToken,
  newShareCode,
  newToken,
} from '../../platform/security/tokens.ts'
import { callerNetwork, limits, type Tries } from '../../platform/security/tries.ts'
import type { ClinicalArchive, Reading } from '../../ports/clinical-archive.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService } from '../consents/consents.service.ts'
import type { Reach } from '../family/reach.ts'
import { fullNameOf } from '../people/people.rules.ts'
import type { PeopleService } from '../people/people.service.ts'
import { maySee } from './exams.rules.ts'
import { type ExamsService, presentExam } from './exams.service.ts'
import { examShared, shareCopy, shareEnded } from './shares.mails.ts'
import { mayManage, shareEnds, withoutPast } from './shares.rules.ts'
import type { ShareRow, SharesStore } from './shares.store.ts'

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

type SharesParts = {
  readonly db: Database
  readonly store: SharesStore
  readonly exams: ExamsService
  readonly archive: ClinicalArchive
  readonly files: FileStore
  readonly reach: Reach
  readonly people: PeopleService
  readonly tries: Tries
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  readonly consents: ConsentsService
  readonly ages: Ages
  readonly secrets: Secrets
  /** Days that a share is stored after its expiry. */
  readonly keptDays: number
}

type Draft = z.output<typeof shareDraft>
const changedConsent = 'Esta autorización cambió mientras la leías. Revísala nuevamente'

const keySeconds = 300

function reading(patient: AuthorizedPatientId): Reading {
  return { patientId: patient.id, withoutReserved: patient.withoutReserved }
}

/** Returns the audit entry of a share that the portal itself ended. */
function endEntry(share: ShareRow) {
  return {
    actorId: null,
    actorRole: 'system',
    action: 'exams.shares.end',
    patientId: share.patient_id,
    object: `share=${share.id}`,
    origin: null,
  } as const
}

export function sharesService(parts: SharesParts) {
  const { db, store, exams, archive, files, reach, people, tries, audit, mail, clock } = parts
  const fileKeys = createSigner(parts.secrets, 'shared-exam-file')
  const codeHashes = createKeyedHash(parts.secrets, 'share-code')
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  /**
   * Returns the access to the patient that the sharer has now. Null if their account is not usable, if the family link
   * was interrupted since the share, or if they have no access to the patient or to this kind of exam any more.
   */
  async function authorizeSharer(share: ShareRow): Promise<AuthorizedPatientId | null> {
    const sharer = await people.byId(share.sharer_id)
    const usable =
      sharer !== null &&
      sharer.status === accountStatus.enabled &&
      sharer.deleted_at === null &&
      !people.hasComeOfAge(sharer) &&
      maySee(share.type, sharer.document_type_id)
    return usable && share.link_held ? reach.still(share.sharer_id, share.patient_id) : null
  }

  /**
   * Throws if the caller is not the person who has to consent to this share. Sharing sensitive data needs express
   * consent: the guardian's until the age of consent, the minor's own from then on (Ley 19.628, art. 16 quáter).
   */
  async function rejectWithoutConsent(actor: Actor, patientId: number): Promise<void> {
    const patient = await people.byId(patientId)
    if (!patient?.date_birth) return
    const consents = ageOn(patient.date_birth, dayOf(clock.now())) >= parts.ages.consent
    if (actor.id !== patientId && consents) throw new ApiError('shareOfTheirOwn')
    if (actor.id === patientId && !consents) throw new ApiError('shareByGuardian')
  }

  function isLive(share: ShareRow): boolean {
    return share.ended_at === null && share.expires_at > clock.now()
  }

  /** Ends a share whose creator lost access to the patient's record. */
  async function endOrphanedShare(share: ShareRow): Promise<void> {
    await db.transaction(async (tx) => {
      const ended = await store.end(tx, [share.id], clock.now(), 'sight')
      if (ended.length === 0) return
      await audit.add(tx, endEntry(share))
    })
  }

  /**
   * Audits that wrong codes ended a share, and notifies its owner, who may not know that another person has the link.
   */
  async function auditEndByCodes(
    tx: Queries,
    share: ShareRow,
    sharer: Person | null,
    patient: Person | null,
  ): Promise<void> {
    await audit.add(tx, { ...endEntry(share), detail: { because: 'codes' } })
    if (sharer === null || sharer.email === null || patient === null) return
    await mail.queue(tx, shareEnded, {
      recipient: sharer.email,
      person_id: sharer.id,
      data: {
        first_name: sharer.greeting_name,
        patient_name: sharer.id === patient.id ? null : patient.first_name,
        recipient: share.recipient_email,
      },
    })
  }

  /** Returns the copies to mail: to the sharer, and to the patient if they have a mailbox of their own. */
  async function findCopyRecipients(sharerId: number, patientId: number, recipient: string, until: Date) {
    const [sharer, patient] = await Promise.all([people.byId(sharerId), people.byId(patientId)])
    if (sharer === null || patient === null) throw new ApiError('notFound')
    const own = sharer.id === patient.id
    const told = [
      { person: sharer, shared_by: null, patient_name: own ? null : patient.first_name },
      ...(own ? [] : [{ person: patient, shared_by: fullNameOf(sharer), patient_name: null }]),
    ]
    const mailboxes = new Set<string>()
    const copies = told.flatMap(({ person, ...names }) => {
      const mailbox = person.email?.toLowerCase()
      if (!person.email || !mailbox || mailboxes.has(mailbox)) return []
      mailboxes.add(mailbox)
      return [
        {
          recipient: person.email,
          person_id: person.id,
          data: { first_name: person.greeting_name, ...names, recipient, until: dayOf(until) },
        },
      ]
    })
    return { sharer, copies }
  }

  async function auditOpening(
    share: ShareRow,
    outcome: 'done' | 'refused',
    origin: Origin,
    because?: string,
  ) {
    await audit.note({
      actorId: null,
      actorRole: 'share',
      action: 'exams.shares.open',
      patientId: share.patient_id,
      object: `attention_id=${share.exam_id} share=${share.id}`,
      outcome,
      origin,
      ...(because === undefined ? {} : { detail: { because } }),
    })
  }

  /** Rejects an unknown share with 404, and with 429 once this IP address tried too many. */
  async function rejectUnknown(origin: Origin): Promise<never> {
    const misses = await tries.look(limits.fileKey, callerNetwork(origin.ip))
    if (misses.over) throw new ApiError('tooMany', { retryAfter: misses.retryAfter })
    await tries.count(limits.fileKey, callerNetwork(origin.ip))
    throw new ApiError('notFound')
  }

  async function rejectEnded(share: ShareRow, origin: Origin, because: string): Promise<never> {
    await auditOpening(share, 'refused', origin, because)
    throw new ApiError('shareOver')
  }

  /** Returns the exam of a live share with the access to read it; otherwise rejects the call. */
  async function openable(share: ShareRow, origin: Origin) {
    if (!isLive(share)) return rejectEnded(share, origin, 'over')
    const patient = await authorizeSharer(share)
    if (patient === null) {
      await endOrphanedShare(share)
      return rejectEnded(share, origin, 'sight')
    }
    const exam = await archive.exam(reading(patient), share.exam_id, share.type)
    return exam === null ? rejectEnded(share, origin, 'exam') : { patient, exam }
  }

  function fileAddress(share: ShareRow, document: number): string {
    const until = Math.min(seconds() + keySeconds, Math.floor(share.expires_at.getTime() / 1000))
    return fullPath(examShareEndpoints.file).replace('{key}', fileKeys.sign([share.id, until, document]))
  }

  return {
    endAllOf: store.endAllOf,
    /** Ends everything that a person shares, of their own exams and of a child's. */
    endSharedBy: store.endSharedBy,

    /** Mails the link and returns the code, which is shown nowhere else. */
    send: async (
      actor: Actor,
      patient: AuthorizedPatientId,
      { attention_id, type }: { attention_id: number; type: ExamType },
      draft: Draft,
      origin: Origin,
    ) => {
      const exam = await exams.found(actor, patient, attention_id, type)
      await rejectWithoutConsent(actor, patient.id)
      if (draft.consent_version !== undefined && draft.consent_version !== sharingText.version)
        throw new ApiError('invalid', { param: 'consent_version', msg: changedConsent })
      if ((await store.relationship(draft.type_relationship)) === null) {
        throw new ApiError('invalid', {
          faults: [{ msg: 'Selecciona el Tipo de relación', param: 'type_relationship' }],
        })
      }
      await tries.demand([limits.share], String(actor.id))
      const now = clock.now()
      const expires_at = shareEnds(now)
      const [token, code] = [newToken(), newShareCode()]
      const { sharer, copies } = await findCopyRecipients(
        actor.id,
        patient.id,
        draft.recipient_email,
        expires_at,
      )
      const id = await db.transaction(async (tx) => {
        const share = await store.insert(tx, {
          exam_id: exam.id,
          type,
          patient_id: patient.id,
          sharer_id: actor.id,
          recipient_email: draft.recipient_email,
          relationship_type_id: draft.type_relationship,
          comment: draft.comment,
          token_hash: hashToken(token),
          code_hash: codeHashes.of(`${token}:${code}`),
          created_at: now,
          expires_at,
        })
        await parts.consents.give(tx, {
          personId: actor.id,
          kind: 'sharing',
          ...sharingText,
          channel: draft.consent_version === undefined ? 'api' : 'web',
          ip: origin.ip,
          ...(actor.id === patient.id ? {} : { patientId: patient.id }),
        })
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.id === patient.id ? actor.rol : 'guardian',
          action: 'exams.share',
          patientId: patient.id,
          object: `attention_id=${exam.id} share=${share}`,
          origin,
        })
        const sent = await mail.queue(tx, examShared, {
          recipient: draft.recipient_email,
          person_id: null,
          data: {
            shared_by: sharer.names_proven ? fullNameOf(sharer) : null,
            token,
            until: dayOf(expires_at),
          },
          notAfter: expires_at,
        })
        if (sent === 'refused') {
          throw new ApiError('invalid', {
            faults: [{ msg: 'Digita E-mail válido', param: 'recipient_email' }],
          })
        }
        for (const copy of copies) await mail.queue(tx, shareCopy, copy)
        return share
      })
      mail.nudge()
      return { share: { id, code, expires_at: expires_at.toISOString() } }
    },

    list: async (actor: Actor, patient: AuthorizedPatientId): Promise<{ shares: ExamShare[] }> => {
      const now = clock.now()
      const rows = (
        await store.listed(patient.id, new Date(now.getTime() - parts.keptDays * 24 * 3_600_000))
      ).filter(
        (share) =>
          mayManage(share, { id: actor.id, withoutReserved: patient.withoutReserved }) &&
          maySee(share.type, actor.documentType),
      )
      const known = new Map(
        (await archive.examsById(reading(patient), [...new Set(rows.map(({ exam_id }) => exam_id))])).map(
          (exam) => [exam.id, exam],
        ),
      )
      const lost = new Set<number>()
      for (const share of rows) {
        if (share.sharer_id === share.patient_id || !isLive(share) || (await authorizeSharer(share)) !== null)
          continue
        await endOrphanedShare(share)
        lost.add(share.id)
      }
      return {
        shares: rows.flatMap((share) => {
          const exam = known.get(share.exam_id)
          if (exam === undefined) return []
          const ended_at = lost.has(share.id) ? now : share.ended_at
          return [
            {
              id: share.id,
              exam: { ...presentExam(exam), type: exam.type },
              recipient_email: share.recipient_email,
              type_relationship: share.type_relationship,
              shared_by: share.shared_by,
              created_at: share.created_at.toISOString(),
              expires_at: share.expires_at.toISOString(),
              openings: share.openings.map((at) => ({ at: new Date(at).toISOString() })),
              ended_at: ended_at?.toISOString() ?? null,
              ended_because: lost.has(share.id) ? 'sight' : share.ended_because,
            },
          ]
        }),
      }
    },

    /**
     * Ends a share at once; a share that has ended stays ended. Throws 404 for a caller to whom the share is not
     * shown.
     */
    end: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      const share = await store.byId(id)
      if (share === null) throw new ApiError('notFound')
      const patient = await reach.still(actor.id, share.patient_id)
      const entry = {
        actorId: actor.id,
        actorRole: actor.id === share.patient_id ? actor.rol : 'guardian',
        action: 'exams.shares.end',
        patientId: share.patient_id,
        object: `share=${share.id}`,
        origin,
      }
      if (patient === null || !mayManage(share, { id: actor.id, withoutReserved: patient.withoutReserved })) {
        await audit.note({ ...entry, actorRole: actor.rol, outcome: 'refused' })
        throw new ApiError('notFound')
      }
      await db.transaction(async (tx) => {
        const ended = await store.end(tx, [share.id], clock.now(), 'ended')
        if (ended.length > 0) await audit.add(tx, entry)
      })
    },

    /** Opens the exam of a link for a caller who also has the code. */
    open: async (token: string, code: string, origin: Origin): Promise<OpenedShare> => {
      const share = await store.byToken(hashToken(token))
      if (share === null) return rejectUnknown(origin)
      const { patient, exam } = await openable(share, origin)
      const hashes = codeHashes.candidates(`${token}:${code}`)
      // Read before the transaction, which would otherwise hold one connection while it waits for a second one.
      const [sharer, owner] = await Promise.all([people.byId(share.sharer_id), people.byId(share.patient_id)])
      const tried = await store.tryCode(share.id, hashes, clock.now(), (tx) =>
        auditEndByCodes(tx, share, sharer, owner),
      )
      if (tried.outcome === 'over') return rejectEnded(share, origin, 'over')
      if (tried.outcome === 'wrong') {
        mail.nudge()
        await auditOpening(share, 'refused', origin, 'code')
        throw new ApiError('wrongShareCode', { param: 'code' })
      }
      await auditOpening(share, 'done', origin)
      const read = await exams.readResults(exam, patient, (document) => fileAddress(share, document))
      return {
        type: share.type,
        exam: read.exam,
        conclusion: read.conclusion,
        results: withoutPast(read.results),
        pdf_url: read.pdf_url,
        documents: read.documents,
        has_unshowable_document: read.has_unshowable_document,
        shared_by: sharer === null ? '' : fullNameOf(sharer),
        comment: share.comment,
        expires_at: share.expires_at.toISOString(),
        openings_left: tried.left,
      }
    },

    /** Returns the file of a shared exam for a key that an opening created. */
    file: async (key: string, origin: Origin) => {
      const [id, until, document = 0] = fileKeys.open(key) ?? []
      const share =
        id === undefined || until === undefined || seconds() >= until ? null : await store.byId(id)
      if (share === null || !isLive(share)) return rejectUnknown(origin)
      const patient = await authorizeSharer(share)
      const documents = patient === null ? [] : await archive.examFiles(reading(patient), share.exam_id)
      const file = documents.find(({ number }) => number === document)
      const content = file === undefined ? null : await files.read(file.key)
      if (file === undefined || content === null) return rejectUnknown(origin)
      await audit.note({
        actorId: null,
        actorRole: 'share',
        action: 'exams.file',
        patientId: share.patient_id,
        object: `attention_id=${share.exam_id} share=${share.id}`,
        origin,
      })
      return { name: file.name, content }
    },
  }
}

export type SharesService = ReturnType<typeof sharesService>
