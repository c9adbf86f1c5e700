/**
 * Downloads of whole studies as a zip file: the original files as a DICOM medium, or the rendered images. The file is written while the
 * archive answers, and nothing of it is stored. The database limits how many downloads run at the same time.
 */

import { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fullPath } from '@mi-portal/contract/calls/endpoint'
import { imageEndpoints, noDownloadReasons, type StudyFormat } from '@mi-portal/contract/images'
import type { Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import { findRow } from '../../../platform/database/database.ts'
import { headText, withHead } from '../../../platform/dicom/file-head.ts'
import { createMediaDirectory, type MediaFile } from '../../../platform/dicom/media-directory.ts'
import { sendUpload } from '../../../platform/http/headers.ts'
import { describeError } from '../../../platform/logger.ts'
import { createZip, type ZipEntry } from '../../../platform/zip/zip-stream.ts'
import type { ImageStream, ImageStudy, InstanceAddress } from '../../../ports/image-archive.ts'
import { authorizeKey, type OpenedKey, signKey } from '../../exams/exam-keys.ts'
import { findStudies, getClosingSignal } from '../find-studies.ts'
import { describeSeenImages } from '../read-images.ts'
import {
  countFrames,
  describeMissing,
  downloadName,
  listMediaFiles,
  listRenderedFiles,
} from './downloads.rules.ts'
import * as downloadsSql from './downloads.sql.ts'

const mostDownloads = 6

/** The most images that are rendered for one download. Larger studies can be downloaded as original files. */
const mostRendered = 20_000

/** Until a reserved download must begin, and until the place of one whose server stopped becomes free. */
const placeMs = 60_000
const renewMs = 20_000

const missingName = 'FALTAN.TXT'
const downloadAction = 'images.download'

type WantedStudy = { readonly study: string; readonly format: StudyFormat }

type FoundStudy = { readonly study: ImageStudy; readonly isComplete: boolean }

function toTextEntry(name: string, text: string): ZipEntry {
  return { name, content: Readable.from([Buffer.from(text)]) }
}

function assertIsAsked(file: MediaFile, { study, series, instance }: InstanceAddress): void {
  const { values } = file.head
  if (
    headText(values.study) !== study ||
    headText(values.series) !== series ||
    headText(values.instance) !== instance
  )
    throw new Error('image archive: a file has other identifiers than the one that was asked for')
}

const getPlaceEnd = ({ clock }: Context) => new Date(clock.now().getTime() + placeMs)

async function findStudy(ctx: Context, { grant, patient }: OpenedKey, uid: string): Promise<FoundStudy> {
  const found = await findStudies(ctx, patient, grant.examId)
  const study = found?.studies.find((one) => one.study === uid)
  if (found === null || study === undefined) throw new ApiError('notFound')
  return { study, isComplete: found.isComplete }
}

async function readOriginal(
  { ports }: Context,
  address: InstanceAddress,
  signal: AbortSignal,
): Promise<ImageStream> {
  const image = await ports.imageArchive.original(address, signal, 'study')
  if (image === null) throw new Error('image archive: a file of a study is missing')
  return image
}

/** Yields the files of a DICOM medium, with its directory at the end because it repeats what the files say. */
async function* listMediaEntries(
  ctx: Context,
  { study, isComplete }: FoundStudy,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const files: MediaFile[] = []
  for (const { address, path } of listMediaFiles(study)) {
    const { content } = await readOriginal(ctx, address, signal)
    const chunks = withHead(content, (head) => {
      const file = { path, head }
      assertIsAsked(file, address)
      files.push(file)
    })
    yield { name: path.join('/'), content: Readable.from(chunks, { objectMode: false }) }
  }
  const missing = describeMissing([], isComplete)
  if (missing !== null) yield toTextEntry(missingName, missing)
  yield { name: 'DICOMDIR', content: Readable.from([createMediaDirectory(files)]) }
}

async function* listRenderedEntries(
  { ports }: Context,
  { study, isComplete }: FoundStudy,
  signal: AbortSignal,
): AsyncGenerator<ZipEntry> {
  const missing: string[] = []
  for (const { address, frame, window, name } of listRenderedFiles(study)) {
    const image = await ports.imageArchive.rendered(address, { frame, window, size: null }, signal)
    if (image === null || 'unshowable' in image) missing.push(name)
    else yield { name: `${name}.${image.mediaType === 'image/png' ? 'png' : 'jpg'}`, content: image.content }
  }
  const text = describeMissing(missing, isComplete)
  if (text !== null) yield toTextEntry(missingName, text)
}

/** Ends a download that lost its place. `signal` is aborted if the browser went away, which is no error. */
function holdPlace(ctx: Context, id: number, content: Readable, signal: AbortSignal): void {
  const { db, logger } = ctx
  const warn = (text: string) => (cause: unknown) => logger.warn(describeError(cause), text)
  const timer = setInterval(() => {
    findRow(db, downloadsSql.renewDownload, { id, ends_at: getPlaceEnd(ctx) })
      .then((held) => {
        if (held === null) content.destroy(new Error('a download lost its place'))
      })
      .catch(warn('images: the place of a download was not renewed'))
  }, renewMs)
  content.once('error', (cause) => {
    if (!signal.aborted) warn('images: a download broke off')(cause)
  })
  content.once('close', () => {
    clearInterval(timer)
    db.run(downloadsSql.deleteDownload, { id }).catch(warn('images: the place of a download was not freed'))
  })
}

/** Starts the zip file. Its first entry is opened before, so that an archive that does not answer is still an error response. */
async function startZip(
  ctx: Context,
  found: FoundStudy,
  format: string,
  signal: AbortSignal,
): Promise<Readable> {
  const list = format === 'jpeg' ? listRenderedEntries : listMediaEntries
  const entries = list(ctx, found, signal)
  const first = await entries.next()
  if (first.done) throw new ApiError('notFound')
  const opened = first.value
  async function* all() {
    yield opened
    yield* entries
  }
  return createZip(all())
}

/** Reserves a place. Returns the id of the reservation. Throws 429 if a download of the person runs, or too many of others do. */
async function reservePlace(ctx: Context, personId: number, wanted: WantedStudy): Promise<number> {
  const { db, clock } = ctx
  const reject = (msg: string): never => {
    throw new ApiError('tooMany', { msg, retryAfter: placeMs / 1000 })
  }
  await db.run(downloadsSql.deleteEndedDownloads, { now: clock.now() })
  const place = { person_id: personId, ...wanted, places: mostDownloads, ends_at: getPlaceEnd(ctx) }
  // Another server may take the same place at the same time; then the next one is tried.
  for (let attempt = 0; attempt <= mostDownloads; attempt++) {
    const reserved = await findRow(db, downloadsSql.insertDownload, place)
    if (reserved !== null) return reserved.id
    const counted = await findRow(db, downloadsSql.countDownloads, { person_id: personId })
    if (counted !== null && counted.own > 0) reject(noDownloadReasons.running)
    if (counted !== null && counted.total >= mostDownloads) break
  }
  return reject(noDownloadReasons.busy)
}

export const prepareDownload = operation(
  imageEndpoints.prepareDownload,
  async (ctx, { params: { key }, body: { study: uid, format } }) => {
    const opened = await authorizeKey(ctx, 'exam-images', key, downloadAction)
    const { study } = await findStudy(ctx, opened, uid)
    if (format === 'jpeg' && countFrames(study) > mostRendered)
      throw new ApiError('invalid', { msg: noDownloadReasons.tooManyImages })
    const place = await reservePlace(ctx, opened.grant.personId, { study: uid, format })
    const download = signKey(ctx, 'image-download', { ...opened.grant, document: place })
    return { url: fullPath(imageEndpoints.download).replace('{key}', download) }
  },
)

export const downloadStudy = operation(imageEndpoints.download, async (ctx, { params: { key }, reply }) => {
  const signal = getClosingSignal(reply)
  const opened = await authorizeKey(ctx, 'image-download', key, downloadAction)
  const { document: id, personId: person_id } = opened.grant
  const started = { id, person_id, now: ctx.clock.now(), ends_at: getPlaceEnd(ctx) }
  const wanted = await findRow(ctx.db, downloadsSql.startDownload, started)
  if (wanted === null) throw new ApiError('notFound')
  try {
    const found = await findStudy(ctx, opened, wanted.study)
    const about = `study=${wanted.study} format=${wanted.format}`
    await ctx.auditLog.record(describeSeenImages(ctx, opened, downloadAction, about))
    const content = await startZip(ctx, found, wanted.format, signal)
    holdPlace(ctx, id, content, signal)
    const name = downloadName(found.study.day, wanted.format !== 'jpeg')
    return sendUpload(reply, { name, content, media_type: 'application/zip' })
  } catch (error) {
    await ctx.db.run(downloadsSql.deleteDownload, { id })
    throw error
  }
})
