/**
 * Files that are uploaded with a request. Their type is detected from their content, not from their name. Images are decoded and encoded
 * again. A PDF is stored byte for byte, once a thread has seen that people can open it. Nothing that others need is held while bytes arrive.
 */
import { Readable } from 'node:stream'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { filesMaxBytes, heicAdvice, readableName } from '@mi-portal/contract/values/upload'
import { findPdfProblem, pdfProblemMessages } from '../../pdf/pdf-problem.ts'
import { decodeInTurn, isHeic, libraries, rejectManyPixels } from './images.ts'

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

type FilePart = {
  readonly content: AsyncIterable<Buffer> & { truncated?: boolean }
  readonly name: string
  readonly param: string
}

export type ReceivedFile = { readonly bytes: Buffer; readonly name: string; readonly param: string }

type Budget = { bytes: number }

const extensions: Readonly<Record<string, readonly string[]>> = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'application/pdf': ['pdf'],
}
// Pixels. The fine print of a photographed medical order stays readable at this size.
const longestSide = 4000
/** More pixels than a phone's camera produces. Without a limit a small file could decompress to gigabytes. */
const maxPixels = 25_000_000

/** Returns null for the empty part of a field without a file. Throws `ApiError('tooLarge')` if the form gets too large. */
export async function receiveFile(part: FilePart, budget: Budget): Promise<ReceivedFile | null> {
  const { content, name, param } = part
  const chunks: Buffer[] = []
  for await (const chunk of content) {
    budget.bytes += chunk.length
    if (budget.bytes > filesMaxBytes) throw new ApiError('tooLarge', { param })
    chunks.push(chunk)
  }
  if (content.truncated) throw new ApiError('tooLarge', { param })
  const bytes = Buffer.concat(chunks)
  return bytes.length === 0 && name === '' ? null : { bytes, name, param }
}

export async function storeAttachment(file: ReceivedFile, stash: Stash): Promise<Attachment> {
  const media_type = await findType(file)
  const content =
    media_type === 'application/pdf' ? await checkedPdf(file) : await encodedImage(file, media_type)
  const stored = await putStream(Readable.from(inPieces(content)), stash)
  return { ...stored, media_type, name: nameFor(readableName(file.name), media_type) }
}

function wrongType(param: string, cause?: unknown): ApiError {
  return new ApiError('wrongFileType', { param, cause })
}

async function findType({ bytes, param }: ReceivedFile): Promise<string> {
  const { fileTypeFromBuffer } = await libraries()
  const mime = (await fileTypeFromBuffer(bytes))?.mime
  if (isHeic(mime)) throw new ApiError('wrongFileType', { msg: heicAdvice, param })
  if (mime === undefined || !(mime in extensions)) throw wrongType(param)
  return mime
}

/** Returns the name with the end of its type, so that no program opens the file as something else. */
function nameFor(name: string, media_type: string): string {
  const known = extensions[media_type] ?? []
  const extension = name.toLowerCase().split('.').pop() ?? ''
  return known.includes(extension) ? name : `${name}.${known[0]}`
}

async function checkedPdf({ bytes, param }: ReceivedFile): Promise<Buffer> {
  const problem = await findPdfProblem(bytes)
  if (problem === null) return bytes
  throw new ApiError('wrongFileType', { msg: pdfProblemMessages[problem], param })
}

async function encodedImage({ bytes, param }: ReceivedFile, media_type: string): Promise<Buffer> {
  const { sharp } = await libraries()
  try {
    rejectManyPixels(await sharp(bytes, { limitInputPixels: false }).metadata(), maxPixels, param)
    const whole = sharp(bytes, { failOn: 'error', limitInputPixels: maxPixels })
      .rotate()
      .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    const made = media_type === 'image/png' ? whole.png() : whole.jpeg({ quality: 88 })
    return await decodeInTurn(() => made.toBuffer())
  } catch (error) {
    throw error instanceof ApiError ? error : wrongType(param, error)
  }
}

function* inPieces(content: Buffer): Generator<Buffer> {
  for (let at = 0; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}

async function putStream(content: Readable, stash: Stash) {
  try {
    return await stash.put(content)
  } catch (error) {
    throw error instanceof ApiError ? error : new ApiError('unavailable', { cause: error, retryAfter: 60 })
  }
}
