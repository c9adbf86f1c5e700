/** The documents name code, tests and pages that exist, and answer every requirement of the standard. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

type Line = {
  readonly requirement: string
  readonly level: string
  readonly state: string
  readonly code: string
  readonly proof: string
}

/** Returns the lines of the tables in the document about the standard. */
function readLines(): Line[] {
  return read('docs/security/asvs.md')
    .split('\n')
    .filter((line) => /^\| \d/.test(line))
    .map((line) => {
      const [, requirement = '', level = '', , state = '', code = '', proof = ''] = line
        .split('|')
        .map((cell) => cell.trim())
      return { requirement, level, state, code, proof }
    })
}

type Proof = { readonly path: string; readonly text: string }

/** Returns the files that a text names with a part of their content: `path` «content». */
function proofsIn(text: string): Proof[] {
  return [...text.matchAll(/`([^`]+)` «([^»]+)»/g)].map(([, path = '', content = '']) => ({
    path,
    text: content,
  }))
}

const isWrong = ({ path, text }: Proof) => !existsSync(join(root, path)) || !read(path).includes(text)

/** Returns the paths that a text names. */
function pathsIn(text: string): string[] {
  return [...text.matchAll(/`([\w.-]+\/[\w./-]*)`/g)].map(([, path = '']) => path)
}

const lines = readLines()

test('the table has each requirement of the list once, with its level', () => {
  const [, ...listed] = read('docs/security/asvs-5.0-levels.csv').trim().split('\n')
  expect(listed).toHaveLength(255)
  expect(lines.map(({ requirement, level }) => `${requirement},${level}`)).toEqual(listed)
})

test('each line is met, or says why it is not met or not applicable', () => {
  const wrong = lines.filter(({ state }) => !/^(met|not met: .{10,}|not applicable: .{5,})$/.test(state))
  expect(wrong).toEqual([])
})

test('each line that is met names its code and a test or document, and all of them exist', () => {
  const unproven = lines.filter(
    ({ state, code, proof }) => state === 'met' && (code === '' || proofsIn(proof).length === 0),
  )
  expect(unproven).toEqual([])
  expect(lines.flatMap(({ proof }) => proofsIn(proof)).filter(isWrong)).toEqual([])
  const code = lines.flatMap((line) => pathsIn(line.code))
  expect(code.filter((path) => !existsSync(join(root, path)))).toEqual([])
})

test('each defence of the threat model names code and a test that exist', () => {
  const text = read('docs/threat-model.md')
  const defences = text.split('\n## Defences\n')[1]?.split('\n## ')[0] ?? ''
  const rows = defences.split('\n').filter((line) => line.startsWith('| ') && !line.startsWith('| threat'))
  expect(rows.length).toBeGreaterThan(15)
  expect(rows.filter((row) => proofsIn(row).length === 0 || pathsIn(row).length < 2)).toEqual([])
  expect(proofsIn(defences).filter(isWrong)).toEqual([])
  expect(pathsIn(defences).filter((path) => !existsSync(join(root, path)))).toEqual([])
})

/** Returns the anchors of the headings in a document, as GitHub writes them. */
function anchorsIn(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

test('each relative link of the documents leads to a file that exists, and to one of its headings', () => {
  const documents = globSync(['*.md', 'docs/**/*.md'], { cwd: root })
  expect(documents.length).toBeGreaterThan(50)
  const dead = documents.flatMap((path) =>
    [...read(path).matchAll(/\]\((?!\w+:)([^)#\s]*)#?([^)\s]*)\)|(?:src|href)="(?!\w+:)([^"#]*)/g)]
      .filter(([, linked = '', anchor = '', embedded]) => {
        const target = join(path, '..', embedded ?? linked)
        const file = (embedded ?? linked) === '' ? path : target
        return !existsSync(join(root, file)) || (anchor !== '' && !anchorsIn(read(file)).includes(anchor))
      })
      .map(([link]) => `${path}: ${link}`),
  )
  expect(dead).toEqual([])
})

test('each decision record has a status, and stands once in the index, under its title', () => {
  const records = globSync('docs/decisions/[0-9]*.md', { cwd: root }).map((path) => ({
    file: path.split('/').at(-1) ?? '',
    lines: read(path).split('\n'),
  }))
  expect(records.length).toBeGreaterThan(100)
  expect(records.filter(({ lines }) => !/^Status: (in force|replaced)\b/.test(lines[2] ?? ''))).toEqual([])
  const index = read('docs/decisions/README.md').split('\n')
  const rows = records.map(({ file, lines }) => `- [${lines[0]?.slice(2)}](${file})`)
  expect(index.filter((line) => line.startsWith('- [')).sort()).toEqual(rows.sort())
})
