/**
 * Checks and sends the values of the sign-in form. It is loaded when the form is first used, because the contract's
 * schemas and the client are a tenth of what the sign-in page would load.
 */
import { CallError } from '@mi-portal/contract/calls/call-error'
import { credentials } from '@mi-portal/contract/session/credentials'
import { waitForOutcome } from '../../lib/wait-for-outcome.ts'
import { type Area, type SignInOutcome, type SignInValues, signIn } from './session.queries.ts'

export type FieldErrors = { document_number?: string; document_country?: string; password?: string }

/** The outcome of an attempt: that of a sign-in, errors of fields, or why the server rejected it. */
type Attempt =
  | SignInOutcome
  | { next: 'fields'; errors: FieldErrors }
  | { next: 'rejection'; error: CallError }

/** Returns the errors of the form's values by the rule of the contract; null when they are valid. */
export function findFieldErrors(values: SignInValues): FieldErrors | null {
  const issues = credentials.safeParse(values).error?.issues
  if (!issues) return null
  const message = (field: keyof FieldErrors) => issues.find((issue) => issue.path[0] === field)?.message
  return { document_number: message('document_number'), password: message('password') }
}

/** Signs in, and waits so long before the outcome that it does not flash. */
export async function attemptSignIn(area: Area, values: SignInValues): Promise<Attempt> {
  const result = await waitForOutcome(signIn(area, values))
  if (!(result instanceof CallError)) return result
  const errors = {
    document_number: result.fieldErrorOf('document_number'),
    document_country: result.fieldErrorOf('document_country'),
    password: result.fieldErrorOf('password'),
  }
  return result.number === undefined && (errors.document_number || errors.document_country || errors.password)
    ? { next: 'fields', errors }
    : { next: 'rejection', error: result }
}
