/** Shares an exam, or chosen exams of its visit: mails the link to the recipient, and a copy to the sharer and the patient. */

import { ApiError } from '@mi-portal/contract/api-error'
import { sharingText, sharingVisitText } from '@mi-portal/contract/consents'
import type { shareDraft } from '@mi-portal/contract/exam-share-draft'
import type { ExamType } from '@mi-portal/contract/exams'
import { ageOn, dayOf } from '@mi-portal/contract/values/dates'
import type * as z from 'zod/mini'
import type { Queries } from '../../../platform/database/database.ts'
import type { Actor, AuthorizedPatient, Origin } from '../../../platform/http/actor.ts'
import { renderQrSvg } from '../../../platform/pdf/qr-code.ts'
import { limits } from '../../../platform/security/rate-limiter.ts'
import { createKeyedHash, hashToken, newSpokenCode, newToken } from '../../../platform/security/tokens.ts'
import type { ArchivedExam } from '../../../ports/clinical-archive.ts'
import { storeConsent } from '../../consents/manage-consents.ts'
import { fullNameOf } from '../../people/people.rules.ts'
import { findPerson } from '../../people/people.service.ts'
import type { SharesServiceDependencies } from './share-access.service.ts'
import { examShared, shareCopy } from './shares.mails.ts'
import { shareEnds } from './shares.rules.ts'
import * as sharesSql from './shares.sql.ts'

type Draft = z.output<typeof shareDraft>
const examNotShareable = 'Uno de los exámenes ya no se puede compartir. Revisa tu selección'
const changedConsent = 'Esta autorización cambió mientras la leías. Revísala nuevamente'

