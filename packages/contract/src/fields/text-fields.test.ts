import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { readEndpoints } from '../../test/endpoints.ts'

/** A text field of a request. `place` is its path: `registrationEndpoints.saveDraft.body.cellphone`. */
type TextField = { readonly place: string; readonly schema: z.ZodMiniString }

const inputs = ['params', 'query', 'body', 'form'] as const

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

/** Finds all text fields of a schema. A schema that is used in several places is reported only at the first. */
function collectTextFields(schema: unknown, place: string, seen: Set<unknown>): TextField[] {
  if (!isObject(schema) || !isObject(schema.def) || seen.has(schema)) return []
  seen.add(schema)
  const { def } = schema
  const own = schema instanceof z.ZodMiniString ? [{ place, schema }] : []
  const parts: [string, unknown][] = isObject(def.shape) ? Object.entries(def.shape) : []
  for (const key of ['innerType', 'element', 'in', 'out', 'keyType', 'valueType']) parts.push(['', def[key]])
  if (Array.isArray(def.options)) parts.push(...def.options.map((option): [string, unknown] => ['', option]))
  if (typeof def.getter === 'function') parts.push(['', def.getter()])
  return [
    ...own,
    ...parts.flatMap(([name, part]) => collectTextFields(part, name ? `${place}.${name}` : place, seen)),
  ]
}

async function readTextFields(): Promise<TextField[]> {
  const seen = new Set<unknown>()
  return (await readEndpoints()).flatMap(([name, endpoint]) =>
    inputs.flatMap((input) => collectTextFields(endpoint[input], `${name}.${input}`, seen)),
  )
}

/** Returns the checks of a field in their order: `overwrite`, `max_length`, `string_format`, `custom` … */
function checksOf({ schema }: TextField) {
  return (schema.def.checks ?? []).map((check) => check._zod.def)
}

/** Repetitions for which patterns with nested or neighbouring repetitions need seconds. */
const adversarialTexts = [
  ...' \t90aA-./,+éñ\u0301',
  ' 9',
  'a ',
  'a.',
  'a-',
  'a@',
  'a@a.',
  '1-',
  'a,',
  '<a>',
  'https://a.',
]
  .map((piece) => piece.repeat(60_000 / piece.length))
  .flatMap((text) => [text, `${text}!`, `+56${text}!`])

describe('text fields of requests', async () => {
  const fields = await readTextFields()

  test('the search finds more than 150 different text fields', () => {
    expect(fields.length).toBeGreaterThan(150)
  })

  test('every text field limits its length before any pattern or rule runs', () => {
    const unlimited = fields.filter((field) => {
      const checks = checksOf(field)
      const limit = checks.findIndex((check) => check.check === 'max_length' && check.abort === true)
      const rule = checks.findIndex((check) => check.check === 'string_format' || check.check === 'custom')
      return limit === -1 || (rule !== -1 && rule < limit)
    })
    expect(unlimited.map(({ place }) => place)).toEqual([])
  })

  // A pattern with nested or neighbouring repetitions would not end within the limit of the test.
  test('every text field validates adversarial texts of 60,000 characters', () => {
    for (const { schema } of fields) for (const text of adversarialTexts) z.safeParse(schema, text)
  })
})
