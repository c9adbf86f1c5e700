import { ApiError, type FieldError } from '@mi-portal/contract/calls/api-error'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { readLarge } from '../bodies.ts'

export type Parsed = {
  params: unknown
  query: unknown
  body: unknown
  fieldErrors: readonly FieldError[]
  unreadable: ApiError | null
}

/** Returns, for a body with several alternative schemas, the alternative with the fewest errors: probably the intended one. */
function findMeant(schema: z.ZodMiniType, issues: readonly z.core.$ZodIssue[]) {
  const [issue] = issues
  if (!(schema instanceof z.ZodMiniUnion) || issue?.code !== 'invalid_union') return { schema, issues }
  const [meant] = schema.def.options
    .map((option, at) => ({ schema: option as z.ZodMiniType, issues: issue.errors[at] ?? [] }))
    .toSorted((one, other) => one.issues.length - other.issues.length)
  return meant ?? { schema, issues }
}

export function toFieldErrors(given: z.ZodMiniType, found: readonly z.core.$ZodIssue[]): FieldError[] {
  const { schema, issues } = findMeant(given, found)
  const order = schema instanceof z.ZodMiniObject ? Object.keys(schema.def.shape) : []
  const fieldErrors = new Map<string, string>()
  const place = (issue: z.core.$ZodIssue) => order.indexOf(String(issue.path[0] ?? ''))
  for (const issue of [...issues].sort((a, b) => place(a) - place(b))) {
    const param = issue.path.map(String).join('.')
    if (!fieldErrors.has(param)) fieldErrors.set(param, issue.message)
  }
  return [...fieldErrors].map(([param, msg]) => ({ msg, ...(param ? { param } : {}) }))
}

function findUnreadable(request: FastifyRequest): ApiError | null {
  if (request.isMultipart()) return new ApiError('unsupportedBody')
  return request.body instanceof ApiError ? request.body : null
}

// The message for rules without one: the library's messages are not fit to show to people.
export const inWords = { error: () => new ApiError('invalid').message }

/**
 * Parses the input of a request and collects all errors, in the order path, query, body. A large body is left out: it is read by
 * `parseLargeBody` once the caller was authenticated. A signed body is left out too: the handler checks its signature first.
 */
export function parse(endpoint: Endpoint, request: FastifyRequest): Parsed {
  const fieldErrors: FieldError[] = []
  const read = (schema: z.ZodMiniType | undefined, value: unknown): unknown => {
    if (!schema) return undefined
    const result = z.safeParse(schema, value, inWords)
    if (result.success) return result.data
    fieldErrors.push(...toFieldErrors(schema, result.error.issues))
    return undefined
  }
  const unreadable = endpoint.body ? findUnreadable(request) : null
  return {
    params: read(endpoint.params, request.params),
    query: read(endpoint.query, request.query),
    body:
      unreadable || endpoint.largeBody || endpoint.signedBody
        ? undefined
        : read(endpoint.body, request.body ?? {}),
    fieldErrors,
    unreadable,
  }
}

export async function parseLargeBody(
  schema: z.ZodMiniType,
  request: FastifyRequest,
  input: Parsed,
): Promise<Parsed> {
  if (input.unreadable) return input
  const result = z.safeParse(schema, await readLarge(request), inWords)
  if (result.success) return { ...input, body: result.data }
  return { ...input, fieldErrors: [...input.fieldErrors, ...toFieldErrors(schema, result.error.issues)] }
}

export function receive({ params, query, body, fieldErrors, unreadable }: Parsed) {
  if (unreadable) throw unreadable
  if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
  return { params, query, body }
}
