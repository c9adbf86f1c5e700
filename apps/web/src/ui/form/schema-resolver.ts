import { type FieldErrors, type FieldValues, get, type Resolver, set } from 'react-hook-form'
import type * as z from 'zod/mini'

/** Returns the resolver of a form whose values a schema reads: of each field the first message counts. */
export function createSchemaResolver<Values extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Values>,
): Resolver<Values, unknown, Output> {
  return (values, _, { fields }) => {
    const read = schema.safeParse(values)
    if (read.success) return { values: read.data, errors: {} }
    const errors: FieldErrors<Values> = {}
    for (const { path, message } of read.error.issues) {
      const name = path.join('.')
      const field: { readonly ref?: unknown } | undefined = get(fields, name)
      if (!get(errors, name)) set(errors, name, { type: 'schema', message, ref: field?.ref })
    }
    return { values: {}, errors }
  }
}
