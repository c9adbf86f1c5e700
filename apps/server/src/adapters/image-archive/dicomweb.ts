/**
 * An image archive that speaks DICOMweb: QIDO-RS lists the studies of an exam, WADO-RS renders their images and returns their
 * files. Only studies whose accession number and patient are the sought ones are returned, whatever else the archive answers.
 */
import { Readable } from 'node:stream'
import type { Clock } from '../../platform/clock.ts'
import { createReadCache } from '../../platform/external/read-cache.ts'
import type { Logger } from '../../platform/logger.ts'
import type {
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
  type ArchiveCredentials,
  createArchiveClient,
  type ImageTimeouts,
  imagesDown,
  jsonOf,
} from './archive-client.ts'
import { type Dataset, datasetsOf, integerOf, tags, textOf, uidOf } from './dicom-json.ts'
import { boundaryOf, firstPart } from './multipart.ts'

type DicomwebDependencies = {
  /** The base address of DICOMweb, without a slash at its end. */
  readonly url: string
  readonly credentials: ArchiveCredentials
  readonly clock: Clock
  readonly logger: Logger
  readonly timeouts?: ImageTimeouts | undefined
}

const dicomJson = 'application/dicom+json'

/** More studies, series or instances are not listed. The largest CT studies have some thousands of images. */
const most = { studies: 20, series: 200, instances: 5_000 } as const

const mostBytes = { list: 32 * 1024 * 1024, rendered: 32 * 1024 * 1024, original: 2 * 1024 ** 3 } as const

/** How long lists are cached. While a reader scrolls, hundreds of requests need the same list. */
const listSeconds = 60

/** Kinds of series that have no images to look at: reports, key images, measurements, plans, sound and the like. */
const withoutImages = new Set([
  ...[
    'SR',
    'PR',
    'KO',
    'DOC',
    'AU',
    'ECG',
    'EPS',
    'HD',
    'RTSTRUCT',
    'RTPLAN',
    'RTRECORD',
    'REG',
    'SEG',
    'FID',
    'RWV',
    'PLAN',
  ],
])

/**
 * Returns the document number without points, hyphens, spaces and leading zeros. Archives write the same RUN as `12.345.678-5`,
 * `12345678-5` or `0123456785`.
 */
function comparableDocument(written: string): string {
  return written
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')
    .replace(/^0+/, '')
}

/** Returns a stream of an answer's bytes. When the stream closes, however much was read, the request ends too. */
function streamOf(answer: ArchiveAnswer, chunks: AsyncIterable<Uint8Array>): Readable {
  return Readable.from(chunks, { objectMode: false }).once('close', answer.discard)
}

/** Returns whether a text has a special meaning in a search: wildcards, and separators of lists and ranges. */
function isPattern(text: string): boolean {
  return /[*?\\,]|[^\x20-\x7e]/.test(text)
}

const byNumber = <T extends { readonly number: number | null }>(one: T, other: T) =>
  (one.number ?? Number.MAX_SAFE_INTEGER) - (other.number ?? Number.MAX_SAFE_INTEGER)

function seriesOf(rows: readonly Dataset[], instances: ReadonlyMap<string, ImageInstance[]>): ImageSeries[] {
  return rows
    .flatMap((row): ImageSeries[] => {
      const series = uidOf(row, tags.series)
      const modality = textOf(row, tags.modality)
      const own = series === null ? undefined : instances.get(series)
      if (series === null || own === undefined || (modality !== null && withoutImages.has(modality)))
        return []
      const number = integerOf(row, tags.seriesNumber)
      return [{ series, number, description: textOf(row, tags.seriesDescription), modality, instances: own }]
    })
    .toSorted(byNumber)
}

/** Returns the instances of each series in the order of their numbers. */
function instancesBySeries(rows: readonly Dataset[]): ReadonlyMap<string, ImageInstance[]> {
  const found = rows.flatMap((row) => {
    const [series, instance] = [uidOf(row, tags.series), uidOf(row, tags.instance)]
    if (series === null || instance === null) return []
    const frames = Math.max(1, integerOf(row, tags.frames) ?? 1)
    return [{ series, number: integerOf(row, tags.instanceNumber), instance: { instance, frames } }]
  })
  const bySeries = new Map<string, ImageInstance[]>()
  for (const { series, instance } of found.toSorted(byNumber))
    bySeries.set(series, [...(bySeries.get(series) ?? []), instance])
  return bySeries
}

