/** The portal's operations as its API description declares them, and a plausible call of each. */

import type { NeededPermission } from '@mi-portal/contract/calls/endpoint'

export type Schema = {
  readonly type?: string | readonly string[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly format?: string
  readonly minimum?: number
  readonly minLength?: number
  readonly minItems?: number
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>

export type Operation = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly access: string
  readonly permission: NeededPermission
  readonly params: Readonly<Record<string, Schema>>
  readonly query: Readonly<Record<string, Schema>>
  readonly body: Schema | null
  readonly form: Schema | null
  /** The possible statuses, each with the schema of its answer, or null if it has none. */
  readonly responses: Readonly<Record<string, Schema | null>>
}

type Described = {
  readonly 'x-access': string
  readonly 'x-permission'?: NeededPermission
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[]
  readonly requestBody?: { readonly content: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export type Description = {
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
}

export function listOperations(description: Description): Operation[] {
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const named = (place: string) =>
        Object.fromEntries(
          described.parameters.filter((one) => one.in === place).map(({ name, schema }) => [name, schema]),
        )
      const content = described.requestBody?.content
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase() as Operation['method'],
        path,
        access: described['x-access'],
        permission: described['x-permission'] ?? 'any',
        params: named('path'),
        query: named('query'),
        body: content?.['application/json']?.schema ?? null,
        form: content?.['multipart/form-data']?.schema ?? null,
        responses: Object.fromEntries(
          Object.entries(described.responses).map(([status, answer]) => [
            status,
            answer.content?.['application/json']?.schema ?? null,
          ]),
        ),
      }
    }),
  )
}

// Plausible texts for fields whose rule is in code and not in the schema.
const plausibleTexts: readonly (readonly [RegExp, string])[] = [
  [/e?mail/i, 'camila@ejemplo.cl'],
  [/document_number|^rut|run$/i, '123456785'],
  [/password/i, 'Araucaria-1810'],
  [/phone|celular/i, '912345678'],
  [/birth|fecha|date|day|from|to|until|desde|hasta/i, '2026-12-24'],
  [/hour|time|starts|ends/i, '09:30'],
  [/url|link|image/i, 'https://ejemplo.cl/a.png'],
]

/** Returns a value that the schema accepts. The authorization matrix supplies what other rules require. */
export function createExample(schema: Schema, name = ''): unknown {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const [option] = schema.anyOf ?? schema.oneOf ?? []
  if (option) return createExample(option, name)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'integer' || type === 'number') return Math.max(1, schema.minimum ?? 1)
  if (type === 'boolean') return true
  if (type === 'array') return [createExample(schema.items ?? {}, name)]
  if (type === 'object')
    return Object.fromEntries(
      Object.entries(schema.properties ?? {}).map(([key, part]) => [key, createExample(part, key)]),
    )
  const text = plausibleTexts.find(([pattern]) => pattern.test(name))?.[1]
  return text ?? (/(_id|^id|type)$/.test(name) ? '1' : 'Camila')
}
