import { ApiError } from '@mi-portal/contract/api-error'
import type { FieldValues, Path, UseFormSetError } from 'react-hook-form'

/**
 * Shows the server's field errors at the form's fields. Returns the errors of all other fields by name, because
 * images and files are not fields of the form.
 */
export function showServerErrors<Values extends FieldValues>(
  error: unknown,
  form: { readonly setError: UseFormSetError<Values> },
  fields: readonly Path<Values>[],
): Readonly<Partial<Record<string, string>>> {
  const others: Record<string, string> = {}
  for (const { param, msg } of error instanceof ApiError ? error.fieldErrors : []) {
    const field = fields.find((name) => name === param)
    if (field) form.setError(field, { message: msg })
    else if (param !== undefined) others[param] ??= msg
  }
  return others
}
