/**
 * An image archive that speaks DICOMweb: QIDO-RS lists the studies of an exam, WADO-RS renders their images and returns their
 * files. Only studies whose accession number and patient are the sought ones are returned, even if the archive answers others.
 */
import { addAbortSignal, Readable } from 'node:stream'
import { mostFrames } from '@mi-portal/contract/images'
import { createReadCache } from '../../platform/external/read-cache.ts'
import type {
  FoundStudies,
  ImageArchive,
  ImageInstance,
  ImageSeries,
  ImageStream,
  ImageStudy,
  InstanceAddress,
  SoughtStudies,
} from '../../ports/image-archive.ts'
import {
  type ArchiveAnswer,
  type ArchiveClientDependencies,
  createArchiveClient,
  type RequestOptions,
  readJson,
} from './archive-client.ts'
import { comparableDocument } from './comparable-document.ts'
import { type Dataset, parseDatasets, readInteger, readText, readUid, tags } from './dicom-json.ts'
import { type FrameWindows, readFrameWindows, readWindow } from './image-windows.ts'
import { imagesDown } from './images-down.ts'
import { withoutImages } from './kinds-of-series.ts'
import { findBoundary, firstPart } from './multipart.ts'

const dicomJson = 'application/dicom+json'

/** More studies, series or instances are not listed. The largest CT studies have some thousands of images. */
const most = { studies: 20, series: 200, instances: 5_000 } as const

const mostPages = 60

const mostBytes = { list: 32 * 1024 * 1024, rendered: 32 * 1024 * 1024, original: 2 * 1024 ** 3 } as const

const instanceFields = [
  tags.frames,
  tags.rows,
  tags.columns,
  tags.windowCenter,
  tags.windowWidth,
  tags.windowFunction,
].join(',')

/** How long lists are cached. While a reader scrolls, hundreds of requests need the same list. */
const listSeconds = 60

function toStream(answer: ArchiveAnswer, chunks: AsyncIterable<Uint8Array>): Readable {
  const stream = Readable.from(chunks, { objectMode: false }).once('close', answer.discard)
  return addAbortSignal(answer.broken, stream)
}

/** Returns whether a text has a special meaning in a search: wildcards, and separators of lists and ranges. */
function isPattern(text: string): boolean {
  return /[*?\\,]|[^\x20-\x7e]/.test(text)
}

const byNumber = <T extends { readonly number: number | null }>(one: T, other: T) =>
  (one.number ?? Number.MAX_SAFE_INTEGER) - (other.number ?? Number.MAX_SAFE_INTEGER)

function toSeries(rows: readonly Dataset[], instances: ReadonlyMap<string, ImageInstance[]>): ImageSeries[] {
  return rows
    .flatMap((row): ImageSeries[] => {
      const series = readUid(row, tags.series)
      const modality = readText(row, tags.modality)
      const own = series === null ? undefined : instances.get(series)
      if (series === null || own === undefined || (modality !== null && withoutImages.has(modality)))
        return []
      const number = readInteger(row, tags.seriesNumber)
      return [
        { series, number, description: readText(row, tags.seriesDescription), modality, instances: own },
      ]
    })
    .toSorted(byNumber)
}

function instancesBySeries(rows: readonly Dataset[]): ReadonlyMap<string, ImageInstance[]> {
  const found = rows.flatMap((row) => {
    const [series, instance] = [readUid(row, tags.series), readUid(row, tags.instance)]
    if (series === null || instance === null) return []
    const frames = Math.min(mostFrames, Math.max(1, readInteger(row, tags.frames) ?? 1))
    const side = Math.max(readInteger(row, tags.rows) ?? 0, readInteger(row, tags.columns) ?? 0) || null
    // The frames of a film may have their own windows, which only its metadata have.
    const window = frames === 1 ? readWindow(row) : null
    const read = { instance, frames, side, ...(window === null ? {} : { window }) }
    return [{ series, number: readInteger(row, tags.instanceNumber), instance: read }]
  })
  const bySeries = new Map<string, ImageInstance[]>()
  for (const { series, instance } of found.toSorted(byNumber))
    bySeries.set(series, [...(bySeries.get(series) ?? []), instance])
  return bySeries
}

