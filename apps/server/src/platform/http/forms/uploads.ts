/** Multipart forms: text fields, and pictures or files, bounded in number and size. */
import { Failure } from '@mi-portal/contract/failure'
import { filesMaxBytes, filesMaxCount, imageMaxBytes, tooManyFiles } from '@mi-portal/contract/values/upload'
import type { FastifyRequest } from 'fastify'
import { withinTime } from '../bodies.ts'
import { type Attachment, keepAttachment, type Stash } from './attachments.ts'
import { makePicture, type Picture } from './pictures.ts'

type ReadForm = {
  readonly fields: Readonly<Record<string, string>>
  readonly pictures: Readonly<Record<string, Picture>>
  readonly files: readonly Attachment[]
}

/** What a form may bring: the pictures named, each of at most 500 KB, or files that go into a stash. */
type Wanted = { readonly pictures: readonly string[] } | { readonly stash: Stash }

const limits = { fields: 60, fieldNameSize: 60, fieldSize: 20_000, headerPairs: 50, parts: 80 }
// Names, boundaries and text fields around the files.
const wrapping = 2_000_000
const picturesTime = 60_000
const filesTime = 300_000

// A browser sends an empty part for a file that was not chosen.
function isEmptyPart(bytes: Buffer, name: string): boolean {
  return bytes.length === 0 && name === ''
}

/** How long the form says to be, in bytes; 0 where it does not say. */
export function announcedLength(request: FastifyRequest): number {
  const length = Number(request.headers['content-length'])
  return Number.isFinite(length) ? length : 0
}

/**
 * Reads a form. A field that comes twice counts once, the first time. Throws 413 for what is too large or too many,
 * 415 for a wrong type, 400 for a form that cannot be read.
 */
export async function readForm(request: FastifyRequest, wanted: Wanted): Promise<ReadForm> {
  if (!request.isMultipart()) throw new Failure('badForm')
  const takesFiles = 'stash' in wanted
  try {
    if (takesFiles && announcedLength(request) > filesMaxBytes + wrapping) throw new Failure('tooLarge')
    return await withinTime(request, takesFiles ? filesTime : picturesTime, () => readParts(request, wanted))
  } catch (error) {
    // Who still sends reads no answer: the rest is let run off.
    request.raw.resume()
    throw refusalOf(error, takesFiles)
  }
}

async function readParts(request: FastifyRequest, wanted: Wanted): Promise<ReadForm> {
  const fields: Record<string, string> = Object.create(null)
  const pictures: Record<string, Picture> = Object.create(null)
  const files: Attachment[] = []
  const budget = { bytes: 0 }
  const [count, fileSize] =
    'stash' in wanted ? [filesMaxCount, filesMaxBytes + 1] : [wanted.pictures.length, imageMaxBytes]
  for await (const part of request.parts({ limits: { ...limits, files: count, fileSize } })) {
    if (part.type === 'field') {
      if (typeof part.value === 'string') fields[part.fieldname] ??= part.value
      continue
    }
    const { fieldname: param, mimetype: declared } = part
    // The reader leaves an empty name out, whatever its types say.
    const name = part.filename ?? ''
    if ('stash' in wanted) {
      const kept = await keepAttachment({ content: part.file, declared, name, param }, budget, wanted.stash)
      if (kept) files.push(kept)
      continue
    }
    const bytes = await readPart(part.file, param)
    if (isEmptyPart(bytes, name) || !wanted.pictures.includes(param) || pictures[param]) continue
    pictures[param] = await makePicture({ bytes, declared, name, param })
  }
  return { fields, pictures, files }
}

// What the multipart reader calls the limits it ran into.
const tooMany = ['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT']

function refusalOf(error: unknown, takesFiles: boolean): Failure {
  if (error instanceof Failure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return takesFiles
      ? new Failure('tooLarge')
      : new Failure('tooLarge', { msg: 'Selecciona tamaño máximo 500KB' })
  if (code === 'FST_FILES_LIMIT' && takesFiles) return new Failure('tooLarge', { msg: tooManyFiles })
  return tooMany.includes(code) ? new Failure('tooLarge') : new Failure('badForm', { cause: error })
}

async function readPart(
  file: AsyncIterable<Buffer> & { truncated?: boolean },
  param: string,
): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of file) chunks.push(chunk)
  if (file.truncated) throw new Failure('tooLarge', { msg: 'Selecciona tamaño máximo 500KB', param })
  return Buffer.concat(chunks)
}