export function createShareSendingService(dependencies: SharesServiceDependencies) {
  const { db, exams, visits, ctx, rateLimiter, audit, mail, clock } = dependencies
  const codeHashes = createKeyedHash(dependencies.secrets, 'share-code')

  /**
   * Throws if the caller is not the person who has to consent to this share. Sharing sensitive data needs express
   * consent: the guardian's until the age of consent, the minor's own from then on (Ley 19.628, art. 16 quáter).
   */
  async function rejectWithoutConsent(actor: Actor, patientId: number): Promise<void> {
    const patient = await findPerson(ctx, patientId)
    if (!patient?.date_birth) return
    const consents = ageOn(patient.date_birth, dayOf(clock.now())) >= dependencies.ages.consent
    if (actor.id !== patientId && consents) throw new ApiError('shareOfTheirOwn')
    if (actor.id === patientId && !consents) throw new ApiError('shareByGuardian')
  }

  /** Returns the copies to mail: to the sharer, and to the patient if they have a mailbox of their own. */
  async function findCopyRecipients(
    sharerId: number,
    patientId: number,
    { recipient, several, until }: { recipient: string; several: boolean; until: Date },
  ) {
    const [sharer, patient] = await Promise.all([findPerson(ctx, sharerId), findPerson(ctx, patientId)])
    if (sharer === null || patient === null) throw new ApiError('notFound')
    const own = sharer.id === patient.id
    const readers = [
      { person: sharer, shared_by: null, patient_name: own ? null : patient.first_name },
      ...(own ? [] : [{ person: patient, shared_by: fullNameOf(sharer), patient_name: null }]),
    ]
    const mailboxes = new Set<string>()
    const copies = readers.flatMap(({ person, ...names }) => {
      const mailbox = person.email?.toLowerCase()
      if (!person.email || !mailbox || mailboxes.has(mailbox)) return []
      mailboxes.add(mailbox)
      return [
        {
          recipient: person.email,
          person_id: person.id,
          data: { first_name: person.greeting_name, ...names, several, recipient, until: dayOf(until) },
        },
      ]
    })
    return { sharer, copies }
  }

  /** Writes an audit entry for each exam that a link shows. */
  async function auditShare(
    tx: Queries,
    actor: Actor,
    patient: AuthorizedPatient,
    { share, examIds, origin }: { share: number; examIds: readonly number[]; origin: Origin },
  ) {
    for (const examId of examIds)
      await audit.add(tx, {
        actorId: actor.id,
        actorRole: actor.id === patient.id ? actor.rol : 'guardian',
        action: 'exams.share',
        patientId: patient.id,
        object: `attention_id=${examId} share=${share}`,
        origin,
      })
  }

  /**
   * Returns the chosen exams of the visit to which an exam belongs. Rejects an exam of another visit or patient, and one
   * that the caller may not see, all with the same error.
   */
  async function findOtherExams(
    actor: Actor,
    patient: AuthorizedPatient,
    exam: ArchivedExam,
    chosen: readonly number[],
  ) {
    const ids = new Set(chosen)
    ids.delete(exam.id)
    if (ids.size === 0) return []
    const visit = await visits.findExamsOfVisit(patient, actor.documentType, exam)
    const others = visit.filter(({ id }) => ids.has(id))
    if (others.length < ids.size)
      throw new ApiError('invalid', { fieldErrors: [{ msg: examNotShareable, param: 'other_exams' }] })
    return others
  }

  /** Mails the link, and returns it with the code, which is shown nowhere else. */
  async function sendShare(
    actor: Actor,
    patient: AuthorizedPatient,
    { attention_id, type }: { attention_id: number; type: ExamType },
    draft: Draft,
    origin: Origin,
  ) {
    const exam = await exams.found(actor, patient, attention_id, type)
    await rejectWithoutConsent(actor, patient.id)
    const others = await findOtherExams(actor, patient, exam, draft.other_exams)
    const consentText = others.length > 0 ? sharingVisitText : sharingText
    if (draft.consent_version !== undefined && draft.consent_version !== consentText.version)
      throw new ApiError('invalid', { param: 'consent_version', msg: changedConsent })
    if ((await sharesSql.relationship(db, draft.type_relationship)) === null) {
      throw new ApiError('invalid', {
        fieldErrors: [{ msg: 'Selecciona el Tipo de relación', param: 'type_relationship' }],
      })
    }
    await rateLimiter.consumeEach([limits.share], String(actor.id))
    const now = clock.now()
    const expires_at = shareEnds(now)
    const [token, code] = [newToken(), newSpokenCode()]
    const { sharer, copies } = await findCopyRecipients(actor.id, patient.id, {
      recipient: draft.recipient_email,
      several: others.length > 0,
      until: expires_at,
    })
    const link = `${dependencies.publicUrl}/compartido/${token}`
    const qr_svg = renderQrSvg(link)
    const id = await db.transaction(async (tx) => {
      const share = await sharesSql.insert(
        tx,
        {
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
        },
        others.map(({ id, type }) => ({ id, type })),
      )
      await storeConsent(ctx, tx, {
        personId: actor.id,
        kind: 'sharing',
        ...consentText,
        channel: draft.consent_version === undefined ? 'api' : 'web',
        ip: origin.ip,
        ...(actor.id === patient.id ? {} : { patientId: patient.id }),
      })
      await auditShare(tx, actor, patient, {
        share,
        examIds: [exam, ...others].map(({ id }) => id),
        origin,
      })
      const sent = await mail.queue(tx, examShared, {
        recipient: draft.recipient_email,
        person_id: null,
        data: {
          shared_by: sharer.names_proven ? fullNameOf(sharer) : null,
          several: others.length > 0,
          token,
          until: dayOf(expires_at),
        },
        notAfter: expires_at,
      })
      if (sent === 'refused') {
        throw new ApiError('invalid', {
          fieldErrors: [{ msg: 'Digita E-mail válido', param: 'recipient_email' }],
        })
      }
      for (const copy of copies) await mail.queue(tx, shareCopy, copy)
      return share
    })
    mail.trigger()
    return { share: { id, code, link, qr_svg, expires_at: expires_at.toISOString() } }
  }

  return { sendShare }
}

export type ShareSendingService = ReturnType<typeof createShareSendingService>
