/** Shows a shared exam to its recipient, who needs the link and the code. */

import { ApiError } from '@mi-portal/contract/api-error'
import { fullPath } from '@mi-portal/contract/endpoint'
import { shareLimits } from '@mi-portal/contract/exam-share-limits'
import { examShareEndpoints, type OpenedExam, type OpenedShare } from '@mi-portal/contract/exam-shares'
import type { ExamType } from '@mi-portal/contract/exams'
import type { Queries } from '../../../platform/database/database.ts'
import type { AuthorizedPatient, Origin } from '../../../platform/http/actor.ts'
import { createKeyedHash, createSigner, hashToken } from '../../../platform/security/tokens.ts'
import type { ArchivedExam } from '../../../ports/clinical-archive.ts'
import { fullNameOf } from '../../people/people.rules.ts'
import type { Person } from '../../people/people.service.ts'
import { findPerson } from '../../people/people.service.ts'
import { describeEndOfShare, type SharesServiceDependencies } from './share-access.service.ts'
import type { ShareImageKeys } from './share-image-keys.service.ts'
import { shareEnded } from './shares.mails.ts'
import { listSharedExams, withoutPast } from './shares.rules.ts'
import type { ShareRow } from './shares.sql.ts'
import * as sharesSql from './shares.sql.ts'

const keySeconds = 300

