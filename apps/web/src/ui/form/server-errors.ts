import { CallError } from '@mi-portal/contract/calls/call-error'
import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'

type Form<Values extends FieldValues, Output> = Pick<
  UseFormReturn<Values, unknown, Output>,
  'getValues' | 'setError'
>

/** Returns the field that shows one message of an error, which names a field as the wire does, or none. */
export type FindField = (param: string | undefined, error: CallError) => string | undefined

/** Returns the messages with the fields that show them. A request that is too large is an error of the files. */
function readFieldErrors(error: unknown, findField: FindField): { name: string | undefined; msg: string }[] {
  if (!(error instanceof CallError)) return []
  if (error.status === 413) return [{ name: 'files', msg: error.message }]
  return error.fieldErrors.map(({ param, msg }) => ({ name: findField(param, error), msg }))
}

/** Shows the server's errors at the fields of the form that have their names. */
export function showServerErrors<Values extends FieldValues, Output>(
  error: unknown,
  form: Form<Values, Output>,
  findField: FindField,
  movesFocus: boolean,
) {
  const values = form.getValues()
  let shouldFocus = movesFocus
  for (const { name, msg } of readFieldErrors(error, findField)) {
    if (!isFieldName(values, name)) continue
    form.setError(name, { message: msg }, { shouldFocus })
    shouldFocus = false
  }
}

/** Returns the messages of an error that no field of the form shows. */
export function listOtherErrors<Values extends FieldValues, Output>(
  error: Error,
  form: Form<Values, Output>,
  findField: FindField,
): string[] {
  if (!(error instanceof CallError)) return [error.message]
  const values = form.getValues()
  return readFieldErrors(error, findField).flatMap(({ name, msg }) =>
    isFieldName(values, name) ? [] : [msg],
  )
}

function isFieldName<Values extends FieldValues>(
  values: Values,
  name: string | undefined,
): name is Path<Values> {
  return name !== undefined && Object.hasOwn(values, name)
}

/** Returns the errors of the form's fields in the order of the form's values; a field of a row has a name such as `rows.0.name`. */
export function listFieldErrors(
  errors: FieldValues,
  values: FieldValues,
  prefix = '',
): { name: string; message: string }[] {
  return Object.keys(values).flatMap((key) => {
    const name = `${prefix}${key}`
    const error: unknown = errors[key]
    if (!isGroup(error)) return []
    if (typeof error['message'] === 'string') return [{ name, message: error['message'] }]
    return isGroup(values[key]) ? listFieldErrors(error, values[key], `${name}.`) : []
  })
}

function isGroup(value: unknown): value is FieldValues {
  return typeof value === 'object' && value !== null
}
