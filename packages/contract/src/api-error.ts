import { type ErrorRow, errorTable } from './error-table.ts'

export type ApiErrorCode = keyof typeof errorTable

/**
 * Messages that this server gives with a 503. Any other message of a 5xx answer comes from something else and is
 * not shown.
 */
const unavailableMessages: ReadonlySet<string> = new Set(
  Object.entries<ErrorRow>(errorTable).flatMap(([code, { status, msg }]) =>
    status === 503 && code !== 'unavailable' ? [msg] : [],
  ),
)

export type FieldError = { readonly msg: string; readonly param?: string }

type ApiErrorBody = {
  readonly status: 'Error'
  /** The row's name in the table of errors. It stays the same when the text of a message changes. */
  readonly errors: readonly (FieldError & { readonly code: ApiErrorCode })[]
  readonly error?: { readonly code: number; readonly msg: string }
  readonly invited?: true
}

type Details = {
  readonly param?: string
  readonly msg?: string
  readonly fieldErrors?: readonly FieldError[]
  readonly retryAfter?: number
  readonly invited?: boolean
  readonly cause?: unknown
}

/** An error of the API: the server throws it by its code, and the browser rebuilds it from the answer. */
export class ApiError extends Error {
  readonly code: ApiErrorCode
  readonly status: number
  readonly fieldErrors: readonly FieldError[]
  readonly number: number | undefined
  readonly retryAfter: number | undefined
  readonly invited: boolean
  /** False when the server gave no message and the caller's fallback is shown instead. */
  readonly hasServerMessage: boolean = true

  constructor(code: ApiErrorCode, details: Details = {}) {
    const row: ErrorRow = errorTable[code]
    const msg = details.msg ?? row.msg
    super(msg, { cause: details.cause })
    this.name = 'ApiError'
    this.code = code
    this.status = row.status
    this.number = row.number
    this.fieldErrors = details.fieldErrors ?? [{ msg, ...(details.param ? { param: details.param } : {}) }]
    this.retryAfter = details.retryAfter ?? (row.status === 503 ? 5 : undefined)
    this.invited = details.invited ?? false
  }

  fieldErrorOf(param: string): string | undefined {
    return this.fieldErrors.find((fieldError) => fieldError.param === param)?.msg
  }

  toBody(): ApiErrorBody {
    const first = this.fieldErrors[0]?.msg ?? this.message
    return {
      status: 'Error',
      errors: this.fieldErrors.map((fieldError) => ({ ...fieldError, code: this.code })),
      ...(this.number === undefined ? {} : { error: { code: this.number, msg: first } }),
      ...(this.invited ? { invited: true } : {}),
    }
  }

  /**
   * Rebuilds the error from an answer. `fallback` is the message for an answer without one: no network, a 5xx that
   * does not name what is unavailable, or a body that does not have the portal's format.
   */
  static fromWire(status: number, body: unknown, fallback: string, retryAfter?: number): ApiError {
    const read = readFieldErrors(body)
    const fieldErrors = status >= 500 ? read.filter(({ msg }) => unavailableMessages.has(msg)) : read
    const error = new ApiError(status >= 500 || status === 0 ? 'unavailable' : 'invalid', {
      fieldErrors: fieldErrors.length > 0 ? fieldErrors : [{ msg: fallback }],
      msg: fieldErrors[0]?.msg ?? fallback,
      ...(retryAfter === undefined ? {} : { retryAfter }),
      invited: isRecord(body) && body.invited === true,
    })
    return Object.assign(error, {
      status,
      number: readErrorNumber(body),
      hasServerMessage: fieldErrors.length > 0,
    })
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

function readFieldErrors(body: unknown): FieldError[] {
  if (!isRecord(body) || !Array.isArray(body.errors)) return []
  return body.errors.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry.msg === 'string'
      ? [{ msg: entry.msg, ...(typeof entry.param === 'string' ? { param: entry.param } : {}) }]
      : [],
  )
}

export function readErrorNumber(body: unknown): number | undefined {
  if (!isRecord(body) || !isRecord(body.error)) return undefined
  return typeof body.error.code === 'number' ? body.error.code : undefined
}
