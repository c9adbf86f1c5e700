/**
 * Files that are uploaded with a request. Their type is detected from their first bytes, and they are streamed to the file store
 * while they arrive. Images are decoded and encoded again; a PDF is stored byte for byte and never opened.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ApiError } from '@mi-portal/contract/api-error'
import { filesMaxBytes, readableName } from '@mi-portal/contract/values/upload'
import { libraries } from './images.ts'

/** A file whose bytes are stored, but which no record refers to yet. */
export type Attachment = {
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly sha256: Uint8Array
}

/** Stores the files of one form while it is read. `close` deletes the files that no record refers to by then. */
export type Stash = {
  readonly put: (content: Readable) => Promise<{ key: string; bytes: number; sha256: Uint8Array }>
  readonly close: () => Promise<void>
}

/** Accepts uploads. Throws 503 while disk space is short, and 429 if the person uploaded too many bytes that day. */
export type Uploads = {
  /** `announced` is the length of the form in bytes, as its header gives it. */
  readonly admit: (announced: number) => Promise<void>
  readonly open: (personId: number) => Promise<Stash>
}

/** A file as the multipart reader delivers it. */
type FilePart = {
  readonly content: Readable & { truncated?: boolean }
  readonly declared: string
  readonly name: string
  readonly param: string
}

/** The bytes of all files of one form so far. One limit applies to their sum. */
type Budget = { bytes: number }

const extensions: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'application/pdf': ['pdf'],
}
// Bytes that the detection of a file's type needs.
const sampleBytes = 4100
// Pixels. The fine print of a photographed medical order stays readable at this size.
const longestSide = 4000

// An image is in memory as a whole while it is processed. Further images wait, and their bytes are not read meanwhile.
const maxConcurrentImages = 2
let making = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (making >= maxConcurrentImages) await new Promise<void>((go) => waiting.push(go))
  making += 1
  try {
    return await work()
  } finally {
    making -= 1
    waiting.shift()?.()
  }
}

/** Stores a file. Returns null for the empty part that a browser sends for a field without a chosen file. */
export async function storeAttachment(
  part: FilePart,
  budget: Budget,
  stash: Stash,
): Promise<Attachment | null> {
  const incoming = part.content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const head = await sampleOf(incoming)
  if (head.length === 0 && part.name === '') return null
  const media_type = await typeOf(head, part)
  const content = Readable.from(bounded(head, incoming, part, budget))
  const stored =
    media_type === 'application/pdf'
      ? await putStream(content, stash)
      : await inTurn(() => putImage(content, media_type, part, stash))
  return { ...stored, media_type, name: readableName(part.name) }
}

async function sampleOf(incoming: AsyncIterator<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  while (length < sampleBytes) {
    const { done, value } = await incoming.next()
    if (done) break
    chunks.push(value)
    length += value.length
  }
  return Buffer.concat(chunks)
}

function wrongType(param: string, cause?: unknown): ApiError {
  return new ApiError('wrongFileType', { param, cause })
}

async function typeOf(head: Buffer, { declared, name, param }: FilePart): Promise<string> {
  const { fileTypeFromBuffer } = await libraries()
  const found = await fileTypeFromBuffer(head.subarray(0, sampleBytes))
  const extension = name.toLowerCase().split('.').pop() ?? ''
  if (!found || found.mime !== declared || !extensions[found.mime]?.includes(extension))
    throw wrongType(param)
  return found.mime
}

/** Yields the bytes of a file as they arrive and counts them. Throws `ApiError('tooLarge')` if the form gets too large. */
async function* bounded(head: Buffer, incoming: AsyncIterator<Buffer>, part: FilePart, budget: Budget) {
  const count = (chunk: Buffer) => {
    budget.bytes += chunk.length
    if (budget.bytes > filesMaxBytes || part.content.truncated)
      throw new ApiError('tooLarge', { param: part.param })
    return chunk
  }
  yield count(head)
  for (let next = await incoming.next(); !next.done; next = await incoming.next()) yield count(next.value)
  if (part.content.truncated) throw new ApiError('tooLarge', { param: part.param })
}

/** Stores a stream. Rethrows an error of the content unchanged; any other error is the file store's and becomes 503. */
async function putStream(content: Readable, stash: Stash) {
  const failure: { of?: unknown } = {}
  content.on('error', (error) => {
    // A store that fails aborts the content first and reports the cause later: the abort is not the content's error.
    if (error.name !== 'AbortError') failure.of = error
  })
  try {
    return await stash.put(content)
  } catch (error) {
    if (failure.of !== undefined) throw failure.of
    throw error instanceof ApiError ? error : new ApiError('unavailable', { cause: error, retryAfter: 60 })
  }
}

/** More pixels than a phone's camera produces. Without a limit a small file could decompress to gigabytes. */
const maxPixels = 25_000_000

async function putImage(content: Readable, media_type: string, part: FilePart, stash: Stash) {
  const { sharp } = await libraries()
  const whole = sharp({ failOn: 'error', limitInputPixels: maxPixels })
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
  const made = media_type === 'image/png' ? whole.png() : whole.jpeg({ quality: 88 })
  const failure: { of?: unknown } = {}
  const feeding = pipeline(content, made).catch((error: unknown) => {
    failure.of = error
  })
  try {
    return await putStream(made, stash)
  } catch (error) {
    await feeding
    if (error instanceof ApiError && failure.of === undefined) throw error
    throw failure.of instanceof ApiError ? failure.of : wrongType(part.param, error)
  }
}
