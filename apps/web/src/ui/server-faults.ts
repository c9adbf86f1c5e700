import { Failure } from '@mi-portal/contract/failure'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'

/**
 * Puts what the server found wrong at the form's fields. Gives back what it found wrong with anything else, by name:
 * pictures and files are chosen beside the form.
 */
export function showServerFaults<Values extends FieldValues>(
  refusal: unknown,
  form: { readonly setError: UseFormSetError<Values> },
  fields: readonly Path<Values>[],
): Readonly<Partial<Record<string, string>>> {
  const others: Record<string, string> = {}
  for (const { param, msg } of refusal instanceof Failure ? refusal.faults : []) {
    const field = fields.find((name) => name === param)
    if (field) form.setError(field, { message: msg })
    else if (param !== undefined) others[param] ??= msg
  }
  return others
}
