import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'

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
  const fields: TextField[] = []
  const files = readdirSync(import.meta.dirname, { encoding: 'utf8', recursive: true }).filter((name) =>
    /^[a-z/\\-]+\.ts$/.test(name),
  )
  for (const file of files) {
    const exported: unknown = await import(pathToFileURL(join(import.meta.dirname, file)).href)
    if (!isObject(exported)) continue
    for (const [table, rows] of Object.entries(exported)) {
      if (!table.endsWith('Endpoints') || !isObject(rows)) continue
      for (const [name, row] of Object.entries(rows)) {
        if (!isObject(row)) continue
        for (const input of inputs)
          fields.push(...collectTextFields(row[input], `${table}.${name}.${input}`, seen))
      }
    }
  }
  return fields
}

/** Returns the checks of a field in their order: `overwrite`, `max_length`, `string_format`, `custom` … */
function checksOf({ schema }: TextField) {
  return (schema.def.checks ?? []).map((check) => check._zod.def)
}

const length = 60_000
/** Adversarial texts: patterns with nested or neighbouring repetitions need seconds for them. */
const adversarialTexts = [
  ' ',
  '\t',
  '9',
  '0',
  'a',
  'A',
  '-',
  '.',
  '/',
  ',',
  '+',
  'é',
  'ñ',
  '\u0301',
  ' 9',
  '9 ',
  'a ',
  'a.',
  'a-',
  'a@',
  'a@a.',
  '1-',
  '1:',
  'a,',
  '<a>',
  'https://a.',
  '2026-01-01',
]
  .flatMap((piece) => {
    const text = piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
    return [text, `${text}!`, `+56${text}!`]
  })
  .concat([' '.repeat(length / 2) + '9'.repeat(length / 2), `${' '.repeat(length)}56${' '.repeat(length)}`])

/**
 * Measures the milliseconds that a field needs to validate a text: the best of three runs, because a busy machine
 * may delay one.
 */
function measureParsing(schema: z.ZodMiniString, text: string): number {
  let best = Number.POSITIVE_INFINITY
  for (let round = 0; round < 3 && best > 50; round++) {
    const start = performance.now()
    z.safeParse(schema, text)
    best = Math.min(best, performance.now() - start)
  }
  return best
}

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

  test('no text field needs more than 50 ms to validate an adversarial text of 60,000 characters', () => {
    const slow: string[] = []
    for (const { place, schema } of fields) {
      for (const text of adversarialTexts) {
        const took = measureParsing(schema, text)
        if (took > 50) slow.push(`${place}: ${text.slice(0, 8)}… took ${took.toFixed(0)} ms`)
      }
    }
    expect(slow).toEqual([])
  })
})
