import { ApiError } from '@mi-portal/contract/calls/api-error'
import { parseExactJson } from '@mi-portal/contract/results/exact-json'
import * as z from 'zod/mini'
import { operationOutcome } from './resources.ts'

/** The longest wait in seconds that is passed on to a caller. A longer wait of the server is cut to this. */
const longestWait = 3_600

export type Answer = {
  readonly status: number
  readonly type: string
  readonly etag: string | null
  readonly bytes: Uint8Array
}

export function down(cause: unknown, retryAfter?: number): ApiError {
  return new ApiError('archiveDown', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })
}

/** Removes members that are `null`, because FHIR's JSON allows null only inside arrays of primitives. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((one) => one !== null).map(withoutNulls)
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype)
    return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      member === null ? [] : [[name, withoutNulls(member)]],
    ),
  )
}

export function parseJson({ bytes }: Pick<Answer, 'bytes'>): unknown {
  try {
    return withoutNulls(parseExactJson(new TextDecoder().decode(bytes)))
  } catch (cause) {
    throw down(cause)
  }
}

export function secondsToWait(header: string | null, now: number): number | undefined {
  if (header === null || header.trim() === '') return undefined
  const seconds = /^\d+$/.test(header.trim()) ? Number(header) : (Date.parse(header) - now) / 1000
  return Number.isNaN(seconds) ? undefined : Math.min(longestWait, Math.max(0, seconds))
}

/** Returns code and text of an `OperationOutcome` for the log, without words of four or more digits, which may be a document. */
export function describeCause(answer: Answer): object {
  if (!answer.type.includes('json')) return {}
  const read = z.safeParse(operationOutcome, answer.bytes.length > 100_000 ? null : jsonOrNull(answer))
  const [issue] = read.success ? read.data.issue : []
  if (issue === undefined) return {}
  const words = (issue.diagnostics ?? issue.details?.text ?? '').slice(0, 200).split(/\s+/)
  const safe = words.map((word) => (word.replace(/\D/g, '').length >= 4 ? '…' : word)).join(' ')
  return { issue: issue.code, ...(safe === '' ? {} : { diagnostics: safe }) }
}

function jsonOrNull(answer: Answer): unknown {
  try {
    return parseJson(answer)
  } catch {
    return null
  }
}
