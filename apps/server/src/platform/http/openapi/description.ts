import { type Endpoint, fullPath, mayNameNotified } from '@mi-portal/contract/calls/endpoint'
import { notifiedFields } from '@mi-portal/contract/notified'
import { needsConfirmedSession } from '@mi-portal/contract/permissions/confirmed-calls'
import * as z from 'zod'

type JsonSchema = Record<string, unknown>

/** Rewrites `{ anyOf: [X, null] }` as a type of two names, which serializers handle faster and people read more easily. */
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

/** Removes what fields of the clinic package say about its files and forms, which are no words of JSON Schema. */
function removeFieldKinds({ jsonSchema }: { jsonSchema: Record<string, unknown> }): void {
  Reflect.deleteProperty(jsonSchema, 'cell')
  Reflect.deleteProperty(jsonSchema, 'input')
}

function jsonSchema(schema: z.core.$ZodType, io: 'input' | 'output'): JsonSchema {
  return simplify(
    z.toJSONSchema(schema, {
      io,
      unrepresentable: 'any',
      target: 'draft-2020-12',
      override: removeFieldKinds,
    }),
  ) as JsonSchema
}

const notifiedReply = z.object(notifiedFields)
const noFields = z.object({})

export function getReplySchema({ reply }: Endpoint): z.core.$ZodType {
  return reply ?? noFields
}

/** Returns the schema of a successful response with its envelope. Members that it does not declare never leave the server. */
export function replySchema(endpoint: Endpoint): JsonSchema {
  const reply = jsonSchema(getReplySchema(endpoint), 'output')
  const properties = typeof reply.properties === 'object' ? reply.properties : {}
  const required = Array.isArray(reply.required) ? reply.required : []
  const notified = mayNameNotified(endpoint) ? jsonSchema(notifiedReply, 'output').properties : {}
  return {
    type: 'object',
    properties: {
      status: { type: 'string', const: 'Ok' },
      ...properties,
      ...(typeof notified === 'object' ? notified : {}),
    },
    required: ['status', ...required],
  }
}

const apiErrorSchema = {
  type: 'object',
  properties: {
    status: { type: 'string', const: 'Error' },
    errors: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          msg: { type: 'string' },
          param: { type: 'string' },
          code: { type: 'string', description: 'Stable name of the error, independent of its message' },
        },
        required: ['msg', 'code'],
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
      description: 'The request was rejected, but an invitation to open an account was sent by e-mail',
    },
  },
  required: ['status', 'errors'],
  additionalProperties: false,
}

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

const statusDescriptions: Record<number, string> = {
  400: 'Bad request: a field is invalid, or a business rule forbids the operation',
  401: 'Unauthorized: the session is missing, has expired or was ended',
  403: 'Forbidden: the role or the kind of session may not use this call, or the session has to be confirmed (number 13)',
  404: 'Not found: it does not exist, or the caller has no access to it',
  409: 'Conflict: the data was changed meanwhile, the slot was taken, or it was already decided',
  410: 'Gone: the link has expired, the appointment was cancelled, or the file is infected',
  413: 'Content too large: the body or a file exceeds its limit',
  415: 'Unsupported media type: the body or a file has a type that is not accepted',
  429: 'Too many requests: a rate limit was reached',
  503: 'Service unavailable: a system on which the call depends does not answer',
}

function errorStatuses(endpoint: Endpoint): number[] {
  const open = endpoint.access === 'public' && !endpoint.judgesItself
  return [
    400,
    ...(open ? [] : [401]),
    // A public endpoint that changes data still rejects navigation with 403.
    ...((open || endpoint.access === 'key') && !endpoint.changesState ? [] : [403]),
    404,
    // What staff open may be an account that is locked or waits.
    ...(endpoint.method === 'GET' && !endpoint.changesState && !endpoint.opens ? [] : [409]),
    ...(endpoint.mayBeOver ? [410] : []),
    ...(endpoint.body || endpoint.form || endpoint.urlForm || endpoint.access === 'service'
      ? [413, 415]
      : []),
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

function errorContent({ fhir }: Endpoint): JsonSchema {
  return fhir
    ? { 'application/fhir+json': { schema: { $ref: '#/components/schemas/OperationOutcome' } } }
    : { 'application/json': { schema: { $ref: '#/components/schemas/ApiError' } } }
}

function makeOperationId(endpoint: Endpoint): string {
  const words = fullPath(endpoint)
    .replace(/[{:](\w+)\}?/g, 'by-$1')
    .split(/[^A-Za-z0-9]+/)
    .filter((word) => word !== '')
  const camel = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return `${endpoint.method.toLowerCase()}${camel}`
}

function operation(endpoint: Endpoint): JsonSchema {
  const body = requestBody(endpoint)
  return {
    operationId: makeOperationId(endpoint),
    summary: endpoint.summary,
    'x-access': endpoint.access,
    ...(endpoint.permission ? { 'x-permission': endpoint.permission } : {}),
    ...(needsConfirmedSession(endpoint) ? { 'x-step-up': true } : {}),
    tags: [endpoint.path.split('/')[1] ?? ''],
    ...(endpoint.access === 'public' || endpoint.access === 'key' ? { security: [] } : {}),
    ...(endpoint.access === 'bearer' || endpoint.access === 'service' ? { security: [{ bearer: [] }] } : {}),
    parameters: parameters(endpoint),
    ...(body ? { requestBody: body } : {}),
    responses: {
      200: endpoint.raw
        ? { description: 'The content, not wrapped in an envelope' }
        : { description: 'Success', content: { 'application/json': { schema: replySchema(endpoint) } } },
      ...Object.fromEntries(
        errorStatuses(endpoint).map((status) => [
          status,
          { description: statusDescriptions[status], content: errorContent(endpoint) },
        ]),
      ),
    },
  }
}

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
      description: 'API of the patient portal. Messages are in Spanish and can be shown to users.',
      license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
    },
    // The API is on the same origin as this description.
    servers: [{ url: '/' }],
    security: [{ token: [] }],
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'x-token' },
        bearer: { type: 'http', scheme: 'bearer' },
      },
      schemas: { ApiError: apiErrorSchema, OperationOutcome: outcomeSchema },
    },
    paths,
  }
}
