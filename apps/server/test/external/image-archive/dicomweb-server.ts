/**
 * An image archive for tests that speaks DICOMweb over the network: QIDO-RS for studies, series and instances, WADO-RS for rendered
 * frames and files. It follows the text of PS3.18, and a test can make single answers wrong.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'

type StoredSeries = {
  readonly uid: string
  readonly modality: string
  readonly description?: string
  readonly number?: number
  readonly instances: readonly StoredInstance[]
}

type StoredInstance = {
  readonly uid: string
  readonly number?: number
  readonly frames?: number
  /** Rows and columns in pixels. */
  readonly extent?: readonly [rows: number, columns: number]
  /** Centre and width of the window, which this archive does not apply by itself. */
  readonly window?: Window
  /** The windows of an enhanced object: of all frames, and of each frame that has its own. */
  readonly groups?: { readonly shared?: Window; readonly frames?: readonly (Window | null)[] }
}

type Window = readonly [center: number, width: number, shape?: 'SIGMOID']

export type StoredStudy = {
  readonly uid: string
  readonly accession: string
  readonly patientId: string
  readonly date?: string
  readonly description?: string
  readonly series: readonly StoredSeries[]
}

type Options = {
  readonly basic?: { readonly user: string; readonly password: string }
  /** The most results of one page; a search with fewer of them than there are gets a warning. */
  readonly pageSize?: number
  /** Repeats the first page for every `offset`. */
  readonly ignoresOffset?: boolean
  readonly rejectsOffset?: boolean
  /** Sends windows only with the metadata of an image, not with lists. */
  readonly hidesWindows?: boolean
  /** Returns the file of an instance; {@link toDicomFile} if absent. */
  readonly file?: (instance: string) => Buffer
  /** Renders a frame; one grey pixel if absent. */
  readonly render?: (frame: RenderedFrame) => { readonly type: string; readonly bytes: Buffer }
}

type RenderedFrame = { readonly instance: string; readonly frame: number; readonly search: URLSearchParams }

/** Answers a request in place of the archive. Returns false to let the archive answer. */
type Interception = (request: IncomingMessage, response: ServerResponse) => boolean

const value = (vr: string, ...values: (string | number)[]) => ({ vr, Value: values })

const toWindow = (window: Window | null | undefined) =>
  window
    ? {
        '00281050': value('DS', window[0], 7),
        '00281051': value('DS', window[1], 9),
        ...(window[2] ? { '00281056': value('CS', window[2]) } : {}),
      }
    : {}

const toGroup = (window: Window | null | undefined) =>
  window ? { '00289132': { vr: 'SQ', Value: [toWindow(window)] } } : {}

const toMetadata = (one: StoredInstance | undefined) => ({
  ...toWindow(one?.window),
  ...(one?.groups && {
    '52009229': { vr: 'SQ', Value: [toGroup(one.groups.shared)] },
    '52009230': { vr: 'SQ', Value: one.groups.frames?.map(toGroup) ?? [] },
  }),
})

/** The smallest JPEG: one grey pixel. */
export const onePixel = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wAALCAABAAEBAREA/8QAFAABAAAAAAAAAAAAAAAAAAAAAP/EABQQAQAAAAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8AN//Z',
  'base64',
)

/** Returns the bytes that the archive sends as the DICOM file of an instance. */
export function toDicomFile(uid: string): Buffer {
  return Buffer.concat([Buffer.alloc(128), Buffer.from(`DICM ${uid} `), Buffer.alloc(100_000, '--x\r\n-')])
}

