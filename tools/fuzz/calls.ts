/** Adversarial calls of an operation: plausible calls with parts replaced by adversarial values. */

import type { Sent } from '../../apps/server/test/authorization/cases.ts'
import {
  type AdversarialBody,
  bodies,
  headers,
  jsonValues,
  pathParts,
  queries,
  texts,
} from './adversarial.ts'
import { createExample, type Operation, type Schema } from './description.ts'
import { type FormPart, multipart } from './multipart.ts'
import type { SeededRandom } from './seeded-random.ts'

/** A call as it is sent over the network. */
export type Call = {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string | Buffer
  /** The replaced part, named in a test failure. */
  readonly turned: string
}

/** A JSON value whose parts may be raw text. So it can express what JavaScript values cannot. */
type Json =
  | { readonly raw: string }
  | { readonly members: readonly (readonly [string, Json])[] }
  | { readonly items: readonly Json[] }

type Draft = {
  readonly params: Readonly<Record<string, string>>
  readonly query: readonly string[]
  readonly headers: Readonly<Record<string, string>>
  readonly body: Json | AdversarialBody | null
  readonly form: readonly FormPart[] | null
}

type Turn = { readonly what: string; readonly turn: (draft: Draft) => Draft }

function toJson(value: unknown): Json {
  if (Array.isArray(value)) return { items: value.map(toJson) }
  if (typeof value === 'object' && value !== null)
    return { members: Object.entries(value).map(([name, part]) => [name, toJson(part)] as const) }
  return { raw: JSON.stringify(value) ?? 'null' }
}

