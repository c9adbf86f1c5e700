/**
 * Exams shared with somebody outside. Whoever shares lends their own sight: when that ends (the account closes, a
 * child comes of age, the family link ends) the share ends with it. The recipient needs the link and the code.
 */

import { sharingText } from '@mi-portal/contract/consents'
import { fullPath } from '@mi-portal/contract/endpoint'
import {
  type ExamShare,
  examShareEndpoints,
  type OpenedShare,
  type shareDraft,
} from '@mi-portal/contract/exam-shares'
import type { ExamType } from '@mi-portal/contract/exams'
import { Failure } from '@mi-portal/contract/failure'
import { accountStatus } from '@mi-portal/contract/people'
import type { Ages } from '@mi-portal/contract/values/ages'
import { ageOn, dayOf } from '@mi-portal/contract/values/dates'
import type * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin, ReachablePatientId } from '../../platform/http/actor.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import {
  createKeyedHash,
  createSigner,
  hashToken,
  newShareCode,
  newToken,
} from '../../platform/security/tokens.ts'
import { limits, type Tries } from '../../platform/security/tries.ts'
import type { ClinicalArchive, Reading } from '../../ports/clinical-archive.ts'
import type { FileStore } from '../../ports/files.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { ConsentsService } from '../consents/consents.service.ts'
import type { Reach } from '../family/reach.ts'
import type { PeopleService } from '../people/people.service.ts'
import { maySee } from './exams.rules.ts'
import { type ExamsService, presentExam } from './exams.service.ts'
import { examShared, shareCopy } from './shares.mails.ts'
import { mayManage, shareEnds, withoutPast } from './shares.rules.ts'
import type { ShareRow, SharesStore } from './shares.store.ts'

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
  /** Days that a share is kept after its end. */
  readonly keptDays: number
}

type Draft = z.output<typeof shareDraft>
const changedConsent = 'Esta autorización cambió mientras la leías. Revísala nuevamente'

type Named = { readonly first_name: string; readonly last_name: string }

const keySeconds = 300

function reading(patient: ReachablePatientId): Reading {
  return { patientId: patient.id, withoutReserved: patient.withoutReserved }
}

function fullName({ first_name, last_name }: Named): string {
  return `${first_name} ${last_name}`.trim()
}