export function createDicomwebArchive(dependencies: ArchiveClientDependencies): ImageArchive {
  const { clock, logger } = dependencies
  const client = createArchiveClient(dependencies)
  const lists = createReadCache<FoundStudies>(listSeconds, clock, 100)
  const windows = createReadCache<FrameWindows>(listSeconds, clock, most.instances)

  async function findWindows(of: InstanceAddress): Promise<FrameWindows> {
    const answer = await client.get(`${makePath(of)}/metadata`, dicomJson)
    if (answer.status !== 200) {
      answer.discard()
      return { shared: null, frames: [] }
    }
    const found = await readJson(answer, mostBytes.list)
    try {
      const [row = {}] = found === undefined ? [] : parseDatasets(found)
      return readFrameWindows(row)
    } catch (cause) {
      throw imagesDown(cause)
    }
  }

  async function searchPage(path: string, query: Readonly<Record<string, string>>, offset: number) {
    const text = new URLSearchParams({ ...query, ...(offset === 0 ? {} : { offset: String(offset) }) })
    const answer = await client.get(`${path}?${text}`, dicomJson)
    if (answer.status === 204 || answer.status === 404) {
      answer.discard()
      return { rows: [], isCut: false }
    }
    if (answer.status !== 200) {
      const rejection = client.createRejection(answer, 'search')
      if (offset === 0) throw rejection
      return null
    }
    const found = await readJson(answer, mostBytes.list)
    try {
      // Archives say with warning 299 that there are more results than the page has.
      return { rows: found === undefined ? [] : parseDatasets(found), isCut: /\b299\b/.test(answer.warning) }
    } catch (cause) {
      throw imagesDown(cause)
    }
  }

  /** Reads pages until one has nothing new, or {@link most} is reached: archives may send fewer results than they are asked for. */
  async function search(
    path: string,
    query: Readonly<Record<string, string>>,
    { limit, key }: { readonly limit: number; readonly key: string },
  ): Promise<{ readonly rows: readonly Dataset[]; readonly isComplete: boolean }> {
    const rows = new Map<string, Dataset>()
    const found = (isComplete: boolean) => ({ rows: [...rows.values()].slice(0, limit), isComplete })
    let offset = 0
    for (let number = 1; number <= mostPages; number++) {
      const page = await searchPage(path, { ...query, limit: String(limit) }, offset)
      if (page === null) return found(false)
      const before = rows.size
      for (const [index, row] of page.rows.entries()) rows.set(readText(row, key) ?? `${offset + index}`, row)
      offset += page.rows.length
      // An archive that repeats its first page does not page, so a full page may not be all.
      if (rows.size === before) return found(!page.isCut && (page.rows.length === 0 || rows.size < limit))
      if (rows.size > limit) return found(false)
    }
    return found(false)
  }

  async function readStudy(row: Dataset, study: string) {
    const [series, instances] = await Promise.all([
      search(
        `studies/${study}/series`,
        { includefield: tags.seriesDescription },
        { limit: most.series, key: tags.series },
      ),
      search(
        `studies/${study}/instances`,
        { includefield: instanceFields },
        { limit: most.instances, key: tags.instance },
      ),
    ])
    const read: ImageStudy = {
      study,
      day: readText(row, tags.studyDate),
      description: readText(row, tags.studyDescription),
      series: toSeries(series.rows, instancesBySeries(instances.rows)),
    }
    return { read, isComplete: series.isComplete && instances.isComplete }
  }

  async function readStudies(sought: SoughtStudies): Promise<FoundStudies> {
    const { accessionNumber, documentTypeId, documentNumber } = sought
    const { rows, isComplete } = await search(
      'studies',
      { AccessionNumber: accessionNumber, includefield: tags.studyDescription },
      { limit: most.studies, key: tags.study },
    )
    const document = comparableDocument(documentTypeId, documentNumber)
    const own = rows.filter((row) => {
      if (readText(row, tags.accessionNumber) !== accessionNumber) return false
      const isPatients = comparableDocument(documentTypeId, readText(row, tags.patientId) ?? '') === document
      if (!isPatients)
        logger.warn(
          {},
          'image archive: a study with the accession number of an exam belongs to another patient',
        )
      return isPatients
    })
    const studies = await Promise.all(
      own.flatMap((row) => {
        const study = readUid(row, tags.study)
        return study === null ? [] : [readStudy(row, study)]
      }),
    )
    const found = {
      studies: studies.map(({ read }) => read).filter(({ series }) => series.length > 0),
      isComplete: isComplete && studies.every((one) => one.isComplete),
    }
    if (!found.isComplete)
      logger.warn(
        { studies: rows.length, most },
        'image archive: the list of an exam’s images is not complete, and the page says so',
      )
    return found
  }

  function toImage(answer: ArchiveAnswer, types: readonly string[], bytes: number): ImageStream | null {
    const mediaType = answer.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (answer.status === 200 && types.includes(mediaType))
      return { mediaType, content: toStream(answer, answer.chunks(bytes)) }
    answer.discard()
    if (answer.status >= 200 && answer.status !== 404)
      logger.warn({ status: answer.status, type: mediaType }, 'image archive: an image cannot be shown')
    return null
  }

  const makePath = ({ study, series, instance }: InstanceAddress) =>
    `studies/${study}/series/${series}/instances/${instance}`

  return {
    withImages: ({ accessionNumbers }) => Promise.resolve(new Set(accessionNumbers)),
    studies: async (of) => {
      const { accessionNumber, documentTypeId, documentNumber } = of
      if (isPattern(accessionNumber) || comparableDocument(documentTypeId, documentNumber) === '')
        return { studies: [], isComplete: true }
      return lists.get(JSON.stringify([accessionNumber, documentTypeId, documentNumber]), () =>
        readStudies(of),
      )
    },
    rendered: async (of, { frame, window: asked, size }, signal) => {
      const found = asked === null ? await windows.get(makePath(of), () => findWindows(of)) : null
      const window = asked ?? found?.frames[frame - 1] ?? found?.shared ?? null
      const query = [
        ...(window === null ? [] : [`window=${window.center},${window.width},${window.shape ?? 'linear'}`]),
        ...(size === null ? [] : [`viewport=${size},${size}`]),
      ].join('&')
      const path = `${makePath(of)}/frames/${frame}/rendered${query === '' ? '' : `?${query}`}`
      const answer = await client.get(path, 'image/jpeg', { signal })
      const image = toImage(answer, ['image/jpeg', 'image/png'], mostBytes.rendered)
      return image === null && answer.status !== 404 ? { unshowable: 'refused' } : image
    },
    original: async (of, signal, purpose = 'file') => {
      const options: RequestOptions = { turns: purpose === 'file' ? 'originals' : 'studies', signal }
      const answer = await client.get(
        makePath(of),
        'multipart/related; type="application/dicom"; transfer-syntax=*',
        options,
      )
      const boundary = answer.status === 200 ? findBoundary(answer.type) : null
      if (boundary === null) return toImage(answer, ['application/dicom'], mostBytes.original)
      return {
        mediaType: 'application/dicom',
        content: toStream(answer, firstPart(answer.chunks(mostBytes.original), boundary)),
      }
    },
  }
}
