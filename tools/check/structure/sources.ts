/** Reads and parses the project's own files once, for the checks of structure. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, posix } from 'node:path'
import { parseSync } from 'vite'
import { isNode, nodesOf, type Spot, textOf } from './syntax.ts'

type Import = {
  line: number
  /** As written. */
  specifier: string
  /** Path of the imported file in the tree, or null for a package, a builtin or a missing file. */
  target: string | null
  names: 'all' | readonly string[]
  /** `mention`: a string that spells a file's path, as configurations and worker threads do. */
  kind: 'static' | 'dynamic' | 'mention'
}

type Export = { line: number; name: string; isType: boolean }

type Comment = { line: number; text: string }

export type Source = {
  path: string
  text: string
  imports: readonly Import[]
  exports: readonly Export[]
  comments: readonly Comment[]
  nodes: readonly Spot[]
  lineAt: (offset: number) => number
}

export type Tree = {
  /** The text of every file, by its path from the root, separated by `/`. */
  texts: ReadonlyMap<string, string>
  /** The parsed TypeScript files. */
  sources: readonly Source[]
}

const notOurs = new Set(['node_modules', 'dist', '.git', 'coverage', '.cache', 'test-results'])
const notOursAtRoot = /^(data(-[a-z0-9-]+)?|e2e\/output)$/
const binary = new Set(['.png', '.jpg', '.jpeg', '.webp', '.avif', '.ico', '.woff2', '.pdf', '.gz', '.br'])

/** Reads the text files below a folder, without installed, built and ignored files. */
export function readTexts(root: string): Map<string, string> {
  const texts = new Map<string, string>()
  const read = (folder: string) => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (notOurs.has(entry.name) || notOursAtRoot.test(path)) continue
      if (entry.isDirectory()) read(path)
      else if (entry.isFile() && !binary.has(extname(entry.name))) {
        texts.set(path, readFileSync(join(root, path), 'utf8'))
      }
    }
  }
  read('')
  return texts
}

/** Parses the TypeScript files among the texts. Throws with the name of a file that cannot be parsed. */
export function parseTree(texts: ReadonlyMap<string, string>): Tree {
  const sources = [...texts]
    .filter(([path]) => /\.tsx?$/.test(path))
    .map(([path, text]) => parseSource(path, text, texts))
  return { texts, sources }
}

function parseSource(path: string, text: string, texts: ReadonlyMap<string, string>): Source {
  const parsed = parseSync(path, text)
  const violation = parsed.errors[0]
  if (violation) throw new Error(`${path}: ${violation.message}`)
  const program: unknown = parsed.program
  if (!isNode(program)) throw new Error(`${path}: the parser gave no syntax tree`)

  const nodes = nodesOf(program)
  const lineAt = lineFinder(text)
  const edge = (offset: number, specifier: string, names: Import['names'], kind: Import['kind']): Import => ({
    line: lineAt(offset),
    specifier,
    target: resolve(path, specifier, texts),
    names,
    kind,
  })
  const imports: Import[] = []
  for (const found of parsed.module.staticImports) {
    const names = found.entries.flatMap((entry) => {
      if (entry.importName.kind === 'NamespaceObject') return usedOf(nodes, entry.localName.value)
      return entry.importName.kind === 'Default' ? ['default'] : [entry.importName.name ?? 'default']
    })
    const all = names.includes('*') ? 'all' : names
    imports.push(edge(found.start, found.moduleRequest.value, all, 'static'))
  }
  const exports: Export[] = []
  for (const entry of parsed.module.staticExports.flatMap((found) => found.entries)) {
    const { moduleRequest, importName, exportName } = entry
    if (moduleRequest) {
      const names = importName.name === null ? 'all' : [importName.name]
      imports.push(edge(moduleRequest.start, moduleRequest.value, names, 'static'))
    }
    if (exportName.kind === 'None') continue
    exports.push({ line: lineAt(entry.start), name: exportName.name ?? 'default', isType: entry.isType })
  }
  imports.push(...looseImports(nodes, texts, path, edge))
  return {
    path,
    text,
    imports,
    exports,
    comments: parsed.comments.map((comment) => ({ line: lineAt(comment.start), text: comment.value })),
    nodes,
    lineAt,
  }
}

type EdgeMaker = (offset: number, specifier: string, names: Import['names'], kind: Import['kind']) => Import

/** Finds `import('…')` in code and in types, and strings that are a path of the tree or may be the name of a package. */
function looseImports(
  nodes: readonly Spot[],
  texts: ReadonlyMap<string, string>,
  path: string,
  edge: EdgeMaker,
): Import[] {
  const found: Import[] = []
  for (const { node, parent } of nodes) {
    const value = node.type === 'Literal' ? textOf(node, 'value') : undefined
    if (value === undefined || !parent || /^(Import|ExportNamed|ExportAll)Declaration$/.test(parent.type)) {
      continue
    }
    if (/^(ImportExpression|TSImportType)$/.test(parent.type)) {
      found.push(edge(node.start, value, 'all', 'dynamic'))
      continue
    }
    const mention = edge(node.start, value, 'all', 'mention')
    // A configuration has paths from the root. In other files such a text only mentions a file.
    const fromRoot = path.endsWith('.config.ts') && texts.has(value) ? value : null
    const target = mention.target ?? fromRoot
    if (target !== null || /^[@a-z][\w@/.-]*$/.test(value)) found.push({ ...mention, target })
  }
  return found
}

/** Returns the used members of a namespace import, or `*` if the namespace itself is passed on. */
function usedOf(nodes: readonly Spot[], local: string): string[] {
  const used: string[] = []
  for (const { node, parent } of nodes) {
    const isName = node.type === 'Identifier' || node.type === 'JSXIdentifier'
    if (!isName || textOf(node, 'name') !== local || !parent) continue
    if (parent.type === 'ImportNamespaceSpecifier') continue
    const member = parent.computed === true ? undefined : (parent.property ?? parent.right)
    used.push((isNode(member) && member !== node && textOf(member, 'name')) || '*')
  }
  return used
}

function resolve(from: string, specifier: string, texts: ReadonlyMap<string, string>): string | null {
  const plain = specifier.replace(/\?.*$/, '')
  const contract = /^@mi-portal\/contract\/(.+)$/.exec(plain)
  const path = contract
    ? `packages/contract/src/${contract[1]}.ts`
    : posix.normalize(posix.join(posix.dirname(from), plain))
  if (!contract && !plain.startsWith('.')) return null
  return texts.has(path) ? path : null
}

export function lineFinder(text: string): (offset: number) => number {
  const starts = [0]
  for (let i = text.indexOf('\n'); i !== -1; i = text.indexOf('\n', i + 1)) starts.push(i + 1)
  return (offset) => starts.filter((start) => start <= offset).length
}