function write(json: Json): string {
  if ('raw' in json) return json.raw
  if ('items' in json) return `[${json.items.map(write).join(',')}]`
  return `{${json.members.map(([name, part]) => `${JSON.stringify(name)}:${write(part)}`).join(',')}}`
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function bodyOf(schema: Schema, sent: unknown): unknown {
  const example = createExample(schema)
  return isRecord(example) && isRecord(sent) ? { ...example, ...sent } : (sent ?? example)
}

function draftOf(operation: Operation, sent: Sent): Draft {
  const texted = (part: Readonly<Record<string, Schema>>, given: Sent['params']) =>
    Object.fromEntries(
      Object.entries(part).map(([name, schema]) => [
        name,
        String(given?.[name] ?? createExample(schema, name)),
      ]),
    )
  const query = Object.entries(texted(operation.query, sent.query))
  const fields = operation.form ? createExample(operation.form) : null
  const given = sent.form ? Object.fromEntries(sent.form) : {}
  return {
    params: Object.fromEntries(
      Object.entries(texted(operation.params, sent.params)).map(([name, value]) => [
        name,
        encodeURIComponent(value),
      ]),
    ),
    query: query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`),
    headers: {},
    body: operation.body ? toJson(bodyOf(operation.body, sent.body)) : null,
    form: isRecord(fields)
      ? Object.entries({ ...fields, ...given }).map(([name, value]) => ({ name, content: String(value) }))
      : null,
  }
}

const short = (text: string) => JSON.stringify(text.slice(0, 40).toWellFormed())
const spelled = (text: string) => encodeURIComponent(text.toWellFormed())

function paramTurns(operation: Operation): Turn[] {
  const parts = [...pathParts, ...texts.filter((text) => text !== '').map(spelled)]
  return Object.keys(operation.params).flatMap((name) =>
    parts.map((part) => ({
      what: `{${name}}=${short(part)}`,
      turn: (draft: Draft) => ({ ...draft, params: { ...draft.params, [name]: part } }),
    })),
  )
}

function queryTurns(operation: Operation): Turn[] {
  const own = Object.keys(operation.query).flatMap((name) => {
    const others = (draft: Draft) => draft.query.filter((one) => !one.startsWith(`${name}=`))
    return [
      ...[...texts.map(spelled), '%ff', '%00', '%'].map((value) => ({
        what: `?${name}=${short(value)}`,
        turn: (draft: Draft) => ({ ...draft, query: [...others(draft), `${name}=${value}`] }),
      })),
      ...[`${name}=1&${name}=2`, `${name}[]=1`, `${name}[a]=1`, name, `${name}.a=1`].map((value) => ({
        what: `?${value}`,
        turn: (draft: Draft) => ({ ...draft, query: [...others(draft), value] }),
      })),
    ]
  })
  const any = queries.map((value) => ({
    what: `?${short(value)}`,
    turn: (draft: Draft) => ({ ...draft, query: [value, ...draft.query] }),
  }))
  return [...own, ...any]
}

type Path = readonly (string | number)[]

/** Returns every path in a JSON value, including nested ones. */
function placesIn(json: Json, at: Path = []): Path[] {
  if ('members' in json) return [at, ...json.members.flatMap(([name, part]) => placesIn(part, [...at, name]))]
  if ('items' in json) return [at, ...json.items.flatMap((part, index) => placesIn(part, [...at, index]))]
  return [at]
}

function replaced(json: Json, [step, ...rest]: Path, by: (there: Json) => Json | null): Json | null {
  if (step === undefined) return by(json)
  if ('members' in json) {
    const members = json.members.flatMap(([name, part]) => {
      if (name !== step) return [[name, part] as const]
      const made = replaced(part, rest, by)
      return made ? [[name, made] as const] : []
    })
    return { members }
  }
  if (!('items' in json)) return json
  const items = json.items.flatMap((part, index) =>
    index === step ? (replaced(part, rest, by) ?? []) : [part],
  )
  return { items }
}

const strangeNames = [
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'id',
  'rol',
  'status',
  '\u0000',
  '',
]

function bodyTurns(draft: Draft): Turn[] {
  const json = draft.body
  if (json === null || 'type' in json) return []
  const at = (path: Path, what: string, by: (there: Json) => Json | null): Turn => ({
    what: `${path.join('.') || 'body'}: ${what}`,
    turn: (one) =>
      one.body === null || 'type' in one.body
        ? one
        : { ...one, body: replaced(one.body, path, by) ?? { raw: '{}' } },
  })
  return [
    ...placesIn(json).flatMap((path) => [
      ...jsonValues.map((raw) => at(path, short(raw), () => ({ raw }))),
      at(path, 'left out', () => null),
      at(path, 'in a list', (there) => ({ items: [there] })),
      at(path, 'twenty times', (there) => ({ items: Array.from({ length: 20 }, () => there) })),
      ...strangeNames.map((name) =>
        at(path, `with ${short(name)}`, (there) =>
          'members' in there ? { members: [...there.members, [name, { raw: '{"polluted":true}' }]] } : there,
        ),
      ),
      at(path, 'members twice', (there) =>
        'members' in there ? { members: [...there.members, ...there.members.toReversed()] } : there,
      ),
    ]),
    ...bodies.map((body) => ({
      what: `${body.type.slice(0, 40)} ${short(String(body.text))}`,
      turn: (one: Draft) => ({ ...one, body }),
    })),
  ]
}

function formTurns(draft: Draft): Turn[] {
  const fields = draft.form ?? []
  return fields.flatMap(({ name }, index) => {
    const turned = (what: string, by: (field: FormPart) => readonly FormPart[]): Turn => ({
      what: `${name}: ${what}`,
      turn: (one) => ({
        ...one,
        form: (one.form ?? []).flatMap((field, at) => (at === index ? by(field) : [field])),
      }),
    })
    return [
      ...texts.map((content) => turned(short(content), () => [{ name, content }])),
      turned('no UTF-8', () => [{ name, content: Buffer.from([0xff, 0xfe, 0xed, 0xa0, 0x80]) }]),
      turned('too long', () => [{ name, content: 'a'.repeat(30_000) }]),
      turned('left out', () => []),
      turned('twice', (field) => [field, field]),
      turned('as a file', ({ content }) => [{ name, content, filename: 'a.txt', type: 'text/plain' }]),
      turned('as JSON', ({ content }) => [{ name, content, type: 'application/json' }]),
      ...['__proto__', 'constructor', '', 'a'.repeat(500)].map((other) =>
        turned(`beside ${short(other)}`, (field) => [field, { name: other, content: 'x' }]),
      ),
    ]
  })
}

const headerTurns: readonly Turn[] = headers.map((given) => ({
  what: `header ${short(JSON.stringify(given))}`,
  turn: (draft) => ({ ...draft, headers: { ...draft.headers, ...given } }),
}))

function callOf(operation: Operation, draft: Draft, turned: string): Call {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => draft.params[name] ?? '')
  const url = draft.query.length > 0 ? `${path}?${draft.query.join('&')}` : path
  if (draft.form) {
    const { type, body } = multipart(draft.form)
    return { url, headers: { 'content-type': type, ...draft.headers }, payload: body, turned }
  }
  if (draft.body === null) return { url, headers: draft.headers, turned }
  const { type, text } =
    'type' in draft.body ? draft.body : { type: 'application/json', text: write(draft.body) }
  return { url, headers: { 'content-type': type, ...draft.headers }, payload: text, turned }
}

/** Returns adversarial calls. Each replacement is used about equally often; one call in four has two. */
export function adversarialCalls(
  operation: Operation,
  sent: Sent,
  random: SeededRandom,
  count: number,
): Call[] {
  const draft = draftOf(operation, sent)
  const groups = [
    paramTurns(operation),
    queryTurns(operation),
    bodyTurns(draft),
    bodyTurns(draft),
    formTurns(draft),
    formTurns(draft),
  ].filter((group) => group.length > 0)
  const turns = [...groups, headerTurns].map((group) => random.shuffled(group))
  return Array.from({ length: count }, (_, at) => {
    const next = () => {
      const group = at % 8 === 7 ? turns.at(-1) : turns[at % Math.max(1, turns.length - 1)]
      return group?.pop() ?? random.one(headerTurns)
    }
    const chosen = random.below(4) === 0 ? [next(), next()] : [next()]
    const made = chosen.reduce((one, { turn }) => turn(one), draft)
    return callOf(operation, made, chosen.map(({ what }) => what).join(' and '))
  })
}