export function createOpenedSharesService(
  dependencies: SharesServiceDependencies & { readonly imageKeys: ShareImageKeys },
) {
  const { db, exams, archive, files, ctx, audit, mail, clock, access, imageKeys, imageArchive } = dependencies
  const { rejectUnknown } = access
  const fileKeys = createSigner(dependencies.secrets, 'shared-exam-file')
  const codeHashes = createKeyedHash(dependencies.secrets, 'share-code')
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  /**
   * Audits that wrong codes ended a share, and notifies its owner, who may not know that another person has the link.
   */
  async function auditEndByCodes(
    tx: Queries,
    share: ShareRow,
    sharer: Person | null,
    patient: Person | null,
  ): Promise<void> {
    await audit.add(tx, { ...describeEndOfShare(share), detail: { because: 'codes' } })
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

  async function auditOpening(
    share: ShareRow,
    outcome: 'done' | 'refused',
    origin: Origin,
    { because, examId = share.exam_id }: { because?: string; examId?: number } = {},
  ) {
    await audit.record({
      actorId: null,
      actorRole: 'share',
      action: 'exams.shares.open',
      patientId: share.patient_id,
      object: `attention_id=${examId} share=${share.id}`,
      outcome,
      origin,
      ...(because === undefined ? {} : { detail: { because } }),
    })
  }

  async function rejectEnded(share: ShareRow, origin: Origin, because: string): Promise<never> {
    await auditOpening(share, 'refused', origin, { because })
    throw new ApiError('shareOver')
  }

  /**
   * Returns the exams of a live share that can still be shown, the first one named first, with the access to read them.
   * Rejects the call when the share has ended or nothing can be shown.
   */
  async function findOpenableExams(share: ShareRow, sharer: Person | null, origin: Origin) {
    if (!access.isLive(share)) return rejectEnded(share, origin, 'over')
    const patient = await access.authorizeSharer(share)
    if (patient === null) {
      await access.endOrphanedShare(share)
      return rejectEnded(share, origin, 'sight')
    }
    const shared = sharer === null ? [] : listSharedExams(share, sharer.document_type_id)
    const found = await archive.examsById(
      exams.reading(patient),
      shared.map(({ id }) => id),
    )
    const [exam, ...others] = shared.flatMap(({ id, type }) =>
      found.filter((one) => one.id === id && one.type === type),
    )
    return exam === undefined ? rejectEnded(share, origin, 'exam') : { patient, exam, others }
  }

  /** Returns one exam as the recipient sees it. `opening` is the number of this opening of the share. */
  async function openExam(
    share: ShareRow,
    patient: AuthorizedPatient,
    exam: ArchivedExam & { readonly type: ExamType },
    opening: number,
  ): Promise<OpenedExam> {
    const [read, hasImages] = await Promise.all([
      exams.readResults(exam, patient, (document) => fileAddress(share, exam.id, document)),
      mayHaveImages(patient, exam),
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
      images_key: hasImages ? imageKeys.signOpening(share, opening, exam.id) : null,
    }
  }

  /** Returns whether the image archive may have images of an exam that this reader may see. */
  async function mayHaveImages(
    patient: AuthorizedPatient,
    exam: { readonly id: number; readonly type: ExamType },
  ) {
    if (exam.type !== 'imaging') return false
    const number = await archive.accessionNumber(exams.reading(patient), exam.id)
    if (number === null) return false
    return (await imageArchive.withImages({ patientId: patient.id, accessionNumbers: [number] })).has(number)
  }

  function fileAddress(share: ShareRow, examId: number, document: number): string {
    const until = Math.min(seconds() + keySeconds, Math.floor(share.expires_at.getTime() / 1000))
    return fullPath(examShareEndpoints.file).replace(
      '{key}',
      fileKeys.sign([share.id, until, document, examId]),
    )
  }

  /** Opens the exam of a link for a caller who also has the code. */
  async function openShare(token: string, code: string, origin: Origin): Promise<OpenedShare> {
    const share = await sharesSql.byToken(db, hashToken(token))
    if (share === null) return rejectUnknown(origin)
    const [sharer, owner] = await Promise.all([
      findPerson(ctx, share.sharer_id),
      findPerson(ctx, share.patient_id),
    ])
    const { patient, exam, others } = await findOpenableExams(share, sharer, origin)
    const hashes = codeHashes.candidates(`${token}:${code}`)
    // The people were read before, because the transaction would hold one connection while it waits for a second one.
    const tried = await sharesSql.tryCode(db, share.id, hashes, clock.now(), (tx) =>
      auditEndByCodes(tx, share, sharer, owner),
    )
    if (tried.outcome === 'over') return rejectEnded(share, origin, 'over')
    if (tried.outcome === 'wrong') {
      mail.trigger()
      await auditOpening(share, 'refused', origin, { because: 'code' })
      throw new ApiError('wrongShareCode', { param: 'code' })
    }
    for (const { id } of [exam, ...others]) await auditOpening(share, 'done', origin, { examId: id })
    const otherExams: OpenedExam[] = []
    for (const other of others) otherExams.push(await openExam(share, patient, other, tried.opening))
    return {
      ...(await openExam(share, patient, exam, tried.opening)),
      other_exams: otherExams,
      shared_by: sharer === null ? '' : fullNameOf(sharer),
      comment: share.comment,
      expires_at: share.expires_at.toISOString(),
      openings_left: shareLimits.openings - tried.opening,
    }
  }

  /** Returns the file of a shared exam for a key that an opening created. */
  async function readFile(key: string, origin: Origin) {
    const [id, until, document = 0, examId = 0] = fileKeys.open(key) ?? []
    const share =
      id === undefined || until === undefined || seconds() >= until ? null : await sharesSql.byId(db, id)
    if (share === null || !access.isLive(share)) return rejectUnknown(origin)
    const patient = await access.authorizeExam(share, examId)
    const documents = patient === null ? [] : await archive.examFiles(exams.reading(patient), examId)
    const file = documents.find(({ number }) => number === document)
    const content = file === undefined ? null : await files.read(file.key)
    if (file === undefined || content === null) return rejectUnknown(origin)
    await audit.record({
      actorId: null,
      actorRole: 'share',
      action: 'exams.file',
      patientId: share.patient_id,
      object: `attention_id=${examId} share=${share.id}`,
      origin,
    })
    return { name: file.name, content }
  }

  return { openShare, readFile }
}

export type OpenedSharesService = ReturnType<typeof createOpenedSharesService>
