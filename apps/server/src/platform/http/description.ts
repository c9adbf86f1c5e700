/** The OpenAPI 3.1 description, and the JSON schemas of replies, both made from the rows that validate requests. */
import type { Endpoint } from '@mi-portal/contract/endpoint'
import { fullPath } from '@mi-portal/contract/endpoint'
import * as z from 'zod'

type JsonSchema = Record<string, unknown>

/** `{ anyOf: [X, null] }` written as the type pair it is, which serializers and readers both like better. */
function simplify(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(simplify)
  if (typeof schema !== 'object' || schema === null) return schema
  const entries = Object.entries(schema).filter(([key]) => key !== '$schema')
  const plain: JsonSchema = Object.fromEntries(entries.map(([key, value]) => [key, simplify(value)]))
  const options = plain.anyOf
  if (!Array.isArray(options) || options.length !== 2) return plain
  const [first, second] = options
  if (second?.type !== 'null' || typeof first?.type !== 'string') return plain
  const { anyOf: _, ...rest } = plain
  return {
    ...rest,
    ...first,
    type: [first.type, 'null'],
    ...(first.enum ? { enum: [...first.enum, null] } : {}),
  }
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  return simplify(
    z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' }),
  ) as JsonSchema
}

/** The shape of a successful answer, envelope included: what is not declared here does not leave the server. */
export function replySchema(endpoint: Endpoint): JsonSchema {
  const reply = jsonSchema(endpoint.reply, 'output')
  const properties = typeof reply.properties === 'object' ? reply.properties : {}
  const required = Array.isArray(reply.required) ? reply.required : []
  return {
    type: 'object',
    properties: { status: { type: 'string', const: 'Ok' }, ...properties },
    required: ['status', ...required],
  }
}

const failureSchema = {
  type: 'object',
  properties: {
    status: { type: 'string', const: 'Error' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: { msg: { type: 'string' }, param: { type: 'string' } },
        required: ['msg'],
        additionalProperties: false,
      },
    },
    error: {
      type: 'object',
      properties: { code: { type: 'integer' }, msg: { type: 'string' } },
      required: ['code', 'msg'],
      additionalProperties: false,
    },
    invited: {
      type: 'boolean',
      const: true,
      description: 'An invitation to open an account was mailed all the same',
    },
  },
  required: ['status', 'errors'],
  additionalProperties: false,
}

/** A refusal where FHIR is spoken. */
const outcomeSchema = {
  type: 'object',
  properties: {
    resourceType: { type: 'string', const: 'OperationOutcome' },
    issue: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          severity: { type: 'string' },
          code: { type: 'string' },
          diagnostics: { type: 'string' },
          expression: { type: 'array', items: { type: 'string' } },
        },
        required: ['severity', 'code', 'diagnostics'],
      },
    },
  },
  required: ['resourceType', 'issue'],
}

const statusWords: Record<number, string> = {
  400: 'Validation or business rule',
  401: 'No usable session',
  403: 'The role or kind of session may not use this call',
  404: 'Not there, or out of the caller’s reach',
  409: 'Somebody was faster, or it is decided already',
  410: 'The link is over',
  413: 'Too large',
  415: 'A body or file of a kind that is not taken',
  429: 'Too many tries',
  503: 'A dependency is down',
}

function refusals(endpoint: Endpoint): number[] {
  const open = endpoint.access === 'public' && !endpoint.judgesItself
  return [
    400,
    ...(open ? [] : [401]),
    // Even where anybody may call, a page's navigation may not.
    ...((open || endpoint.access === 'key') && !endpoint.changesState ? [] : [403]),
    404,
    ...(endpoint.method === 'GET' && !endpoint.changesState ? [] : [409]),
    ...(endpoint.mayBeOver ? [410] : []),
    ...(endpoint.body || endpoint.form || endpoint.access === 'service' ? [413, 415] : []),
    429,
    503,
  ]
}

function parameters(endpoint: Endpoint): JsonSchema[] {
  return (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part]
    if (!schema) return []
    const described = jsonSchema(schema, 'input')
    const required = Array.isArray(described.required) ? described.required : []
    return Object.entries(described.properties ?? {}).map(([name, property]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || required.includes(name),
      schema: property,
    }))
  })
}

function requestBody(endpoint: Endpoint): JsonSchema | null {
  const [type, schema] = endpoint.form
    ? ['multipart/form-data', endpoint.form]
    : ['application/json', endpoint.body]
  return schema ? { required: true, content: { [type]: { schema: jsonSchema(schema, 'input') } } } : null
}

function refusalContent({ fhir }: Endpoint): JsonSchema {
  return fhir
    ? { 'application/fhir+json': { schema: { $ref: '#/components/schemas/OperationOutcome' } } }
    : { 'application/json': { schema: { $ref: '#/components/schemas/Failure' } } }
}

function operation(endpoint: Endpoint): JsonSchema {
  const body = requestBody(endpoint)
  return {
    summary: endpoint.summary,
    'x-access': endpoint.access,
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.access === 'public' || endpoint.access === 'key' ? { security: [] } : {}),
    ...(endpoint.access === 'bearer' || endpoint.access === 'service' ? { security: [{ bearer: [] }] } : {}),
    parameters: parameters(endpoint),
    ...(body ? { requestBody: body } : {}),
    responses: {
      200: endpoint.raw
        ? { description: 'The content itself' }
        : { description: 'Ok', content: { 'application/json': { schema: replySchema(endpoint) } } },
      ...Object.fromEntries(
        refusals(endpoint).map((status) => [
          status,
          { description: statusWords[status], content: refusalContent(endpoint) },
        ]),
      ),
    },
  }
}

/** The description of all mounted rows. */
export function describe(endpoints: readonly Endpoint[], product: string, version: string): JsonSchema {
  const paths: Record<string, Record<string, JsonSchema>> = {}
  for (const endpoint of endpoints) {
    const path = fullPath(endpoint)
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: operation(endpoint) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: product,
      version,
      description: 'The calls of the patient portal. Messages are in Spanish and fit to show.',
    },
    security: [{ token: [] }],
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'x-token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { Failure: failureSchema, OperationOutcome: outcomeSchema },
    },
    paths,
  }
}
