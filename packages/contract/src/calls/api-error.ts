import { CallError, type FieldError } from './call-error.ts'
import { type ErrorRow, errorTable } from './error-table.ts'

export type { FieldError }
export type ApiErrorCode = keyof typeof errorTable

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

/** An error of the API. The server throws it by its code; the caller gets it as a `CallError`. */
export class ApiError extends CallError {
  readonly code: ApiErrorCode

  constructor(code: ApiErrorCode, { param, ...details }: Details = {}) {
    const row: ErrorRow = errorTable[code]
    const msg = details.msg ?? row.msg
    const fieldErrors = details.fieldErrors ?? [{ msg, ...(param ? { param } : {}) }]
    super({ ...details, status: row.status, number: row.number, msg, fieldErrors })
    this.name = 'ApiError'
    this.code = code
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
}
