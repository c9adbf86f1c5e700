import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { mostFrames } from '@mi-portal/contract/images'
import { type Audit, bySystem } from '../../../platform/audit.ts'
import type { Platform } from '../../../platform/composition/platform.ts'
import type { Queries } from '../../../platform/database/database.ts'
import {
  checkImageFile,
  DamagedFileError,
  readInteger,
  readText,
} from '../../../platform/dicom/image-file.ts'
import { createDecoder } from '../../../platform/dicom/rendering/decoder.ts'
import { findUnshowableReason, renderFrame } from '../../../platform/dicom/rendering/render-frame.ts'
import { newFileKey } from '../../../platform/security/file-key.ts'
import type { FileRecords } from '../../../ports/file-records.ts'
import type { FileStore } from '../../../ports/files.ts'
import {
  type CheckedImage,
  type ImageFile,
  type ImageImport,
  type ImagingExam,
  RejectedImagesError,
  type UnshowableSeries,
} from '../../../ports/image-archive.ts'
import { comparableDocument } from '../comparable-document.ts'
import { isUid } from '../dicom-json.ts'
import { withoutImages } from '../kinds-of-series.ts'
import * as imageSql from './image-import.sql.ts'

type ImageImportDependencies = Pick<Platform, 'db' | 'clock'> & {
  readonly files: FileStore
  readonly fileRecords: FileRecords
  readonly audit: Audit
  readonly mostBytes?: number | undefined
}

/** The largest file that is stored. A backup holds each file in memory once. */
const mostFileBytes = 512 * 1024 * 1024

const longestText = 200

type ReadImage = {
  readonly image: CheckedImage
  readonly accessionNumber: string
  readonly patientId: string
}

async function readImage(open: ImageFile['open']): Promise<ReadImage | null> {
  const elements = await checkImageFile(open())
  if (elements === 'no pixels') return null
  const { dataset, frames } = elements
  const text = (tag: string) => readText(dataset, tag)?.slice(0, longestText) ?? null
  const [study, series, instance] = [text('x0020000d'), text('x0020000e'), text('x00080018')]
  if (!isUid(study) || !isUid(series) || !isUid(instance))
    throw new DamagedFileError('is damaged: the identifiers of its image are missing')
  if (frames > mostFrames) throw new DamagedFileError(`has more than ${mostFrames} images`)
  const modality = text('x00080060')
  if (modality !== null && withoutImages.has(modality)) return null
  const day = text('x00080020')
  const image: CheckedImage = {
    ...{ open, study, series, instance, frames, modality },
    side: Math.max(elements.rows, elements.columns),
    day: /^\d{8}$/.test(day ?? '') ? day : null,
    studyDescription: text('x00081030'),
    seriesNumber: readInteger(dataset, 'x00200011'),
    seriesDescription: text('x0008103e'),
    number: readInteger(dataset, 'x00200013'),
  }
  return { image, accessionNumber: text('x00080050') ?? '', patientId: text('x00100020') ?? '' }
}

/** Returns why an image does not belong to an exam; null if it does. No message contains the data of the patient of the image. */
function findMismatch(exam: ImagingExam, { accessionNumber, patientId }: ReadImage): string | null {
  const { document_type_id: type, document_number: document } = exam
  if (patientId === '') return 'has no Patient ID (0010,0020)'
  if (comparableDocument(type, patientId) !== comparableDocument(type, document))
    return 'is of another patient: its Patient ID (0010,0020) is not the document of the patient of the exam'
  if (accessionNumber === '') return 'has no Accession Number (0008,0050)'
  if (accessionNumber !== exam.accession_number)
    return `is of another exam: its Accession Number (0008,0050) is ${accessionNumber}, that of the exam is ${exam.accession_number}`
  return null
}

const sampleSize = 64

async function findUnshowable(images: readonly CheckedImage[]): Promise<readonly UnshowableSeries[]> {
  const decoder = createDecoder()
  const found: UnshowableSeries[] = []
  try {
    for (const [series, own] of Map.groupBy(images, (image) => image.series)) {
      const [first] = own
      if (first === undefined) continue
      try {
        await renderFrame(first.open(), { frame: 1, window: null, size: sampleSize }, decoder)
      } catch (error) {
        const reason = findUnshowableReason(error)?.message
        if (reason === undefined) throw error
        found.push({ series, images: own.length, reason })
      }
    }
  } finally {
    decoder.end()
  }
  return found
}

type HashedImage = { readonly image: CheckedImage; readonly sha256: Uint8Array }

async function hashContent(source: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return new Uint8Array(hash.digest())
}

function onceEach(images: readonly HashedImage[]): HashedImage[] {
  const known = new Map<string, HashedImage>()
  for (const one of images) {
    const { instance } = one.image
    const other = known.get(instance)
    if (other !== undefined && Buffer.compare(other.sha256, one.sha256) !== 0)
      throw new RejectedImagesError(`two files with different content are the image ${instance}`)
    known.set(instance, one)
  }
  return [...known.values()]
}

type WrittenImage = HashedImage & { readonly key: string; readonly bytes: number }

