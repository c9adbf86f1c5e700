/**
 * The images of an exam. Every request checks the session, the access to the patient and the exam, and that the image belongs to a
 * study with the accession number of the exam and the document of the patient.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { ExamImages, ImageStudy } from '@mi-portal/contract/images'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import { createReadCache } from '../../platform/external/read-cache.ts'
import { type Actor, type AuthorizedPatient, auditRoleOf, type Origin } from '../../platform/http/actor.ts'
import type { ClinicalArchive, ReadPrivateRevision } from '../../ports/clinical-archive.ts'
import type { FoundStudies, ImageArchive, InstanceAddress, Rendering } from '../../ports/image-archive.ts'
import { type ExamKeys, type Grant, signKey } from '../exams/exam-keys.service.ts'
import { type ExamsService, presentExam } from '../exams/exams.service.ts'
import type { OpenedResultsService } from '../exams/opened/opened-results.service.ts'
import { findPerson } from '../people/people.service.ts'
import { findInstance, showDicomDay } from './images.rules.ts'

export type ImagesDependencies = {
  readonly archive: ClinicalArchive
  readonly imageArchive: ImageArchive
  readonly exams: ExamsService
  readonly examKeys: ExamKeys
  readonly openedResults: OpenedResultsService
  readonly privateRevision: ReadPrivateRevision
  readonly ctx: Context
  readonly audit: Audit
  readonly clock: Clock
}

/** The contents of a valid key, and the access that its person has to the patient now. */
export type OpenedKey = { readonly grant: Grant; readonly patient: AuthorizedPatient<'exams'> }

/**
 * How long it stays known that an exam may be shown. A reader who scrolls asks for some twenty images a second, and an external
 * archive would be asked about the exam for each of them. The session and the access to the patient are checked every time.
 */
const examSeconds = 15

/** How long this server remembers that the audit log has the entry of a study, so that an image costs no write. */
export const recordedSeconds = 600

const unshowableErrors = {
  unsupported: 'imageUnsupported',
  damaged: 'imageDamaged',
  refused: 'imageRefused',
} as const

const noStudies: FoundStudies = { studies: [], isComplete: true }

/** An exam, and proof of the access with which it is read. */
type ReadExam = { readonly patient: AuthorizedPatient<'exams'>; readonly examId: number }

/** Returns studies in the wire format. */
export function presentStudies({ studies }: FoundStudies): ImageStudy[] {
  return studies.map(({ study, day, description, series }) => ({
    study,
    date: showDicomDay(day),
    description,
    series: series.map((one) => ({
      ...one,
      instances: one.instances.map(({ instance, frames, side }) => ({ instance, frames, side })),
    })),
  }))
}

