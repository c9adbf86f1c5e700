import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { compareTypes, type Described } from './compare.ts'
import { readDeclared } from './declared.ts'

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

/** Returns what is wrong with a statement declared as `statement<row, given>`. */
function mismatches(
  [row, given]: readonly [string, string?],
  columns: Record<string, Described>,
  parameters: Record<string, string> = {},
  text = 'select',
): string[] {
  const [declared] = declaredIn(
    `const one = statement<${given ? `${row}, ${given}` : row}>('people.one', '')`,
  )
  if (declared === undefined) throw new Error('no statement was found')
  return compareTypes(declared, {
    text,
    columns: new Map(Object.entries(columns)),
    parameters: new Map(Object.entries(parameters).map(([name, type]) => [name, { type, isNullable: null }])),
  })
}

const column = (type: string, isNullable: boolean | null = false): Described => ({ type, isNullable })

describe('the declared types', () => {
  test('a statement is found with its file, its line and its name, which may have variable parts', () => {
    const found = declaredIn(`
      statement<{ id: number }>('people.all', 'select id from people')
      const part = 'x'
      statement<{ id: number }>(\`people.\${part}\`, '')`)
    expect(found).toMatchObject([
      { file: 'src/people.store.ts', line: 4, given: null },
      { file: 'src/people.store.ts', line: 6 },
    ])
    const matches = (name: string) => found.map(({ names }) => names.test(name))
    expect([matches('people.all'), matches('people.x'), matches('people.x.y')]).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ])
  })

  test('types are followed through aliases, unions and brands', () => {
    const [found] = declaredIn(`
      type PatientId = number & { readonly proven: true }
      type Row = { id: PatientId; rol: 'a' | 'b'; at: Date | null; marks: string[]; bytes: Uint8Array; rest?: unknown }
      statement<Row & { more: boolean }, { id: PatientId }>('people.one', '')`)
    const types = [...(found?.row ?? [])].map(([name, { kinds, isNullable }]) => [
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
    expect([...(found?.given?.keys() ?? [])]).toEqual(['id'])
  })

  test('a row without listed columns is not compared', () => {
    const found = declaredIn(`
      statement<never>('people.none', '')
      statement<Record<string, unknown>>('people.any', '')`)
    expect(found.map(({ row }) => row)).toEqual([null, null])
  })
})

describe('the comparison with the schema', () => {
  test('types that agree are accepted', () => {
    const row = '{ id: number; name: string; at: Date | null; tags: string[]; detail: { a: 1 }; on: boolean }'
    const columns = {
      id: column('int4'),
      name: column('text'),
      at: column('timestamptz', true),
      tags: column('_text'),
      detail: column('jsonb'),
      on: column('bool', null),
    }
    expect(
      mismatches([row, '{ id: number; since: string; on: Date }'], columns, {
        id: 'int8',
        since: 'date',
        on: 'timestamptz',
      }),
    ).toEqual([])
  })

  test('a column of another type is reported', () => {
    expect(mismatches(['{ id: string }'], { id: column('int4') })).toEqual([
      'column id is number (int4), not string',
    ])
    expect(mismatches(['{ day: Date }'], { day: column('date') })).toEqual([
      'column day is string (date), not Date',
    ])
  })

  test('a column that is missing or not declared is reported', () => {
    expect(mismatches(['{ id: number; name?: string }'], { other: column('text') })).toEqual([
      'the row declares id, which the statement does not return',
      'the statement returns other, which the row does not declare',
    ])
  })

  test('a column that may be null is reported, unless the statement leaves such rows out', () => {
    const nullable = { email: column('text', true) }
    expect(mismatches(['{ email: string }'], nullable)[0]).toContain('column email may be null')
    expect(mismatches(['{ email: string | null }'], nullable)).toEqual([])
    for (const text of ['where p.email is not null', 'where email = $1', 'join q on q.name = p.email'])
      expect(mismatches(['{ email: string }'], nullable, {}, text)).toEqual([])
    // An expression or a column of a view says nothing of null.
    expect(mismatches(['{ email: string }'], { email: column('text', null) })).toEqual([])
  })

  test('a parameter of another type, an unknown one and a missing one are reported', () => {
    expect(
      mismatches(['never', '{ id: string; extra: number }'], {}, { id: 'int4', now: 'timestamptz' }),
    ).toEqual([
      'the parameter extra is declared and not in the text',
      'the parameter id is number (int4), not string',
      'the parameter now is in the text and not declared',
    ])
  })
})