export function sharesService(parts: SharesParts) {
  const { db, store, exams, archive, files, reach, people, tries, audit, mail, clock } = parts
  const fileKeys = createSigner(parts.secrets, 'shared-exam-file')
  const codeHashes = createKeyedHash(parts.secrets, 'share-code')
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  /** The sight that the sharer still has and lends; null once it is lost, and then for good. */
  async function standing(share: ShareRow): Promise<ReachablePatientId | null> {
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
   * Sharing sensitive data rests on express consent: the guardian's until the age of consent, the minor's own from then
   * on (Ley 19.628, art. 16 quáter).
   */
  async function refuseWithoutConsent(actor: Actor, patientId: number): Promise<void> {
    const patient = await people.byId(patientId)
    if (!patient?.date_birth) return
    const consents = ageOn(patient.date_birth, dayOf(clock.now())) >= parts.ages.consent
    if (actor.id !== patientId && consents) throw new Failure('shareOfTheirOwn')
    if (actor.id === patientId && !consents) throw new Failure('shareByGuardian')
  }

  function isLive(share: ShareRow): boolean {
    return share.ended_at === null && share.expires_at > clock.now()
  }

  /** Ends a share that nobody lends their sight to any more. */
  async function endLost(share: ShareRow): Promise<void> {
    await db.transaction(async (tx) => {
      const ended = await store.end(tx, [share.id], clock.now(), 'sight')
      if (ended.length === 0) return
      await audit.add(tx, {
        actorId: null,
        actorRole: 'system',
        action: 'exams.shares.end',
        patientId: share.patient_id,
        object: `share=${share.id}`,
        origin: null,
      })
    })
  }

  /** Whoever shared is told, and the patient too where they have a mailbox of their own. */
  async function copiesOf(sharerId: number, patientId: number, recipient: string, until: Date) {
    const [sharer, patient] = await Promise.all([people.byId(sharerId), people.byId(patientId)])
    if (sharer === null || patient === null) throw new Failure('notFound')
    const own = sharer.id === patient.id
    const told = [
      { person: sharer, shared_by: null, patient_name: own ? null : patient.first_name },
      ...(own ? [] : [{ person: patient, shared_by: fullName(sharer), patient_name: null }]),
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
          data: { first_name: person.first_name, ...names, recipient, until: dayOf(until) },
        },
      ]
    })
    return { sharer, copies }
  }

  async function noteOpening(share: ShareRow, outcome: 'done' | 'refused', origin: Origin, because?: string) {
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

  /** What names no share: 404, and 429 once this address tried too many. */
  async function refuseUnknown(origin: Origin): Promise<never> {
    const misses = await tries.look(limits.fileKey, origin.ip)
    if (misses.over) throw new Failure('tooMany', { retryAfter: misses.retryAfter })
    await tries.count(limits.fileKey, origin.ip)
    throw new Failure('notFound')
  }

  async function refuseOver(share: ShareRow, origin: Origin, because: string): Promise<never> {
    await noteOpening(share, 'refused', origin, because)
    throw new Failure('shareOver')
  }

  /** A live share's exam with the sight it is read with, or the refusal. */
  async function openable(share: ShareRow, origin: Origin) {
    if (!isLive(share)) return refuseOver(share, origin, 'over')
    const patient = await standing(share)
    if (patient === null) {
      await endLost(share)
      return refuseOver(share, origin, 'sight')
    }
    const exam = await archive.exam(reading(patient), share.exam_id, share.type)
    return exam === null ? refuseOver(share, origin, 'exam') : { patient, exam }
  }

  function fileAddress(share: ShareRow): string {
    const until = Math.min(seconds() + keySeconds, Math.floor(share.expires_at.getTime() / 1000))
    return fullPath(examShareEndpoints.file).replace('{key}', fileKeys.sign([share.id, until]))
  }

  return {
    endAllOf: store.endAllOf,
    /** Ends what somebody shares, their own exams and a child's. */
    endSharedBy: store.endSharedBy,

    /** Mails the link and gives back the code, which is told nowhere else. */
    send: async (
      actor: Actor,
      patient: ReachablePatientId,
      { attention_id, type }: { attention_id: number; type: ExamType },
      draft: Draft,
      origin: Origin,
    ) => {
      const exam = await exams.found(actor, patient, attention_id, type)
      await refuseWithoutConsent(actor, patient.id)
      if (draft.consent_version !== undefined && draft.consent_version !== sharingText.version)
        throw new Failure('invalid', { param: 'consent_version', msg: changedConsent })
      if ((await store.relationship(draft.type_relationship)) === null) {
        throw new Failure('invalid', {
          faults: [{ msg: 'Selecciona el Tipo de relación', param: 'type_relationship' }],
        })
      }
      await tries.demand([limits.share], String(actor.id))
      const now = clock.now()
      const expires_at = shareEnds(now)
      const [token, code] = [newToken(), newShareCode()]
      const { sharer, copies } = await copiesOf(actor.id, patient.id, draft.recipient_email, expires_at)
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
          data: { shared_by: fullName(sharer), token, until: dayOf(expires_at) },
          notAfter: expires_at,
        })
        if (sent === 'refused') {
          throw new Failure('invalid', {
            faults: [{ msg: 'Digita E-mail válido', param: 'recipient_email' }],
          })
        }
        for (const copy of copies) await mail.queue(tx, shareCopy, copy)
        return share
      })
      mail.nudge()
      return { share: { id, code, expires_at: expires_at.toISOString() } }
    },

    list: async (actor: Actor, patient: ReachablePatientId): Promise<{ shares: ExamShare[] }> => {
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
        if (share.sharer_id === share.patient_id || !isLive(share) || (await standing(share)) !== null)
          continue
        await endLost(share)
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

    /** Ends a share at once; one that has ended stays ended. 404 for whoever it is not shown to. */
    end: async (actor: Actor, id: number, origin: Origin): Promise<void> => {
      const share = await store.byId(id)
      if (share === null) throw new Failure('notFound')
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
        throw new Failure('notFound')
      }
      await db.transaction(async (tx) => {
        const ended = await store.end(tx, [share.id], clock.now(), 'ended')
        if (ended.length > 0) await audit.add(tx, entry)
      })
    },

    /** The exam behind a link, for whoever also has the code. */
    open: async (token: string, code: string, origin: Origin): Promise<OpenedShare> => {
      const share = await store.byToken(hashToken(token))
      if (share === null) return refuseUnknown(origin)
      const { patient, exam } = await openable(share, origin)
      const tried = await store.tryCode(share.id, codeHashes.candidates(`${token}:${code}`), clock.now())
      if (tried.outcome === 'over') return refuseOver(share, origin, 'over')
      if (tried.outcome === 'wrong') {
        await noteOpening(share, 'refused', origin, 'code')
        throw new Failure('wrongShareCode', { param: 'code' })
      }
      await noteOpening(share, 'done', origin)
      const [read, sharer] = await Promise.all([
        exams.readResults(exam, patient, () => fileAddress(share)),
        people.byId(share.sharer_id),
      ])
      return {
        type: share.type,
        exam: read.exam,
        results: withoutPast(read.results),
        pdf_url: read.pdf_url,
        shared_by: sharer === null ? '' : fullName(sharer),
        comment: share.comment,
        expires_at: share.expires_at.toISOString(),
        openings_left: tried.left,
      }
    },

    /** The shared exam's file behind a key that an opening gave out. */
    file: async (key: string, origin: Origin) => {
      const [id, until] = fileKeys.open(key) ?? []
      const share =
        id === undefined || until === undefined || seconds() >= until ? null : await store.byId(id)
      if (share === null || !isLive(share)) return refuseUnknown(origin)
      const patient = await standing(share)
      const file = patient === null ? null : await archive.examFile(reading(patient), share.exam_id)
      const content = file === null ? null : await files.read(file.key)
      if (file === null || content === null) return refuseUnknown(origin)
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