export function createDicomwebArchive(dependencies: DicomwebDependencies): ImageArchive {
  const { clock, logger } = dependencies
  const client = createArchiveClient(dependencies)
  const lists = createReadCache<readonly ImageStudy[]>(listSeconds, clock, 100)

  async function search(path: string, query: Readonly<Record<string, string>>, limit: number) {
    const text = new URLSearchParams({ ...query, limit: String(limit) })
    const answer = await client.get(`${path}?${text}`, dicomJson)
    if (answer.status === 204 || answer.status === 404) {
      answer.discard()
      return []
    }
    if (answer.status !== 200) throw client.createRejection(answer, 'search')
    const found = await jsonOf(answer, mostBytes.list)
    if (found === undefined) return []
    try {
      return datasetsOf(found).slice(0, limit)
    } catch (cause) {
      throw imagesDown(cause)
    }
  }

  async function readStudy(row: Dataset, study: string): Promise<ImageStudy> {
    const [series, instances] = await Promise.all([
      search(`studies/${study}/series`, { includefield: tags.seriesDescription }, most.series),
      search(`studies/${study}/instances`, { includefield: tags.frames }, most.instances),
    ])
    return {
      study,
      day: textOf(row, tags.studyDate),
      description: textOf(row, tags.studyDescription),
      series: seriesOf(series, instancesBySeries(instances)),
    }
  }

  async function readStudies({ accessionNumber, documentNumber }: SoughtStudies) {
    const rows = await search(
      'studies',
      { AccessionNumber: accessionNumber, includefield: tags.studyDescription },
      most.studies,
    )
    const sought = comparableDocument(documentNumber)
    const own = rows.filter((row) => {
      if (textOf(row, tags.accessionNumber) !== accessionNumber) return false
      const isPatients = comparableDocument(textOf(row, tags.patientId) ?? '') === sought
      if (!isPatients)
        logger.warn(
          {},
          'image archive: a study with the accession number of an exam belongs to another patient',
        )
      return isPatients
    })
    const studies = own.flatMap((row) => {
      const study = uidOf(row, tags.study)
      return study === null ? [] : [readStudy(row, study)]
    })
    return (await Promise.all(studies)).filter(({ series }) => series.length > 0)
  }

  /** Returns an answer with an image; null for any other, for instance if the image is damaged. */
  function imageOf(answer: ArchiveAnswer, types: readonly string[], bytes: number): ImageStream | null {
    const mediaType = answer.type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
    if (answer.status === 200 && types.includes(mediaType))
      return { mediaType, content: streamOf(answer, answer.chunks(bytes)) }
    answer.discard()
    if (answer.status >= 200 && answer.status !== 404)
      logger.warn({ status: answer.status, type: mediaType }, 'image archive: an image cannot be shown')
    return null
  }

  const pathOf = ({ study, series, instance }: InstanceAddress) =>
    `studies/${study}/series/${series}/instances/${instance}`

  return {
    isConnected: true,
    studies: async (of) => {
      const isSearchable = !isPattern(of.accessionNumber) && comparableDocument(of.documentNumber) !== ''
      if (!isSearchable) return []
      return lists.get(JSON.stringify([of.accessionNumber, of.documentNumber]), () => readStudies(of))
    },
    rendered: async (of, { frame, window, size }) => {
      const query = [
        ...(window === null ? [] : [`window=${window.center},${window.width},linear`]),
        ...(size === null ? [] : [`viewport=${size},${size}`]),
      ].join('&')
      const path = `${pathOf(of)}/frames/${frame}/rendered${query === '' ? '' : `?${query}`}`
      return imageOf(await client.get(path, 'image/jpeg'), ['image/jpeg', 'image/png'], mostBytes.rendered)
    },
    original: async (of) => {
      const answer = await client.get(
        pathOf(of),
        'multipart/related; type="application/dicom"; transfer-syntax=*',
      )
      const boundary = answer.status === 200 ? boundaryOf(answer.type) : null
      if (boundary === null) return imageOf(answer, ['application/dicom'], mostBytes.original)
      return {
        mediaType: 'application/dicom',
        content: streamOf(answer, firstPart(answer.chunks(mostBytes.original), boundary)),
      }
    },
  }
}
