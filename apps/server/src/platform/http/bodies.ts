/** An error in a body is reported once the caller was authorized. Until then `request.body` holds the `ApiError`. */
import { createGunzip } from 'node:zlib'
import { ApiError, type ApiErrorCode } from '@mi-portal/contract/calls/api-error'
import { parseExactJson } from '@mi-portal/contract/results/exact-json'
import type { FastifyInstance, FastifyRequest } from 'fastify'

/** Limits of a JSON text, checked before it is parsed. A long text is parsed quickly, a million small values are not. */
type JsonLimits = {
  readonly bytes: number
  readonly values: number
  readonly levels: number
  /** Each `\\` takes time to parse, and no legitimate text consists of them. */
  readonly escapes: number
  readonly tooLarge: ApiErrorCode
  readonly tooMany: ApiErrorCode
}

// Far more values than any form of the portal has.
const formLimits: JsonLimits = {
  bytes: 256 * 1024,
  values: 5_000,
  levels: 40,
  escapes: 256 * 1024,
  tooLarge: 'tooLarge',
  tooMany: 'badJson',
}
// Enough for 500 entries of 200 values. A large base64 document in which every slash is escaped has about 330,000 escapes.
const fhirLimits: JsonLimits = {
  bytes: 24 * 1024 * 1024,
  values: 100_000,
  levels: 40,
  escapes: 1_000_000,
  tooLarge: 'bundleTooLarge',
  tooMany: 'bundleTooLarge',
}
// Enough for every list of a large clinic, and for a package of files in base64.
const largeLimits: JsonLimits = {
  bytes: 6 * 1024 * 1024,
  values: 200_000,
  levels: 40,
  escapes: 1_000_000,
  tooLarge: 'tooLarge',
  tooMany: 'badJson',
}
// Milliseconds. Together with authentication a request takes at most half a minute.
const jsonTime = 29_000
const fhirType = 'application/fhir+json'
const fhirTime = 120_000
const unreadBody = Symbol('unread')

/** Milliseconds until a sender must have reached the slowest rate, and between two looks at it. */
const [graceTime, lookInterval] = [10_000, 2_500]
/** Bytes a second. The slowest mobile networks have five times as many. */
const slowestRate = 2_000

/**
 * Runs `read`, which reads a body and does nothing else. Closes the connection if the body has not arrived completely after `milliseconds`, or
 * if it arrives slower than 2,000 bytes a second after the first ten seconds.
 */
export async function withinTime<T>(
  { raw }: Pick<FastifyRequest, 'raw'>,
  milliseconds: number,
  read: () => Promise<T>,
): Promise<T> {
  const began = performance.now()
  const before = raw.socket.bytesRead
  const timer = setTimeout(() => raw.destroy(), milliseconds)
  const looks = setInterval(() => {
    const elapsed = performance.now() - began
    const isSlow = (raw.socket.bytesRead - before) * 1000 < slowestRate * elapsed
    if (elapsed >= graceTime && isSlow) raw.destroy()
  }, lookInterval)
  try {
    return await read()
  } finally {
    clearTimeout(timer)
    clearInterval(looks)
  }
}

const [quoteByte, slashByte] = [0x22, 0x5c]
// The bytes that open a JSON level, the bytes that close one, and the byte between two values.
const [openers, closers, comma] = [new Set([0x7b, 0x5b]), new Set([0x7d, 0x5d]), 0x2c]

/**
 * Counts the values, levels and escapes of a JSON text while its chunks arrive, so that the event loop is never blocked for
 * long. The returned function takes the next chunk and says whether the text is still within its limits.
 */
