import { ApiError } from '@mi-portal/contract/api-error'
import type { FieldErrors, FieldValues, Path, UseFormReturn } from 'react-hook-form'

type Form<Values extends FieldValues, Output> = Pick<
  UseFormReturn<Values, unknown, Output>,
  'getValues' | 'setError'
>

type FindField = (param: string) => string

/** Returns the errors of fields. A request that is too large is an error of the files. */
function readFieldErrors(error: unknown): ApiError['fieldErrors'] {
  if (!(error instanceof ApiError)) return []
  return error.status === 413 ? [{ param: 'files', msg: error.message }] : error.fieldErrors
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
  for (const { param, msg } of readFieldErrors(error)) {
    const name = param === undefined ? undefined : findField(param)
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
  if (!(error instanceof ApiError)) return [error.message]
  const values = form.getValues()
  return readFieldErrors(error).flatMap(({ param, msg }) =>
    isFieldName(values, param === undefined ? undefined : findField(param)) ? [] : [msg],
  )
}

function isFieldName<Values extends FieldValues>(
  values: Values,
  name: string | undefined,
): name is Path<Values> {
  return name !== undefined && Object.hasOwn(values, name)
}

/** Returns the errors of the form's fields in the order of the form's values. */
export function listFieldErrors<Values extends FieldValues>(
  errors: FieldErrors<Values>,
  values: Values,
): { name: string; message: string }[] {
  return Object.keys(values).flatMap((name) => {
    const message = errors[name]?.message
    return typeof message === 'string' ? [{ name, message }] : []
  })
}
