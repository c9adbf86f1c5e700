/** One error: the message to show and, if a field caused it, the field's name on the wire. */
export type FieldError = { readonly msg: string; readonly param?: string }

type CallErrorDetails = {
  readonly status: number
  readonly msg: string
  readonly fieldErrors?: readonly FieldError[] | undefined
  readonly number?: number | undefined
  readonly retryAfter?: number | undefined
  readonly invited?: boolean | undefined
  readonly hasServerMessage?: boolean
  readonly cause?: unknown
}

/** The error of a call, as its caller gets it. It is apart from `ApiError`, whose table the browser need not load. */
export class CallError extends Error {
  /** The HTTP status; 0 without an answer. */
  readonly status: number
  readonly fieldErrors: readonly FieldError[]
  /** The number in `error.code`, if the answer has one. */
  readonly number: number | undefined
  /** Seconds to wait before trying again. */
  readonly retryAfter: number | undefined
  /** Whether an invitation to open an account was e-mailed despite the error. */
  readonly invited: boolean
  /** False when the server gave no message and the caller's fallback is shown instead. */
  readonly hasServerMessage: boolean

  constructor({ msg, cause, ...details }: CallErrorDetails) {
    super(msg, { cause })
    this.name = 'CallError'
    this.status = details.status
    this.fieldErrors = details.fieldErrors ?? [{ msg }]
    this.number = details.number
    this.retryAfter = details.retryAfter ?? (details.status === 503 ? 5 : undefined)
    this.invited = details.invited ?? false
    this.hasServerMessage = details.hasServerMessage ?? true
  }

  /** Returns the message for this field, or undefined when the field is valid. */
  fieldErrorOf(param: string): string | undefined {
    return this.fieldErrors.find((fieldError) => fieldError.param === param)?.msg
  }

  /**
   * Reads the error of an answer. `fallback` is the message for an answer without one: no network, a 5xx that
   * does not name what is unavailable, or a body that does not have the portal's format.
   */
  static fromWire(
    status: number,
    body: unknown,
    fallback = 'No se recibió respuesta del servidor',
    retryAfter?: number,
  ): CallError {
    const fieldErrors = readFieldErrors(status, body)
    const hasServerMessage = fieldErrors.length > 0
    return new CallError({
      status,
      msg: fieldErrors[0]?.msg ?? fallback,
      ...(hasServerMessage ? { fieldErrors } : {}),
      number: readErrorNumber(body),
      // A failure of the server or of the line may be over soon.
      retryAfter: retryAfter ?? (status >= 500 || status === 0 ? 5 : undefined),
      invited: isRecord(body) && body.invited === true,
      hasServerMessage,
    })
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Reads the errors of an answer. Of a 5xx only those count with which the portal says what is unavailable. */
function readFieldErrors(status: number, body: unknown): FieldError[] {
  if (!isRecord(body) || !Array.isArray(body.errors)) return []
  return body.errors.flatMap((entry: unknown) => {
    if (!isRecord(entry) || typeof entry.msg !== 'string') return []
    if (status >= 500 && (typeof entry.code !== 'string' || entry.code === 'unavailable')) return []
    return [{ msg: entry.msg, ...(typeof entry.param === 'string' ? { param: entry.param } : {}) }]
  })
}

/** Returns the number of an answer's error, or undefined if it has none. */
export function readErrorNumber(body: unknown): number | undefined {
  if (!isRecord(body) || !isRecord(body.error)) return undefined
  return typeof body.error.code === 'number' ? body.error.code : undefined
}
