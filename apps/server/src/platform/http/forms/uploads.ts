import { ApiError } from '@mi-portal/contract/calls/api-error'
import { filesMaxBytes, filesMaxCount, imageMaxBytes, tooManyFiles } from '@mi-portal/contract/values/upload'
import type { FastifyRequest } from 'fastify'
import { withinTime } from '../bodies.ts'
import {
  type Attachment,
  type ReceivedFile,
  receiveFile,
  type Stash,
  storeAttachment,
} from './attachments.ts'
import { type ReceivedImage, receiveImage } from './images.ts'

type ReadForm = {
  readonly fields: Readonly<Record<string, string>>
  readonly pictures: Readonly<Record<string, ReceivedImage>>
  readonly files: readonly Attachment[]
}

/** The files that a form may contain: the named images of at most 500 KB each, or files that are stored in a stash. */
type Wanted = { readonly pictures: readonly string[] } | { readonly stash: Stash }

const limits = { fields: 60, fieldNameSize: 60, fieldSize: 20_000, headerPairs: 50, parts: 80 }
// Bytes that a form may have besides its files: names, boundaries and text fields.
const wrapping = 2_000_000
const imagesTimeout = 60_000
const filesTimeout = 300_000

// A browser sends an empty part for a file that was not chosen.
function isEmptyPart(bytes: Buffer, name: string): boolean {
  return bytes.length === 0 && name === ''
}

export function announcedLength(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'])
  return Number.isFinite(length) ? length : 0
}

/**
 * Reads a form. Of a field that is sent twice the first value counts. Throws 413 for a form that is too large or has too many
 * parts, 415 for a wrong file type, and 400 for a form that cannot be read.
 */
export async function readForm(request: FastifyRequest, wanted: Wanted): Promise<ReadForm> {
  if (!request.isMultipart()) throw new ApiError('badForm')
  const takesFiles = 'stash' in wanted
  try {
    if (takesFiles && announcedLength(request) > filesMaxBytes + wrapping) throw new ApiError('tooLarge')
    const { received, ...form } = await withinTime(request, takesFiles ? filesTimeout : imagesTimeout, () =>
      readParts(request, wanted),
    )
    const files: Attachment[] = []
    if (takesFiles) for (const file of received) files.push(await storeAttachment(file, wanted.stash))
    return { ...form, files }
  } catch (error) {
    // A client reads the response only after it has sent everything, so the rest of the form is read and discarded.
    request.raw.resume()
    throw toUploadError(error, takesFiles)
  }
}

/** Reads a form as it arrives. Its files are looked at and stored afterwards, so that no work waits for a slow sender. */
async function readParts(request: FastifyRequest, wanted: Wanted) {
  const fields: Record<string, string> = Object.create(null)
  const pictures: Record<string, ReceivedImage> = Object.create(null)
  const received: ReceivedFile[] = []
  const budget = { bytes: 0 }
  const [count, fileSize] =
    'stash' in wanted ? [filesMaxCount, filesMaxBytes + 1] : [wanted.pictures.length, imageMaxBytes]
  for await (const part of request.parts({ limits: { ...limits, files: count, fileSize } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] ??= part.value
      continue
    }
    const { fieldname: param } = part
    // The reader leaves out an empty file name, although its types say otherwise.
    const name = part.filename ?? ''
    if ('stash' in wanted) {
      const file = await receiveFile({ content: part.file, name, param }, budget)
      if (file) received.push(file)
      continue
    }
    const bytes = await readPart(part.file, param)
    if (isEmptyPart(bytes, name) || !wanted.pictures.includes(param) || pictures[param]) continue
    pictures[param] = await receiveImage({ bytes, param })
  }
  return { fields, pictures, received }
}

// The codes of the multipart reader for exceeded limits.
const tooMany = ['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT']

function toUploadError(error: unknown, takesFiles: boolean): ApiError {
  if (error instanceof ApiError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return takesFiles
      ? new ApiError('tooLarge')
      : new ApiError('tooLarge', { msg: 'Selecciona tamaño máximo 500KB' })
  if (code === 'FST_FILES_LIMIT' && takesFiles) return new ApiError('tooLarge', { msg: tooManyFiles })
  return tooMany.includes(code) ? new ApiError('tooLarge') : new ApiError('badForm', { cause: error })
}

async function readPart(
  file: AsyncIterable<Buffer> & { truncated?: boolean },
  param: string,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  if (file.truncated) throw new ApiError('tooLarge', { msg: 'Selecciona tamaño máximo 500KB', param })
  return Buffer.concat(chunks)
}