/** Starts the archive. `close` ends it. */
export async function openDicomweb(studies: StoredStudy[], options: Options = {}) {
  const asked: {
    path: string
    search: URLSearchParams
    accept: string
    authorization: string | undefined
  }[] = []
  const state: { intercept: Interception } = { intercept: () => false }
  let base = ''

  function isAllowed(authorization: string | undefined): boolean {
    if (options.basic === undefined) return true
    const pair = Buffer.from(`${options.basic.user}:${options.basic.password}`).toString('base64')
    return authorization === `Basic ${pair}`
  }

  /** Every dataset names an address of another host, as archives behind a proxy do. */
  const retrieve = (path: string) => ({ '00081190': value('UR', `http://pacs.internal.example${path}`) })

  function find(segments: readonly string[], search: URLSearchParams): object[] | null {
    const [, uid, kind] = segments
    if (uid === undefined)
      return studies
        .filter(({ accession }) => accession === search.get('AccessionNumber'))
        .map((one) => ({
          ...retrieve(`/studies/${one.uid}`),
          '0020000D': value('UI', one.uid),
          '00080050': value('SH', one.accession),
          '00100020': value('LO', one.patientId),
          ...(one.date ? { '00080020': value('DA', one.date) } : {}),
          ...(one.description ? { '00081030': value('LO', one.description) } : {}),
        }))
    const study = studies.find((one) => one.uid === uid)
    if (study === undefined) return []
    if (kind === 'series')
      return study.series.map((one) => ({
        ...retrieve(`/studies/${uid}/series/${one.uid}`),
        '0020000E': value('UI', one.uid),
        '00080060': value('CS', one.modality),
        ...(one.description ? { '0008103E': value('LO', one.description) } : {}),
        ...(one.number === undefined ? {} : { '00200011': value('IS', one.number) }),
      }))
    if (kind === 'instances')
      return study.series.flatMap((series) =>
        series.instances.map((one) => ({
          ...retrieve(`/studies/${uid}/series/${series.uid}/instances/${one.uid}`),
          '0020000E': value('UI', series.uid),
          '00080018': value('UI', one.uid),
          // Some archives send integer strings as text.
          ...(one.number === undefined ? {} : { '00200013': value('IS', String(one.number)) }),
          ...(one.frames === undefined ? {} : { '00280008': value('IS', one.frames) }),
          ...(one.extent === undefined
            ? {}
            : { '00280010': value('US', one.extent[0]), '00280011': value('US', one.extent[1]) }),
          ...(search.get('includefield')?.includes('00281050') && !options.hidesWindows
            ? toWindow(one.window)
            : {}),
        })),
      )
    return null
  }

  function sendFile(uid: string, response: ServerResponse): void {
    const boundary = 'part-of-the-answer'
    response.writeHead(200, {
      'content-type': `multipart/related; type="application/dicom"; boundary=${boundary}`,
    })
    response.write(`\r\n--${boundary}\r\ncontent-type: application/dicom\r\n\r\n`)
    const file = (options.file ?? toDicomFile)(uid)
    // Pieces of odd sizes, so that the boundary is cut in two.
    for (let at = 0; at < file.length; at += 9_973) response.write(file.subarray(at, at + 9_973))
    response.write(`\r\n--part-of`)
    response.end(`-the-answer--\r\n`)
  }

  function answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? '/', base)
    const { authorization, accept = '' } = request.headers
    asked.push({ path: pathname, search: searchParams, accept, authorization })
    if (state.intercept(request, response)) return
    if (!isAllowed(authorization)) return void response.writeHead(401).end()
    const segments = pathname.replace(/^\/dicom-web\//, '').split('/')
    const instance = segments[5]
    if (instance !== undefined && segments[8] === 'rendered') {
      const frame = { instance, frame: Number(segments[7]), search: searchParams }
      const { type, bytes } = options.render?.(frame) ?? { type: 'image/jpeg', bytes: onePixel }
      response.writeHead(200, { 'content-type': type })
      return void response.end(bytes)
    }
    if (instance !== undefined && segments.length === 6) return void sendFile(instance, response)
    if (instance !== undefined && segments[6] === 'metadata') {
      const instances = studies.flatMap((study) => study.series.flatMap((one) => one.instances))
      const row = toMetadata(instances.find(({ uid }) => uid === instance))
      response.writeHead(200, { 'content-type': 'application/dicom+json' })
      return void response.end(JSON.stringify([row]))
    }
    const found = find(segments, searchParams)
    if (found === null) return void response.writeHead(400).end()
    if (options.rejectsOffset && searchParams.has('offset')) return void response.writeHead(400).end()
    const offset = options.ignoresOffset ? 0 : Number(searchParams.get('offset') ?? 0)
    const limit = Math.min(Number(searchParams.get('limit') ?? 100), options.pageSize ?? Infinity)
    const page = found.slice(offset, offset + limit)
    // The standard allows 204 for a search without results.
    if (page.length === 0) return void response.writeHead(204).end()
    const rest = found.length - offset - page.length
    response.writeHead(200, {
      'content-type': 'application/dicom+json',
      ...(rest > 0
        ? { warning: `299 pacs "There are ${rest} additional results that can be requested"` }
        : {}),
    })
    response.end(JSON.stringify(page))
  }

  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  base = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  return {
    url: `${base}/dicom-web`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
    /** Requests for rendered frames. */
    rendered: () => asked.filter(({ path }) => path.endsWith('/rendered')),
    intercept: (next: Interception) => {
      state.intercept = next
    },
  }
}
