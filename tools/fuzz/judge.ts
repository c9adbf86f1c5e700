/** Finds errors in the answer to any request: in its status, its texts, its shape and its headers. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Description, Operation } from './description.ts'

export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

/** Patterns of internal details in an answer: stacks, statements, codes of the database, of the system and of libraries, paths of a machine. */
const inside: readonly RegExp[] = [
  /\bat .{1,80}:\d+:\d+/,
  /\.(?:ts|js|mjs):\d+/,
  /node_modules|node:internal/,
  /\b(?:select|insert into|update|delete from)\b.{1,80}\b(?:from|values|set|where)\b/i,
  /\b(?:relation|column|constraint|function|operator) "|violates |duplicate key|syntax error|invalid input/i,
  /\b(?:PGlite|PostgreSQL|drizzle|fastify|busboy|zod|libvips|vips|sharp)\b/i,
  /\b(?:FST_[A-Z_]+|ERR_[A-Z_]+|E(?:CONN|NOENT|PIPE|PERM|ACCES|XIST)[A-Z]*)\b/,
  /\b(?:0A|08|22|23|25|40|42|53|54|55|57|XX)[0-9A-Z]{3}\b/,
  /\b(?:TypeError|RangeError|SyntaxError|ReferenceError|ZodError|Error:)/,
  /\/(?:home|root|tmp|usr|var|srv|opt)\//,
  /\[object |\bundefined\b|\bNaN\b/,
]

export type Judge = (operation: Operation, answer: Answer) => string[]

/** Judges by the description's own schemas, closed: what is not described is not answered. */
export function judgeBy(description: Description): Judge {
  const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
  addFormats.default(ajv)
  ajv.addSchema({ $id: 'portal', components: description.components })
  const made = new Map<string, ValidateFunction>()

  function validatorOf(operation: Operation, status: number): ValidateFunction | null {
    const schema = operation.responses[status]
    if (!schema) return null
    const name = `${operation.name} ${status}`
    const known = made.get(name)
    if (known) return known
    const pointed = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"portal#/components'))
    const validate = ajv.compile(pointed)
    made.set(name, validate)
    return validate
  }

  function shapeErrorsOf(operation: Operation, { status, headers, body }: Answer): string[] {
    if (!(String(status) in operation.responses) && status !== 304) return [`${status} is not described`]
    const validate = validatorOf(operation, status)
    if (!validate) return []
    if (!String(headers['content-type']).startsWith('application/json')) return ['is no JSON']
    if (validate(JSON.parse(body))) return []
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
  }

  return (operation, answer) => {
    const { status, headers, body } = answer
    const words = status === 200 ? [] : inside.filter((pattern) => pattern.test(body)).map(String)
    return [
      ...(status >= 500 ? [`${status}`] : []),
      ...words.map((pattern) => `reveals internal details: ${pattern}`),
      ...shapeErrorsOf(operation, answer),
      ...(headers['x-request-id'] ? [] : ['has no request id']),
      ...(headers['x-content-type-options'] === 'nosniff' ? [] : ['may be sniffed']),
      ...(String(headers['content-security-policy']).includes('frame-ancestors') ? [] : ['may be framed']),
      ...((status === 429 || status === 503) && !headers['retry-after']
        ? ['says not when to try again']
        : []),
    ]
  }
}