function createJsonMeter(limits: JsonLimits): (chunk: Buffer) => boolean {
  let [values, levels, escapes] = [0, 0, 0]
  let [isText, isEscaped] = [false, false]

  function textFrom(chunk: Buffer, from: number, next: { quote: number; slash: number }): number {
    let at = from
    while (at < chunk.length) {
      if (isEscaped) {
        isEscaped = false
        at += 1
        continue
      }
      // The next quote and the next backslash are each searched once, however many of the other byte come before them.
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

async function readText(payload: AsyncIterable<Buffer>, limits: JsonLimits): Promise<string | ApiError> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  const isWithin = createJsonMeter(limits)
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
  let errorCode: ApiErrorCode | null = null
  try {
    for await (const chunk of payload) {
      bytes += chunk.length
      if (bytes > limits.bytes) return new ApiError(limits.tooLarge)
      // A rejected body is still read to its end, so that the sender receives the response and no broken connection.
      if (errorCode === null && !isWithin(chunk)) errorCode = limits.tooMany
      if (errorCode === null && !isText(chunk)) errorCode = 'badJson'
    }
    if (errorCode === null && !isText()) errorCode = 'badJson'
    return errorCode === null ? parts.join('') : new ApiError(errorCode)
  } catch {
    // The connection ended before the end of the body.
    return new ApiError('badJson')
  }
}

/** Returns the bytes of a body, decompressed if they are gzip. The limits apply to the decompressed bytes. */
function unpacked(request: FastifyRequest): AsyncIterable<Buffer> {
  const encoding = request.headers['content-encoding'] ?? 'identity'
  if (encoding === 'identity') return request.raw
  if (encoding === 'gzip') return request.raw.pipe(createGunzip())
  throw new ApiError('unsupportedBody')
}

export function readFhir(request: FastifyRequest): Promise<unknown> {
  return readUnread(request, fhirLimits, fhirTime)
}

export function readLarge(request: FastifyRequest): Promise<unknown> {
  return readUnread(request, largeLimits, jsonTime)
}

/** Reads the JSON text of an endpoint with `signedBody`, exactly as it was sent. Throws an `ApiError` if it cannot be read. */
export function readSigned(request: FastifyRequest): Promise<string> {
  return readUnreadText(request, formLimits, jsonTime)
}

export function readUrlForm(request: FastifyRequest): Promise<string> {
  return readUnreadText(request, formLimits, jsonTime)
}

/**
 * Returns a JSON text in which each half of a surrogate pair is U+FFFD, as where such a text is written in UTF-8: PostgreSQL takes no halves.
 * A form that cuts a text in the middle of an emoji sends one.
 */
function replaceLoneSurrogates(json: string): string {
  if (!/\\u[dD][89a-fA-F]/.test(json)) return json
  const sequences = /\\(?:u[dD][89abAB].{2}\\u[dD][c-fC-F].{2}|(u[dD][89a-fA-F].{2})|.)/g
  return json.replace(sequences, (sequence, half) => (half === undefined ? sequence : '\\ufffd'))
}

async function readUnreadText(
  request: FastifyRequest,
  limits: JsonLimits,
  milliseconds: number,
): Promise<string> {
  if (request.body instanceof ApiError) throw request.body
  if (Number(request.headers['content-length'] ?? 0) > limits.bytes) throw new ApiError(limits.tooLarge)
  // A request without a body has nothing that was left unread.
  if (request.body !== unreadBody) return ''
  const text = await withinTime(request, milliseconds, () => readText(unpacked(request), limits))
  if (text instanceof ApiError) throw text
  return text
}

async function readUnread(
  request: FastifyRequest,
  limits: JsonLimits,
  milliseconds: number,
): Promise<unknown> {
  if (request.body instanceof ApiError) throw request.body
  if (request.body !== unreadBody) return request.body
  const text = await readUnreadText(request, limits, milliseconds)
  try {
    return parseExactJson(replaceLoneSurrogates(text))
  } catch {
    throw new ApiError('badJson')
  }
}

/** Parses JSON bodies of at most 256 KB; an empty one becomes an object. Larger ones are left to endpoints that declare them. */
export function installBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()

  function parsed(request: FastifyRequest, text: string): Promise<unknown> {
    return new Promise((resolve) => {
      void parse(request, replaceLoneSurrogates(text), (error, value) =>
        resolve(error ? new ApiError('badJson') : value),
      )
    })
  }

  app.addContentTypeParser(
    'application/json',
    async (request: FastifyRequest, payload: AsyncIterable<Buffer>) => {
      const { endpoint } = request.routeOptions.config
      if (endpoint?.largeBody || endpoint?.signedBody) return unreadBody
      if (Number(request.headers['content-length'] ?? 0) > formLimits.bytes) return new ApiError('tooLarge')
      const text = await withinTime(request, jsonTime, () => readText(payload, formLimits))
      if (text instanceof ApiError) return text
      if (text === '') return {}
      return parsed(request, text)
    },
  )
  // FHIR documents are large: the handler reads them, after the caller was authenticated.
  app.addContentTypeParser(fhirType, async () => unreadBody)
  app.addContentTypeParser('application/x-www-form-urlencoded', async (request: FastifyRequest) =>
    request.routeOptions.config.endpoint?.urlForm ? unreadBody : new ApiError('unsupportedBody'),
  )
  app.addContentTypeParser('*', async () => new ApiError('unsupportedBody'))
}
