import { ApiError } from '@mi-portal/contract/calls/api-error'
import { sharingText, sharingVisitText } from '@mi-portal/contract/consents'
import { examShareEndpoints } from '@mi-portal/contract/exams/exam-shares'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { ageOn, toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import type { AuthorizedPatient } from '../../../platform/http/actor.ts'
import { renderQrSvg } from '../../../platform/pdf/qr-code.ts'
import { limits } from '../../../platform/security/rate-limiter.ts'
import { createKeyedHash, hashToken, newSpokenCode, newToken } from '../../../platform/security/tokens.ts'
import type { ArchivedExam } from '../../../ports/clinical-archive.ts'
import { storeConsent } from '../../consents/manage-consents.ts'
import { findPerson } from '../../people/read-people.ts'
import { findExamsOfVisit } from '../download-visits.ts'
import { findExam } from '../read-exams.ts'
import { examShared, shareCopy } from './shares.mails.ts'
import { shareEnds } from './shares.rules.ts'
import { findRelationship, insertShare, insertSharedExams } from './shares.sql.ts'

const examNotShareable = 'Uno de los exámenes ya no se puede compartir. Revisa tu selección'
const changedConsent = 'Esta autorización cambió mientras la leías. Revísala nuevamente'

/**
 * Throws if the caller is not the person who has to consent to this share. Sharing sensitive data needs express
 * consent: the guardian's until the age of consent, the minor's own from then on (Ley 19.628, art. 16 quáter).
 */
async function rejectWithoutConsent(ctx: ActorContext, patientId: number): Promise<void> {
  const { actor, ages, clock } = ctx
  const patient = await findPerson(ctx, patientId)
  if (!patient?.date_birth) return
  const consents = ageOn(patient.date_birth, toDay(clock.now())) >= ages.consent
  if (actor.id !== patientId && consents) throw new ApiError('shareOfTheirOwn')
  if (actor.id === patientId && !consents) throw new ApiError('shareByGuardian')
}

async function findCopyRecipients(
  ctx: Context,
  sharerId: number,
  patientId: number,
  { recipient, several, until }: { recipient: string; several: boolean; until: Date },
) {
  const [sharer, patient] = await Promise.all([findPerson(ctx, sharerId), findPerson(ctx, patientId)])
  if (sharer === null || patient === null) throw new ApiError('notFound')
  const isOwn = sharer.id === patient.id
  const readers = [
    { person: sharer, shared_by: null, patient_name: isOwn ? null : patient.first_name },
    ...(isOwn ? [] : [{ person: patient, shared_by: formatFullName(sharer), patient_name: null }]),
  ]
  const mailboxes = new Set<string>()
  const copies = readers.flatMap(({ person, ...names }) => {
    const mailbox = person.email?.toLowerCase()
    if (!person.email || !mailbox || mailboxes.has(mailbox)) return []
    mailboxes.add(mailbox)
    const data = { first_name: person.greeting_name, ...names, several, recipient, until: toDay(until) }
    return [{ recipient: person.email, person_id: person.id, data }]
  })
  return { sharer, copies }
}

async function findOtherExams(
  ctx: ActorContext,
  patient: AuthorizedPatient,
  exam: ArchivedExam,
  chosen: readonly number[],
) {
  const ids = new Set(chosen)
  ids.delete(exam.id)
  if (ids.size === 0) return []
  const visit = await findExamsOfVisit(ctx, patient, ctx.actor.documentType, exam)
  const others = visit.filter(({ id }) => ids.has(id))
  if (others.length < ids.size)
    throw new ApiError('invalid', { fieldErrors: [{ msg: examNotShareable, param: 'other_exams' }] })
  return others
}

/** Mails the link, and returns it with the code, which is shown nowhere else. */
export const sendShare = operation(
  examShareEndpoints.send,
  async (ctx, { patient, params: { attention_id, type }, body: draft }) => {
    const { db, actor, audit, mail, origin, config } = ctx
    const { recipient_email, type_relationship } = draft
    const exam = await findExam(ctx, patient, attention_id, type)
    await rejectWithoutConsent(ctx, patient.id)
    const others = await findOtherExams(ctx, patient, exam, draft.other_exams)
    const several = others.length > 0
    const consentText = several ? sharingVisitText : sharingText
    if (draft.consent_version !== undefined && draft.consent_version !== consentText.version)
      throw new ApiError('invalid', { param: 'consent_version', msg: changedConsent })
    if ((await findRow(db, findRelationship, { id: type_relationship })) === null) {
      throw new ApiError('invalid', {
        fieldErrors: [{ msg: 'Selecciona el Tipo de relación', param: 'type_relationship' }],
      })
    }
    await ctx.rateLimiter.consumeEach([limits.share], String(actor.id))
    const created_at = ctx.clock.now()
    const expires_at = shareEnds(created_at)
    const [token, code] = [newToken(), newSpokenCode()]
    const { sharer, copies } = await findCopyRecipients(ctx, actor.id, patient.id, {
      recipient: recipient_email,
      several,
      until: expires_at,
    })
    const link = `${config.publicUrl}/compartido/${token}`
    const qr_svg = renderQrSvg(link)
    const isOwn = actor.id === patient.id
    const consent = {
      personId: actor.id,
      kind: 'sharing' as const,
      ...consentText,
      channel: draft.consent_version === undefined ? ('api' as const) : ('web' as const),
      ip: origin.ip,
      ...(isOwn ? {} : { patientId: patient.id }),
    }
    const id = await db.transaction(async (tx) => {
      const share = await findRow(tx, insertShare, {
        exam_id: exam.id,
        type,
        patient_id: patient.id,
        sharer_id: actor.id,
        recipient_email,
        relationship_type_id: type_relationship,
        comment: draft.comment,
        token_hash: hashToken(token),
        code_hash: createKeyedHash(config.secrets, 'share-code').of(`${token}:${code}`),
        created_at,
        expires_at,
      })
      if (share === null) throw new Error('shares: the insert returned no row')
      const shared = others.map((other) => ({ id: other.id, type: other.type }))
      if (several) await tx.run(insertSharedExams, { share_id: share.id, others: JSON.stringify(shared) })
      await storeConsent(ctx, tx, consent)
      for (const one of [exam, ...others])
        await audit.add(tx, 'exams.share', {
          actorRole: isOwn ? actor.rol : 'guardian',
          patientId: patient.id,
          object: `attention_id=${one.id} share=${share.id}`,
        })
      const sent = await mail.queue(tx, examShared, {
        recipient: recipient_email,
        person_id: null,
        data: {
          shared_by: sharer.names_proven ? formatFullName(sharer) : null,
          several,
          token,
          until: toDay(expires_at),
        },
        notAfter: expires_at,
      })
      if (sent === 'refused') {
        throw new ApiError('invalid', {
          fieldErrors: [{ msg: 'Digita E-mail válido', param: 'recipient_email' }],
        })
      }
      for (const copy of copies) await mail.queue(tx, shareCopy, copy)
      return share.id
    })
    return { share: { id, code, link, qr_svg, expires_at } }
  },
)
