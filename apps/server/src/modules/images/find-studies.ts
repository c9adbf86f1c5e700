/**
 * The studies of an exam. Every request checks the session, the access to the patient and the exam, and that the image belongs to a
 * study with the accession number of the exam and the document of the patient.
 */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Received } from '@mi-portal/contract/calls/endpoint'
import { withoutDirectionMarksInside } from '@mi-portal/contract/fields/text'
import type { ImageStudy, imageEndpoints } from '@mi-portal/contract/images'
import { toDay } from '@mi-portal/contract/values/dates'
import type { FastifyReply } from 'fastify'
import type { AuditEntry } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import { createReadCache } from '../../platform/external/read-cache.ts'
import type { AuthorizedPatient } from '../../platform/http/actor.ts'
import { uploadHeaders } from '../../platform/http/headers.ts'
import type { FoundStudies, InstanceAddress, Rendering } from '../../ports/image-archive.ts'
import { getReading } from '../exams/read-exams.ts'
import { findPerson } from '../people/read-people.ts'
import { findInstance, showDicomDay } from './images.rules.ts'

/**
 * How long it stays known that an exam may be shown. A reader who scrolls asks for some twenty images a second, and an external
 * archive would be asked about the exam for each of them. The session and the access to the patient are checked every time.
 */
const examSeconds = 15

/** How long this server remembers that the audit log has the entry of a study, so that an image costs no write. */
const recordedSeconds = 600

const createImagesMemory = ({ clock }: Context) => ({
  recordedStudies: createReadCache<void>(recordedSeconds, clock, 2_000),
  visibleStudies: createReadCache<FoundStudies | null>(examSeconds, clock),
})

const unshowableErrors = {
  unsupported: 'imageUnsupported',
  damaged: 'imageDamaged',
  refused: 'imageRefused',
} as const

export const noStudies: FoundStudies = { studies: [], isComplete: true }

const wrongWindow = 'Ajuste de imagen inválido'

export function toStudies({ studies }: FoundStudies): ImageStudy[] {
  return withoutDirectionMarksInside(studies).map(({ study, day, description, series }) => ({
    study,
    date: showDicomDay(day),
    description,
    series: series.map((one) => ({
      ...one,
      instances: one.instances.map(({ instance, frames, side }) => ({ instance, frames, side })),
    })),
  }))
}

async function readStudies(
  ctx: Context,
  patient: AuthorizedPatient<'exams'>,
  examId: number,
): Promise<FoundStudies | null> {
  const { archive, imageArchive } = ctx.ports
  const reading = getReading(ctx, patient)
  if ((await archive.exam(reading, examId, 'imaging')) === null) return null
  const [accessionNumber, person] = await Promise.all([
    archive.accessionNumber(reading, examId),
    findPerson(ctx, patient.id),
  ])
  if (accessionNumber === null || person === null) return noStudies
  const { document_type_id: documentTypeId, document_number: documentNumber } = person
  return imageArchive.studies({ patientId: patient.id, accessionNumber, documentTypeId, documentNumber })
}

export async function findStudies(ctx: Context, patient: AuthorizedPatient<'exams'>, examId: number) {
  // What is known of an exam ends at once when the patient keeps one private.
  const revision = patient.withoutReserved ? await ctx.ports.privateRevision(patient.id) : 'whole'
  const key = `${patient.id} ${examId} ${revision}`
  const { visibleStudies } = ctx.inMemory(createImagesMemory)
  return visibleStudies.get(key, () => readStudies(ctx, patient, examId))
}

type ReadExam = { readonly patient: AuthorizedPatient<'exams'>; readonly examId: number }

export async function findImage(ctx: Context, { patient, examId }: ReadExam, address: InstanceAddress) {
  const { studies } = (await findStudies(ctx, patient, examId)) ?? noStudies
  const image = findInstance(studies, address)
  if (image === null) throw new ApiError('notFound')
  return image
}

/** Records that somebody sees a study. The database allows one entry for each reader, patient, object and day. */
function recordStudy(ctx: Context, entry: AuditEntry): Promise<void> {
  const key = [entry.actorId, entry.patientId, entry.object, toDay(ctx.clock.now())].join(' ')
  const { recordedStudies } = ctx.inMemory(createImagesMemory)
  return recordedStudies.get(key, () => ctx.auditLog.recordDaily(entry))
}

/** Returns a signal that is aborted once the connection of the response is closed, because the browser no longer wants the image. */
export function getClosingSignal({ raw }: FastifyReply): AbortSignal {
  const closing = new AbortController()
  raw.once('close', () => closing.abort())
  if (raw.destroyed) closing.abort()
  return closing.signal
}

export function toRendering(
  frame: number,
  { center, width, size: asked }: Received<typeof imageEndpoints.frame>['query'],
): Rendering {
  const size = asked ?? null
  if (center === undefined && width === undefined) return { frame, size, window: null }
  if (center === undefined || width === undefined)
    throw new ApiError('invalid', {
      fieldErrors: [{ msg: wrongWindow, param: center === undefined ? 'center' : 'width' }],
    })
  return { frame, size, window: { center, width } }
}

export async function sendFrame(
  ctx: Context,
  exam: ReadExam,
  address: InstanceAddress,
  rendering: Rendering,
  entry: AuditEntry,
  reply: FastifyReply,
) {
  const signal = getClosingSignal(reply)
  const { frames, window = null } = await findImage(ctx, exam, address)
  if (rendering.frame > frames) throw new ApiError('notFound')
  await recordStudy(ctx, entry)
  const how = { ...rendering, window: rendering.window ?? window }
  const image = await ctx.ports.imageArchive.rendered(address, how, signal)
  if (image === null) throw new ApiError('notFound')
  if ('unshowable' in image) throw new ApiError(unshowableErrors[image.unshowable])
  return reply.headers(uploadHeaders).type(image.mediaType).send(image.content)
}
