/**
 * Bodies of calls. What is wrong with one is told only after it was settled who calls and whether they may: until
 * then the refusal stands in the body's place.
 */
import { Failure } from '@mi-portal/contract/failure'
import type { FastifyInstance, FastifyRequest } from 'fastify'

const maxBytes = 256 * 1024
// With the time that it takes to be let in, half a minute.
const jsonTime = 29_000
const mostValues = 5_000
const mostLevels = 40
const fhirType = 'application/fhir+json'
const maxFhirBytes = 24 * 1024 * 1024
const fhirTime = 120_000
const unreadBody = Symbol('unread')

/** Does what reads a body; a sender that is still not through with it then is cut off. */
export async function withinTime<T>(
  request: FastifyRequest,
  milliseconds: number,
  read: () => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => request.raw.destroy(), milliseconds)
  try {
    return await read()
  } finally {
    clearTimeout(timer)
  }
}

async function readText(payload: AsyncIterable<Buffer>, most = maxBytes): Promise<string | Failure> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of payload) {
      bytes += chunk.length
      if (bytes > most) return new Failure('tooLarge')
      chunks.push(chunk)
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks))
  } catch {
    // Cut off half-way, or no UTF-8.
    return new Failure('badJson')
  }
}

/** The body of a call that speaks FHIR, of at most 24 MB; throws what is wrong with it. */
export async function readFhir(request: FastifyRequest): Promise<unknown> {
  if (request.body instanceof Failure) throw request.body
  if (request.body !== unreadBody) return request.body
  if (Number(request.headers['content-length'] ?? 0) > maxFhirBytes) throw new Failure('tooLarge')
  const text = await withinTime(request, fhirTime, () => readText(request.raw, maxFhirBytes))
  if (text instanceof Failure) throw text
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('badJson')
  }
}

/**
 * Whether a JSON text is read in an instant. Long texts are; a hundred thousand small values take as many milliseconds
 * as everybody else would wait, and no form has so many.
 */
function isSparse(text: string): boolean {
  let values = 0
  let levels = 0
  for (let at = 0; at < text.length; at += 1) {
    switch (text[at]) {
      case '"':
        for (at += 1; at < text.length && text[at] !== '"'; at += 1) if (text[at] === '\\') at += 1
        break
      case '{':
      case '[':
        values += 1
        levels += 1
        if (levels > mostLevels) return false
        break
      case '}':
      case ']':
        levels -= 1
        break
      case ',':
        values += 1
        break
    }
    if (values > mostValues) return false
  }
  return true
}

/** Takes JSON of at most 256 KB; an empty body, which says it is JSON, is an object without members. */
export function installBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()

  function parsed(request: FastifyRequest, text: string): Promise<unknown> {
    return new Promise((resolve) => {
      void parse(request, text, (error, value) => resolve(error ? new Failure('badJson') : value))
    })
  }

  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
      if (Number(request.headers['content-length'] ?? 0) > maxBytes) return new Failure('tooLarge')
      const text = await withinTime(request, jsonTime, () => readText(payload))
      if (text instanceof Failure) return text
      if (text === '') return {}
      return isSparse(text) ? parsed(request, text) : new Failure('badJson')
    },
  )
  // Read by the handler, once its caller was let in: such documents are large.
  app.addContentTypeParser(fhirType, async () => unreadBody)
  app.addContentTypeParser('*', async () => new Failure('unsupportedBody'))
}
