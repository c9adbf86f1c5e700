/**
 * Bodies of calls. What is wrong with one is told only after it was settled who calls and whether they may: until
 * then the refusal stands in the body's place.
 */
import { Failure, type FailureCode } from '@mi-portal/contract/failure'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** How much a text may be before it is parsed: long texts are parsed in an instant, a million small values are not. */
type JsonLimits = {
  readonly bytes: number
  readonly values: number
  readonly levels: number
  /** Each `\\` costs, and no text that people or systems write is made of them. */
  readonly escapes: number
  /** What is said of a text that is too long, or holds too much. */
  readonly tooLarge: FailureCode
  readonly tooMany: FailureCode
}

// No form has so many values.
const formLimits: JsonLimits = {
  bytes: 256 * 1024,
  values: 5_000,
  levels: 40,
  escapes: 256 * 1024,
  tooLarge: 'tooLarge',
  tooMany: 'badJson',
}
// Five hundred entries of two hundred values; base 64 in which every slash is escaped has a third of a million escapes.
const fhirLimits: JsonLimits = {
  bytes: 24 * 1024 * 1024,
  values: 100_000,
  levels: 40,
  escapes: 1_000_000,
  tooLarge: 'bundleTooLarge',
  tooMany: 'bundleTooLarge',
}
// With the time that it takes to be let in, half a minute.
const jsonTime = 29_000
const fhirType = 'application/fhir+json'
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

const [quoteByte, slashByte] = [0x22, 0x5c]
// What opens, what closes, and what stands between two values.
const [openers, closers, comma] = [new Set([0x7b, 0x5b]), new Set([0x7d, 0x5d]), 0x2c]

/** Counts what a JSON text holds while its pieces arrive, so that nobody waits for it; says whether it is still within limits. */
function jsonMeter(limits: JsonLimits): (chunk: Buffer) => boolean {
  let [values, levels, escapes] = [0, 0, 0]
  let [isText, isEscaped] = [false, false]

  /** Passes over the text that `at` is in; gives back where it goes on after it. */
  function textFrom(chunk: Buffer, from: number, next: { quote: number; slash: number }): number {
    let at = from
    while (at < chunk.length) {
      if (isEscaped) {
        isEscaped = false
        at += 1
        continue
      }
      // Looked for once each, however many of the other come before it.
      if (next.quote < at) next.quote = indexFrom(chunk, quoteByte, at)
      if (next.slash < at) next.slash = indexFrom(chunk, slashByte, at)
      if (next.quote < next.slash) {
        isText = false
        return next.quote + 1
      }
      isEscaped = next.slash < chunk.length
      escapes += isEscaped ? 1 : 0
      at = next.slash + 1
    }
    return at
  }

  function count(byte: number): void {
    if (byte === quoteByte) isText = true
    else if (closers.has(byte)) levels -= 1
    else if (byte === comma || openers.has(byte)) {
      values += 1
      levels += byte === comma ? 0 : 1
    }
  }

  return (chunk) => {
    const next = { quote: -1, slash: -1 }
    for (let at = 0; at < chunk.length; ) {
      if (isText) {
        at = textFrom(chunk, at, next)
        continue
      }
      count(chunk[at] ?? 0)
      at += 1
      if (levels > limits.levels || values > limits.values) return false
    }
    return escapes <= limits.escapes
  }
}

function indexFrom(chunk: Buffer, byte: number, at: number): number {
  const found = chunk.indexOf(byte, at)
  return found === -1 ? chunk.length : found
}

async function readText(payload: AsyncIterable<Buffer>, limits: JsonLimits): Promise<string | Failure> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const isWithin = jsonMeter(limits)
  const parts: string[] = []
  const isText = (chunk?: Buffer): boolean => {
    try {
      parts.push(chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }))
      return true
    } catch {
      return false
    }
  }
  let bytes = 0
  let fault: FailureCode | null = null
  try {
    for await (const chunk of payload) {
      bytes += chunk.length
      if (bytes > limits.bytes) return new Failure(limits.tooLarge)
      // What is refused is still taken off the line: who sends it is answered, and not cut off.
      if (fault === null && !isWithin(chunk)) fault = limits.tooMany
      if (fault === null && !isText(chunk)) fault = 'badJson'
    }
    if (fault === null && !isText()) fault = 'badJson'
    return fault === null ? parts.join('') : new Failure(fault)
  } catch {
    // Cut off half-way.
    return new Failure('badJson')
  }
}

/** The body of a call that speaks FHIR, of at most 24 MB and 100,000 values; throws what is wrong with it. */
export async function readFhir(request: FastifyRequest): Promise<unknown> {
  if (request.body instanceof Failure) throw request.body
  if (request.body !== unreadBody) return request.body
  if (Number(request.headers['content-length'] ?? 0) > fhirLimits.bytes)
    throw new Failure(fhirLimits.tooLarge)
  const text = await withinTime(request, fhirTime, () => readText(request.raw, fhirLimits))
  if (text instanceof Failure) throw text
  try {
    return JSON.parse(text)
  } catch {
    throw new Failure('badJson')
  }
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
      if (Number(request.headers['content-length'] ?? 0) > formLimits.bytes) return new Failure('tooLarge')
      const text = await withinTime(request, jsonTime, () => readText(payload, formLimits))
      if (text instanceof Failure) return text
      if (text === '') return {}
      return parsed(request, text)
    },
  )
  // Read by the handler, once its caller was let in: such documents are large.
  app.addContentTypeParser(fhirType, async () => unreadBody)
  app.addContentTypeParser('*', async () => new Failure('unsupportedBody'))
}
