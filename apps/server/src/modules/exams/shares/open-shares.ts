import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { shareLimits } from '@mi-portal/contract/exams/exam-share-limits'
import { examShareEndpoints, type OpenedExam } from '@mi-portal/contract/exams/exam-shares'
import type { ExamType } from '@mi-portal/contract/exams/exams'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { CallContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { getSigner } from '../../../platform/context/signers.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import type { AuthorizedPatient } from '../../../platform/http/actor.ts'
import { sendDocument } from '../../../platform/http/headers.ts'
import { createKeyedHash, hashToken } from '../../../platform/security/tokens.ts'
import type { ArchivedExam } from '../../../ports/clinical-archive.ts'
import { findPerson, type Person } from '../../people/read-people.ts'
import { findNumbersWithImages, getReading } from '../read-exams.ts'
import { readResults } from '../read-results.ts'
import {
  authorizeSharedExam,
  authorizeSharer,
  describeEndOfShare,
  endOrphanedShare,
  isLive,
  rejectUnknown,
} from './share-access.ts'
import { signOpening } from './share-image-keys.ts'
import { shareEnded } from './shares.mails.ts'
import { listSharedExams, withoutPast } from './shares.rules.ts'
import {
  checkCode,
  countOpenings,
  findShare,
  findShareOfToken,
  insertOpening,
  type ShareRow,
} from './shares.sql.ts'

const keySeconds = 300
const filePurpose = 'shared-exam-file'

/** Audits that wrong codes ended a share, and notifies its owner, who may not know that another person has the link. */
async function auditEndByCodes(
  { auditLog, mail }: Context,
  tx: Queries,
  share: ShareRow,
  sharer: Person | null,
  patient: Person | null,
): Promise<void> {
  await auditLog.add(tx, { ...describeEndOfShare(share), detail: { because: 'codes' } })
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

const describeOpening = ({ id, patient_id }: ShareRow, examId: number) => ({
  actorRole: 'share',
  patientId: patient_id,
  object: `attention_id=${examId} share=${id}`,
})

const auditRejection = ({ audit }: CallContext, share: ShareRow, because: string) =>
  audit.record('exams.shares.open', {
    ...describeOpening(share, share.exam_id),
    outcome: 'refused',
    detail: { because },
  })

async function rejectEnded(ctx: CallContext, share: ShareRow, because: string): Promise<never> {
  await auditRejection(ctx, share, because)
  throw new ApiError('shareOver')
}

/** The exams that can still be shown, the first one named first. Rejects the call if there are none or the share has ended. */
async function findOpenableExams(ctx: CallContext, share: ShareRow, sharer: Person | null) {
  if (!isLive(ctx, share)) return rejectEnded(ctx, share, 'over')
  const patient = await authorizeSharer(ctx, share)
  if (patient === null) {
    await endOrphanedShare(ctx, share)
    return rejectEnded(ctx, share, 'sight')
  }
  const shared = sharer === null ? [] : listSharedExams(share, sharer.document_type_id)
  const ids = shared.map(({ id }) => id)
  const found = await ctx.ports.archive.examsById(getReading(ctx, patient), ids)
  const [exam, ...others] = shared.flatMap(({ id, type }) =>
    found.filter((one) => one.id === id && one.type === type),
  )
  return exam === undefined ? rejectEnded(ctx, share, 'exam') : { patient, exam, others }
}

function getFileAddress(ctx: Context, share: ShareRow, examId: number, document: number): string {
  const end = Math.min(ctx.clock.now().getTime() + keySeconds * 1000, share.expires_at.getTime())
  const key = getSigner(ctx, filePurpose).sign([share.id, Math.floor(end / 1000), document, examId])
  return fullPath(examShareEndpoints.file).replace('{key}', key)
}

async function mayHaveImages(
  ctx: Context,
  patient: AuthorizedPatient,
  { id, type }: { readonly id: number; readonly type: ExamType },
) {
  if (type !== 'imaging') return false
  const number = await ctx.ports.archive.accessionNumber(getReading(ctx, patient), id)
  return number !== null && (await findNumbersWithImages(ctx, patient, type, [number])).has(number)
}

async function openExam(
  ctx: Context,
  share: ShareRow,
  patient: AuthorizedPatient,
  exam: ArchivedExam & { readonly type: ExamType },
  opening: number,
): Promise<OpenedExam> {
  const [read, hasImages] = await Promise.all([
    readResults(ctx, exam, patient, (document) => getFileAddress(ctx, share, exam.id, document)),
    mayHaveImages(ctx, patient, exam),
  ])
  return {
    type: exam.type,
    exam: read.exam,
    conclusion: read.conclusion,
    report: read.report,
    results: withoutPast(read.results),
    pdf_url: read.pdf_url,
    documents: read.documents,
    has_unshowable_document: read.has_unshowable_document,
    images_key: hasImages ? signOpening(ctx, { share, opening, examId: exam.id }) : null,
  }
}

/**
 * Checks a code and, if it is right, adds an opening, whose number counts from 1. The database counts, so concurrent calls cannot exceed
 * the limits. `over` means that the share has ended, expired or was opened often enough. `onEnded` runs in the same transaction when this
 * code was the last wrong one allowed.
 */
function tryCode(
  { db, clock }: Context,
  id: number,
  codeHashes: readonly Buffer[],
  onEnded: (tx: Queries) => Promise<void>,
): Promise<number | 'over' | 'wrong'> {
  const now = clock.now()
  const code_hashes = codeHashes.map((hash) => hash.toString('hex'))
  return db.transaction(async (tx) => {
    // The updated row stays locked until the transaction ends, so the next statement sees every earlier opening.
    const checked = await findRow(tx, checkCode, { id, code_hashes, now })
    if (checked === null) return 'over'
    if (checked.ended) await onEnded(tx)
    if (!checked.right) return 'wrong'
    const before = (await findRow(tx, countOpenings, { share_id: id }))?.count ?? 0
    if (before >= shareLimits.openings) return 'over'
    await tx.run(insertOpening, { share_id: id, number: before + 1, now })
    return before + 1
  })
}

export const openShare = operation(examShareEndpoints.open, async (ctx, { body: { token, code } }) => {
  const share = await findRow(ctx.db, findShareOfToken, { token_hash: hashToken(token) })
  if (share === null) return rejectUnknown(ctx)
  const [sharer, owner] = await Promise.all([
    findPerson(ctx, share.sharer_id),
    findPerson(ctx, share.patient_id),
  ])
  const { patient, exam, others } = await findOpenableExams(ctx, share, sharer)
  const hashes = createKeyedHash(ctx.config.secrets, 'share-code').candidates(`${token}:${code}`)
  // The people were read before, because the transaction would hold one connection while it waits for a second one.
  const opening = await tryCode(ctx, share.id, hashes, (tx) => auditEndByCodes(ctx, tx, share, sharer, owner))
  if (opening === 'over') return rejectEnded(ctx, share, 'over')
  if (opening === 'wrong') {
    await auditRejection(ctx, share, 'code')
    throw new ApiError('wrongShareCode', { param: 'code' })
  }
  for (const { id } of [exam, ...others])
    await ctx.audit.record('exams.shares.open', describeOpening(share, id))
  const other_exams: OpenedExam[] = []
  for (const other of others) other_exams.push(await openExam(ctx, share, patient, other, opening))
  return {
    ...(await openExam(ctx, share, patient, exam, opening)),
    other_exams,
    shared_by: sharer === null ? '' : formatFullName(sharer),
    comment: share.comment,
    expires_at: share.expires_at,
    openings_left: shareLimits.openings - opening,
  }
})

export const sendSharedDocument = operation(
  examShareEndpoints.file,
  async (ctx, { params: { key }, reply }) => {
    const { archive, archiveFiles } = ctx.ports
    const [id, until, document = 0, examId = 0] = getSigner(ctx, filePurpose).open(key) ?? []
    const isOver = until === undefined || Math.floor(ctx.clock.now().getTime() / 1000) >= until
    const share = id === undefined || isOver ? null : await findRow(ctx.db, findShare, { id })
    if (share === null || !isLive(ctx, share)) return rejectUnknown(ctx)
    const patient = await authorizeSharedExam(ctx, share, examId)
    const documents = patient === null ? [] : await archive.examFiles(getReading(ctx, patient), examId)
    const file = documents.find(({ number }) => number === document)
    const content = file === undefined ? null : await archiveFiles.read(file.key)
    if (file === undefined || content === null) return rejectUnknown(ctx)
    await ctx.audit.record('exams.file', describeOpening(share, examId))
    return sendDocument(reply, { name: file.name, media_type: 'application/pdf', content }, 'inline')
  },
)