export function createImagesService(dependencies: ImagesDependencies) {
  const { archive, imageArchive, exams, examKeys, openedResults, ctx, audit, clock } = dependencies
  const { privateRevision } = dependencies
  const signer = examKeys.signerFor('exam-images')
  const recordedStudies = createReadCache<void>(recordedSeconds, clock, 2_000)
  const visibleStudies = createReadCache<FoundStudies | null>(examSeconds, clock)

  /** Returns the studies of an exam that this reader may see; null if the reader may not see the exam. */
  async function readStudies(
    patient: AuthorizedPatient<'exams'>,
    examId: number,
  ): Promise<FoundStudies | null> {
    const reading = exams.reading(patient)
    if ((await archive.exam(reading, examId, 'imaging')) === null) return null
    const [accessionNumber, person] = await Promise.all([
      archive.accessionNumber(reading, examId),
      findPerson(ctx, patient.id),
    ])
    if (accessionNumber === null || person === null) return noStudies
    const { document_type_id: documentTypeId, document_number: documentNumber } = person
    return imageArchive.studies({ patientId: patient.id, accessionNumber, documentTypeId, documentNumber })
  }

  async function findStudies(patient: AuthorizedPatient<'exams'>, examId: number) {
    // What is known of an exam ends at once when the patient keeps one private.
    const revision = patient.withoutReserved ? await privateRevision(patient.id) : 'whole'
    const key = `${patient.id} ${examId} ${revision}`
    return visibleStudies.get(key, () => readStudies(patient, examId))
  }

  /** Throws 404 if the image is not one of the exam's. */
  async function findImage({ patient, examId }: ReadExam, address: InstanceAddress) {
    const { studies } = (await findStudies(patient, examId)) ?? noStudies
    const image = findInstance(studies, address)
    if (image === null) throw new ApiError('notFound')
    return image
  }

  function entryOf({ grant, patient }: OpenedKey, action: string, about: string, origin: Origin) {
    return {
      actorId: grant.personId,
      actorRole: auditRoleOf({ rol: 'STANDART_ROLE' }, patient),
      action,
      patientId: patient.id,
      object: `attention_id=${grant.examId} ${about}`,
      origin,
    }
  }

  /** Records that a person sees a study. The database allows one entry for each person, patient, study and day. */
  function recordStudy(opened: OpenedKey, study: string, origin: Origin): Promise<void> {
    const entry = entryOf(opened, 'images.study', `study=${study}`, origin)
    const key = [entry.actorId, entry.patientId, entry.object, dayOf(clock.now())].join(' ')
    return recordedStudies.get(key, () => audit.recordDaily(entry))
  }

  /** Returns one frame of an exam as an image for browsers. `record` writes the audit entry before the image is sent. */
  async function readFrame(
    exam: ReadExam,
    address: InstanceAddress,
    how: Rendering & { readonly signal: AbortSignal },
    record: () => Promise<void>,
  ) {
    const { frames, window = null } = await findImage(exam, address)
    if (how.frame > frames) throw new ApiError('notFound')
    await record()
    const image = await imageArchive.rendered(address, { ...how, window: how.window ?? window }, how.signal)
    if (image === null) throw new ApiError('notFound')
    if ('unshowable' in image) throw new ApiError(unshowableErrors[image.unshowable])
    return image
  }

  return {
    /** Returns the access of a key of images, for the download of a study. */
    authorize: (key: string, action: string, origin: Origin): Promise<OpenedKey> =>
      examKeys.authorize(signer, key, action, origin),
    findStudies,
    entryOf,
    readFrame,

    /** Lists the images of an exam. */
    list: async (actor: Actor, patient: AuthorizedPatient<'exams'>, examId: number): Promise<ExamImages> => {
      const exam = await exams.found(actor, patient, examId, 'imaging')
      const found = (await findStudies(patient, examId)) ?? noStudies
      if (found.studies.length > 0) await openedResults.record(actor.id, examId)
      return {
        exam: presentExam(exam),
        is_complete: found.isComplete,
        key: signKey(signer, examKeys.grantTo(actor, patient, examId)),
        studies: presentStudies(found),
      }
    },

    /** Returns one frame as an image for browsers. The audit log gets one entry for each reader, study and day. */
    frame: async (
      key: string,
      address: InstanceAddress,
      how: Rendering & { readonly signal: AbortSignal },
      origin: Origin,
    ) => {
      const opened = await examKeys.authorize(signer, key, 'images.study', origin)
      const exam = { patient: opened.patient, examId: opened.grant.examId }
      return readFrame(exam, address, how, () => recordStudy(opened, address.study, origin))
    },

    /** Returns the DICOM file of an image. Every download has its own entry in the audit log. */
    original: async (key: string, address: InstanceAddress, origin: Origin, signal: AbortSignal) => {
      const opened = await examKeys.authorize(signer, key, 'images.original', origin)
      await findImage({ patient: opened.patient, examId: opened.grant.examId }, address)
      const about = `study=${address.study} instance=${address.instance}`
      await audit.record(entryOf(opened, 'images.original', about, origin))
      const image = await imageArchive.original(address, signal)
      if (image === null) throw new ApiError('notFound')
      return image
    },
  }
}

export type ImagesService = ReturnType<typeof createImagesService>