export function createImageImport(dependencies: ImageImportDependencies): ImageImport {
  const { db, files, fileRecords, audit, clock } = dependencies
  const mostBytes = dependencies.mostBytes ?? mostFileBytes

  async function withoutStored<T extends HashedImage>(queries: Queries, images: readonly T[]): Promise<T[]> {
    const instances = images.map(({ image }) => image.instance)
    const stored = new Map(
      (await queries.run(imageSql.findStored, { instances })).map((row) => [row.instance, row]),
    )
    return images.filter(({ image, sha256 }) => {
      const known = stored.get(image.instance)
      if (known === undefined) return true
      if (known.study !== image.study || known.series !== image.series)
        throw new RejectedImagesError(`the image ${image.instance} is stored in another study or series`)
      if (Buffer.compare(known.sha256, sha256) !== 0)
        throw new RejectedImagesError(`the image ${image.instance} is stored already, with other content`)
      return false
    })
  }

  /** Writes a file whose key was announced before, so that a job deletes the bytes if no row refers to them later. */
  async function write(image: CheckedImage): Promise<WrittenImage> {
    const key = newFileKey()
    await fileRecords.announce(key, clock.now())
    return { image, key, ...(await files.put(key, Readable.from(image.open(), { objectMode: false }))) }
  }

  async function addRows(tx: Queries, exam: ImagingExam, written: readonly WrittenImage[], now: Date) {
    const studies = Map.groupBy(written, ({ image }) => image.study)
    const added: WrittenImage[] = []
    // In one order, so that two commands never wait for each other.
    for (const study of [...studies.keys()].toSorted()) {
      const own = studies.get(study) ?? []
      const studyId = await takeStudy(tx, exam, own, now)
      const fresh = await withoutStored(tx, own)
      for (const [series, images] of Map.groupBy(fresh, ({ image }) => image.series))
        await addSeriesRows(tx, { studyId, series }, images, now)
      added.push(...fresh)
    }
    return added
  }

  async function takeStudy(tx: Queries, exam: ImagingExam, images: readonly WrittenImage[], now: Date) {
    const [first] = images
    if (first === undefined || exam.accession_number === null) throw new Error('imageImport: no images')
    const { study, day, studyDescription: description } = first.image
    const { patient_id, accession_number } = exam
    await tx.run(imageSql.addStudy, { study, patient_id, accession_number, day, description, now })
    const [row] = await tx.run(imageSql.lockStudy, { study })
    if (row === undefined) throw new Error('imageImport.lockStudy returned no row')
    if (row.patient_id !== patient_id || row.accession_number !== accession_number)
      throw new RejectedImagesError(`the study ${study} is stored already for another exam`)
    return row.id
  }

  async function addSeriesRows(
    tx: Queries,
    { studyId, series }: { readonly studyId: number; readonly series: string },
    images: readonly WrittenImage[],
    now: Date,
  ) {
    const [first] = images
    if (first === undefined) return
    const { seriesNumber, seriesDescription: description, modality } = first.image
    const described = { series, number: seriesNumber, description, modality }
    await tx.run(imageSql.addSeries, { study_id: studyId, ...described })
    const [row] = await tx.run(imageSql.seriesId, { study_id: studyId, series })
    if (row === undefined) throw new RejectedImagesError(`the series ${series} is stored in another study`)
    for (const { image, key, bytes, sha256 } of images) {
      const file = { key, bytes, sha256, purpose: 'image', media_type: 'application/dicom', encrypted: null }
      const fileId = await fileRecords.add(tx, { ...file, name: 'imagen.dcm', isReceived: true }, now)
      // A job deletes bytes that have no row for an hour.
      if (fileId === null)
        throw new RejectedImagesError('storing took longer than an hour: add the series one by one')
      const { instance, frames, side, number } = image
      const added = { series_id: row.id, instance, number, frames, side, file_id: fileId }
      await tx.run(imageSql.addInstance, added)
    }
  }

  function record(
    tx: Queries,
    { id, patient_id: patientId }: ImagingExam,
    { action, images }: { readonly action: 'images.store' | 'images.remove'; readonly images: number },
  ): Promise<void> {
    const object = `attention_id=${id}`
    return audit.add(tx, { ...bySystem, action, patientId, object, detail: { images } })
  }

  return {
    findExam: async (id) => (await db.run(imageSql.findExam, { id }))[0] ?? null,
    check: async (exam, { bytes, open }) => {
      if (bytes > mostBytes)
        throw new RejectedImagesError(`is larger than ${Math.floor(mostBytes / 1024 ** 2)} MB`)
      try {
        const read = await readImage(open)
        const mismatch = read === null ? null : findMismatch(exam, read)
        if (mismatch !== null) throw new RejectedImagesError(mismatch)
        return read?.image ?? null
      } catch (error) {
        if (error instanceof DamagedFileError) throw new RejectedImagesError(error.message, { cause: error })
        throw error
      }
    },
    findUnshowable,
    store: async (exam, images) => {
      const hashed: HashedImage[] = []
      for (const image of images) hashed.push({ image, sha256: await hashContent(image.open()) })
      const fresh = await withoutStored(db, onceEach(hashed))
      const written: WrittenImage[] = []
      for (const { image } of fresh) written.push(await write(image))
      if (written.length === 0) return 0
      const now = clock.now()
      return db.transaction(async (tx) => {
        const { length } = await addRows(tx, exam, written, now)
        if (length > 0) await record(tx, exam, { action: 'images.store', images: length })
        return length
      })
    },
    remove: (exam) =>
      db.transaction(async (tx) => {
        const { patient_id, accession_number } = exam
        if (accession_number === null) return 0
        const studies = await tx.run(imageSql.lockStudies, { patient_id, accession_number })
        const study_ids = studies.map((study) => study.id)
        const removed = await tx.run(imageSql.removeInstances, { study_ids })
        if (removed.length === 0) return 0
        await tx.run(imageSql.removeSeries, { study_ids })
        await tx.run(imageSql.removeStudies, { study_ids })
        const fileIds = removed.map(({ file_id }) => file_id)
        await fileRecords.setExpiry(tx, fileIds, clock.now())
        await record(tx, exam, { action: 'images.remove', images: removed.length })
        return removed.length
      }),
  }
}
