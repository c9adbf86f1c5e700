/**
 * Files that come with a request: judged by their first bytes, and streamed to where they are kept while they arrive.
 * Pictures are made anew on the way; a PDF is kept byte for byte and never opened.
 */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '@mi-portal/contract/failure'
import { filesMaxBytes, readableName } from '@mi-portal/contract/values/upload'
import { libraries, pixelCap } from './pictures.ts'

/** A file whose bytes are on disk and that belongs to nothing yet. */
export type Attachment = {
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly sha256: Uint8Array
}

/** Where the files of one form are put while it is read. What nobody came to own by its end is removed. */
export type Stash = {
  readonly put: (content: Readable) => Promise<{ key: string; bytes: number; sha256: Uint8Array }>
  readonly close: () => Promise<void>
}

/** Takes what people send. Throws 503 while space is short and 429 for a person who sent too much that day. */
export type Uploads = {
  /** `announced` is what the form says to be long, in bytes. */
  readonly admit: (announced: number) => Promise<void>
  readonly open: (personId: number) => Promise<Stash>
}

/** A file as the form's reader hands it over. */
type FilePart = {
  readonly content: Readable & { truncated?: boolean }
  readonly declared: string
  readonly name: string
  readonly param: string
}

/** The files of one form together may not be larger than one limit. */
type Budget = { bytes: number }

const extensions: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'application/pdf': ['pdf'],
}
// As much as telling a type takes.
const sampleBytes = 4100
// Fine print of an order that was photographed stays readable.
const longestSide = 4000

// A picture is whole in memory while it is made anew: few at a time, the others wait unread.
const picturesAtOnce = 2
let making = 0
const waiting: (() => void)[] = []

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (making >= picturesAtOnce) await new Promise<void>((go) => waiting.push(go))
  making += 1
  try {
    return await work()
  } finally {
    making -= 1
    waiting.shift()?.()
  }
}

/** Keeps a file, or gives back null for the empty part of a field where none was chosen. */
export async function keepAttachment(
  part: FilePart,
  budget: Budget,
  stash: Stash,
): Promise<Attachment | null> {
  const incoming = part.content[Symbol.asyncIterator]() as AsyncIterator<Buffer>
  const head = await sampleOf(incoming)
  if (head.length === 0 && part.name === '') return null
  const media_type = await typeOf(head, part)
  const content = Readable.from(bounded(head, incoming, part, budget))
  const kept =
    media_type === 'application/pdf'
      ? await putStream(content, stash)
      : await inTurn(() => putPicture(content, media_type, part, stash))
  return { ...kept, media_type, name: readableName(part.name) }
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

function wrongType(param: string, cause?: unknown): Failure {
  return new Failure('wrongFileType', { param, cause })
}

async function typeOf(head: Buffer, { declared, name, param }: FilePart): Promise<string> {
  const { fileTypeFromBuffer } = await libraries()
  const found = await fileTypeFromBuffer(head.subarray(0, sampleBytes))
  const extension = name.toLowerCase().split('.').pop() ?? ''
  if (!found || found.mime !== declared || !extensions[found.mime]?.includes(extension))
    throw wrongType(param)
  return found.mime
}

/** The bytes as they come, counted; breaks off where the form grows too large. */
async function* bounded(head: Buffer, incoming: AsyncIterator<Buffer>, part: FilePart, budget: Budget) {
  const count = (chunk: Buffer) => {
    budget.bytes += chunk.length
    if (budget.bytes > filesMaxBytes || part.content.truncated)
      throw new Failure('tooLarge', { param: part.param })
    return chunk
  }
  yield count(head)
  for (let next = await incoming.next(); !next.done; next = await incoming.next()) yield count(next.value)
  if (part.content.truncated) throw new Failure('tooLarge', { param: part.param })
}

/** What went wrong with the content is told as it is; anything else is the store's, which cannot take it now. */
async function putStream(content: Readable, stash: Stash) {
  const fault: { of?: unknown } = {}
  content.on('error', (error) => {
    // A store that gives up breaks the content off, and may take longer to say why.
    if (error.name !== 'AbortError') fault.of = error
  })
  try {
    return await stash.put(content)
  } catch (error) {
    if (fault.of !== undefined) throw fault.of
    throw error instanceof Failure ? error : new Failure('unavailable', { cause: error, retryAfter: 60 })
  }
}

async function putPicture(content: Readable, media_type: string, part: FilePart, stash: Stash) {
  const { sharp } = await libraries()
  const whole = sharp({ failOn: 'error', limitInputPixels: pixelCap })
    .rotate()
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
  const made = media_type === 'image/png' ? whole.png() : whole.jpeg({ quality: 88 })
  const fault: { of?: unknown } = {}
  const feeding = pipeline(content, made).catch((error: unknown) => {
    fault.of = error
  })
  try {
    return await putStream(made, stash)
  } catch (error) {
    await feeding
    if (error instanceof Failure && fault.of === undefined) throw error
    throw fault.of instanceof Failure ? fault.of : wrongType(part.param, error)
  }
}
