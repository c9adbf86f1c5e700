import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { compareTypes, type Described } from './compare.ts'
import { type DeclaredType, type Kind, readDeclared } from './declared.ts'

/** Returns the statements declared in a file with this text. */
function declaredIn(text: string) {
  const root = mkdtempSync(join(tmpdir(), 'mi-portal-declared-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'src'))
  writeFileSync(join(root, 'tsconfig.json'), '{"compilerOptions":{"strict":true,"target":"es2022"}}')
  writeFileSync(
    join(root, 'src/people.store.ts'),
    `type Statement<Row, Given> = { readonly row?: Row; readonly given?: Given }
     declare function statement<Row, Given = readonly string[]>(name: string, text: string): Statement<Row, Given>
     ${text}`,
  )
  return readDeclared(root, 'src')
}

/** Declared members as pairs of name and type: `{ id: 'number', 'at?': 'Date | null' }`. */
type Members = Readonly<Record<string, string>>

function declaredMembers(members: Members | null) {
  if (members === null) return null
  const declared = Object.entries(members).map(([name, type]): [string, DeclaredType] => {
    const parts = type.split(' | ')
    const isOptional = name.endsWith('?')
    const kinds = new Set(parts.filter((part) => part !== 'null') as Kind[])
    return [name.replace('?', ''), { kinds, isOptional, isNullable: isOptional || parts.includes('null') }]
  })
  return new Map(declared)
}

/** Returns what is wrong with a statement that is declared with this row and these parameters. */
function mismatches(
  [row, given]: readonly [Members | null, Members?],
  columns: Record<string, Described>,
  parameters: Record<string, string> = {},
  text = 'select',
): string[] {
  const names = /^people\.one$/
  const declared = {
    names,
    file: '',
    line: 1,
    row: declaredMembers(row),
    given: declaredMembers(given ?? null),
  }
  return compareTypes(declared, {
    text,
    columns: new Map(Object.entries(columns)),
    parameters: new Map(Object.entries(parameters).map(([name, type]) => [name, { type, isNullable: null }])),
  })
}

const column = (type: string, isNullable: boolean | null = false): Described => ({ type, isNullable })

test('statements are found with their place, their name, which may have variable parts, and their types', () => {
  const found = declaredIn(`
      statement<{ id: number }>('people.all', 'select id from people')
      const part = 'x'
      statement<{ id: number }>(\`people.\${part}\`, '')
      type PatientId = number & { readonly proven: true }
      type Row = { id: PatientId; rol: 'a' | 'b'; at: Date | null; marks: string[]; bytes: Uint8Array; rest?: unknown }
      statement<Row & { more: boolean }, { id: PatientId }>('people.one', '')
      statement<never>('people.none', '')
      statement<Record<string, unknown>>('people.any', '')`)
  expect(found.slice(0, 2)).toMatchObject([
    { file: 'src/people.store.ts', line: 4, given: null },
    { file: 'src/people.store.ts', line: 6 },
  ])
  const matches = (name: string) => found.slice(0, 2).map(({ names }) => names.test(name))
  expect([matches('people.all'), matches('people.x'), matches('people.x.y')]).toEqual([
    [true, true],
    [false, true],
    [false, false],
  ])
  // Aliases, unions and brands are followed.
  const types = [...(found[2]?.row ?? [])].map(([name, { kinds, isNullable }]) => [
    name,
    [...kinds],
    isNullable,
  ])
  expect(types).toEqual([
    ['id', ['number'], false],
    ['rol', ['string'], false],
    ['at', ['Date'], true],
    ['marks', ['array'], false],
    ['bytes', ['Uint8Array'], false],
    ['rest', ['any'], true],
    ['more', ['boolean'], false],
  ])
  expect([...(found[2]?.given?.keys() ?? [])]).toEqual(['id'])
  // A row without listed columns is not compared.
  expect(found.slice(3).map(({ row }) => row)).toEqual([null, null])
})

describe('the comparison with the schema', () => {
  test('types that agree are accepted', () => {
    const row = {
      id: 'number',
      name: 'string',
      at: 'Date | null',
      tags: 'array',
      detail: 'object',
      on: 'boolean',
    }
    const columns = {
      id: column('int4'),
      name: column('text'),
      at: column('timestamptz', true),
      tags: column('_text'),
      detail: column('jsonb'),
      on: column('bool', null),
    }
    expect(
      mismatches([row, { id: 'number', since: 'string', on: 'Date' }], columns, {
        id: 'int8',
        since: 'date',
        on: 'timestamptz',
      }),
    ).toEqual([])
  })

  test('a column of another type is reported', () => {
    expect(mismatches([{ id: 'string' }], { id: column('int4') })).toEqual([
      'column id is number (int4), not string',
    ])
    expect(mismatches([{ day: 'Date' }], { day: column('date') })).toEqual([
      'column day is string (date), not Date',
    ])
  })

  test('a column that is missing or not declared is reported', () => {
    expect(mismatches([{ id: 'number', 'name?': 'string' }], { other: column('text') })).toEqual([
      'the row declares id, which the statement does not return',
      'the statement returns other, which the row does not declare',
    ])
  })

  test('a column that may be null is reported, unless the statement leaves such rows out', () => {
    const nullable = { email: column('text', true) }
    expect(mismatches([{ email: 'string' }], nullable)[0]).toContain('column email may be null')
    expect(mismatches([{ email: 'string | null' }], nullable)).toEqual([])
    for (const text of ['where p.email is not null', 'where email = $1', 'join q on q.name = p.email'])
      expect(mismatches([{ email: 'string' }], nullable, {}, text)).toEqual([])
    // An expression or a column of a view says nothing of null.
    expect(mismatches([{ email: 'string' }], { email: column('text', null) })).toEqual([])
  })

  test('a parameter of another type, an unknown one and a missing one are reported', () => {
    expect(
      mismatches([null, { id: 'string', extra: 'number' }], {}, { id: 'int4', now: 'timestamptz' }),
    ).toEqual([
      'the parameter extra is declared and not in the text',
      'the parameter id is number (int4), not string',
      'the parameter now is in the text and not declared',
    ])
  })
})
