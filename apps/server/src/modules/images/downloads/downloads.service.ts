/**
 * Downloads of whole studies as a zip file: the original files as a DICOM medium, or the rendered images. The file is written while the
 * archive answers, and nothing of it is stored. The database limits how many downloads run at the same time.
 */

import { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/api-error'
import { fullPath } from '@mi-portal/contract/endpoint'
import { imageEndpoints, noDownloadReasons, type StudyFormat } from '@mi-portal/contract/images'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { headText, withHead } from '../../../platform/dicom/file-head.ts'
import { createMediaDirectory, type MediaFile } from '../../../platform/dicom/media-directory.ts'
import type { Origin } from '../../../platform/http/actor.ts'
import { describeError, type Logger } from '../../../platform/logger.ts'
import { createZip, type ZipEntry } from '../../../platform/zip/zip-stream.ts'
import type { ImageArchive, ImageStream, ImageStudy, InstanceAddress } from '../../../ports/image-archive.ts'
import { type ExamKeys, signKey } from '../../exams/exam-keys.service.ts'
import type { ImagesService, OpenedKey } from '../images.service.ts'
import {
  countFrames,
  describeMissing,
  downloadName,
  listMediaFiles,
  listRenderedFiles,
} from './downloads.rules.ts'
import * as downloadsSql from './downloads.sql.ts'

export type DownloadsDependencies = {
  readonly imageArchive: ImageArchive
  readonly images: Pick<ImagesService, 'authorize' | 'findStudies' | 'entryOf'>
  readonly examKeys: ExamKeys
  readonly db: Database
  readonly audit: Audit
  readonly clock: Clock
  readonly logger: Logger
}

/** The most downloads at the same time, on all servers together. */
const mostDownloads = 6

/** The most images that are rendered for one download. Larger studies can be downloaded as original files. */
const mostRendered = 20_000

/** Until a reserved download must begin, and until the place of one whose server stopped becomes free. */
const placeMs = 60_000
const renewMs = 20_000

const missingName = 'FALTAN.TXT'

/** The studies of a key and the one that is downloaded. */
type FoundStudy = { readonly study: ImageStudy; readonly isComplete: boolean }

function textEntry(name: string, text: string): ZipEntry {
  return { name, content: Readable.from([Buffer.from(text)]) }
}

/** Throws if a file that the archive sent is not the asked one. */
function assertIsAsked(file: MediaFile, { study, series, instance }: InstanceAddress): void {
  const { values } = file.head
  if (
    headText(values.study) !== study ||
    headText(values.series) !== series ||
    headText(values.instance) !== instance
  )
    throw new Error('image archive: a file has other identifiers than the one that was asked for')
}

export function createDownloadsService(dependencies: DownloadsDependencies) {
  const { imageArchive, images, examKeys, db, audit, clock, logger } = dependencies
  const signer = examKeys.signerFor('image-download')
  const placeEnd = () => new Date(clock.now().getTime() + placeMs)

  /** Returns the study if it is one of the exam's that this reader may see. Throws 404 otherwise. */
  async function findStudy({ grant, patient }: OpenedKey, uid: string): Promise<FoundStudy> {
    const found = await images.findStudies(patient, grant.examId)
    const study = found?.studies.find((one) => one.study === uid)
    if (found === null || study === undefined) throw new ApiError('notFound')
    return { study, isComplete: found.isComplete }
  }

  async function readOriginal(address: InstanceAddress, signal: AbortSignal): Promise<ImageStream> {
    const image = await imageArchive.original(address, signal, 'study')
    if (image === null) throw new Error('image archive: a file of a study is missing')
    return image
  }

  /** Yields the files of a DICOM medium, with its directory at the end because it repeats what the files say. */
  async function* mediaEntries(
    { study, isComplete }: FoundStudy,
    signal: AbortSignal,
  ): AsyncGenerator<ZipEntry> {
    const files: MediaFile[] = []
    for (const { address, path } of listMediaFiles(study)) {
      const { content } = await readOriginal(address, signal)
      const chunks = withHead(content, (head) => {
        const file = { path, head }
        assertIsAsked(file, address)
        files.push(file)
      })
      yield { name: path.join('/'), content: Readable.from(chunks, { objectMode: false }) }
    }
    const missing = describeMissing([], isComplete)
    if (missing !== null) yield textEntry(missingName, missing)
    yield { name: 'DICOMDIR', content: Readable.from([createMediaDirectory(files)]) }
  }

  /** Yields the rendered images. Those that the archive cannot render are named in a file of their own. */
  async function* renderedEntries(
    { study, isComplete }: FoundStudy,
    signal: AbortSignal,
  ): AsyncGenerator<ZipEntry> {
    const missing: string[] = []
    for (const { address, frame, window, name } of listRenderedFiles(study)) {
      const image = await imageArchive.rendered(address, { frame, window, size: null }, signal)
      if (image === null || 'unshowable' in image) missing.push(name)
      else
        yield { name: `${name}.${image.mediaType === 'image/png' ? 'png' : 'jpg'}`, content: image.content }
    }
    const text = describeMissing(missing, isComplete)
    if (text !== null) yield textEntry(missingName, text)
  }

  const warnOf = (text: string) => (cause: unknown) => logger.warn(describeError(cause), text)

  /**
   * Renews the place of a download until its stream closes. A download that lost its place is ended. `signal` is aborted if the browser
   * went away, which is no error.
   */
  function holdPlace(id: number, content: Readable, signal: AbortSignal): void {
    const timer = setInterval(() => {
      downloadsSql
        .renew(db, id, placeEnd())
        .then((isHeld) => {
          if (!isHeld) content.destroy(new Error('a download lost its place'))
        })
        .catch(warnOf('images: the place of a download was not renewed'))
    }, renewMs)
    content.once('error', (cause) => {
      if (!signal.aborted) warnOf('images: a download broke off')(cause)
    })
    content.once('close', () => {
      clearInterval(timer)
      downloadsSql.end(db, id).catch(warnOf('images: the place of a download was not freed'))
    })
  }

  /** Starts the zip file. Its first entry is opened before, so that an archive that does not answer is still an error response. */
  async function startZip(found: FoundStudy, format: StudyFormat, signal: AbortSignal): Promise<Readable> {
    const entries = format === 'dicom' ? mediaEntries(found, signal) : renderedEntries(found, signal)
    const first = await entries.next()
    if (first.done) throw new ApiError('notFound')
    const opened = first.value
    async function* all() {
      yield opened
      yield* entries
    }
    return createZip(all())
  }

  return {
    /** Reserves a download for a key of images. Returns the address that starts it once, within a minute. */
    prepare: async (
      key: string,
      wanted: { readonly study: string; readonly format: StudyFormat },
      origin: Origin,
    ) => {
      const opened = await images.authorize(key, 'images.download', origin)
      const { study } = await findStudy(opened, wanted.study)
      if (wanted.format === 'jpeg' && countFrames(study) > mostRendered)
        throw new ApiError('invalid', { msg: noDownloadReasons.tooManyImages })
      const now = clock.now()
      const options = { places: mostDownloads, now, until: placeEnd() }
      const place = await downloadsSql.reserve(db, opened.grant.personId, wanted, options)
      if (place === 'own')
        throw new ApiError('tooMany', { msg: noDownloadReasons.running, retryAfter: placeMs / 1000 })
      if (place === 'all')
        throw new ApiError('tooMany', { msg: noDownloadReasons.busy, retryAfter: placeMs / 1000 })
      const download = signKey(signer, { ...opened.grant, document: place })
      return { url: fullPath(imageEndpoints.download).replace('{key}', download) }
    },

    /** Starts a reserved download, with its entry in the audit log. */
    open: async (key: string, origin: Origin, signal: AbortSignal) => {
      const opened = await examKeys.authorize(signer, key, 'images.download', origin)
      const { document: id, personId } = opened.grant
      const wanted = await downloadsSql.start(db, id, personId, clock.now(), placeEnd())
      if (wanted === null) throw new ApiError('notFound')
      try {
        const found = await findStudy(opened, wanted.study)
        const about = `study=${wanted.study} format=${wanted.format}`
        await audit.record(images.entryOf(opened, 'images.download', about, origin))
        const content = await startZip(found, wanted.format, signal)
        holdPlace(id, content, signal)
        return { name: downloadName(found.study.day, wanted.format === 'dicom'), content }
      } catch (error) {
        await downloadsSql.end(db, id)
        throw error
      }
    },
  }
}

export type DownloadsService = ReturnType<typeof createDownloadsService>
