/** Multipart forms: text fields and pictures, bounded in number and size before anything is kept. */
import { Failure } from '@mi-portal/contract/failure'
import { imageMaxBytes } from '@mi-portal/contract/values/upload'
import type { FastifyRequest } from 'fastify'
import { makePicture, type Picture } from './pictures.ts'

type ReadForm = {
  readonly fields: Readonly<Record<string, string>>
  readonly pictures: Readonly<Record<string, Picture>>
}

const limits = { fields: 60, fieldNameSize: 60, fieldSize: 20_000, headerPairs: 50, parts: 80 }

// A browser sends an empty part for a file that was not chosen.
function isEmptyPart(bytes: Buffer, name: string): boolean {
  return bytes.length === 0 && name === ''
}

/**
 * Reads a form whose files are the pictures named, each of at most 500 KB. A field that comes twice counts once, the
 * first time. Throws 413 for what is too large, 415 for what is no picture, 400 for a form that cannot be read.
 */
export async function readForm(request: FastifyRequest, pictureNames: readonly string[]): Promise<ReadForm> {
  if (!request.isMultipart()) throw new Failure('badForm')
  const fields: Record<string, string> = Object.create(null)
  const pictures: Record<string, Picture> = Object.create(null)
  try {
    const parts = request.parts({
      limits: { ...limits, files: pictureNames.length, fileSize: imageMaxBytes },
    })
    for await (const part of parts) {
      if (part.type === 'field') {
        if (typeof part.value === 'string') fields[part.fieldname] ??= part.value
        continue
      }
      const bytes = await readPart(part.file, part.fieldname)
      if (isEmptyPart(bytes, part.filename)) continue
      if (!pictureNames.includes(part.fieldname) || pictures[part.fieldname]) continue
      pictures[part.fieldname] = await makePicture({
        bytes,
        declared: part.mimetype,
        name: part.filename,
        param: part.fieldname,
      })
    }
  } catch (error) {
    throw refusalOf(error)
  }
  return { fields, pictures }
}

// What the multipart reader calls the limits it ran into.
const tooMany = ['FST_FILES_LIMIT', 'FST_PARTS_LIMIT', 'FST_FIELDS_LIMIT']

function refusalOf(error: unknown): Failure {
  if (error instanceof Failure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'FST_REQ_FILE_TOO_LARGE')
    return new Failure('tooLarge', { msg: 'Selecciona tamaño máximo 500KB' })
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
