import {
  type Document,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parseDocument,
  stringify,
  visit,
} from 'yaml'
import {
  decodeText,
  fieldName,
  type PackageError,
  type ParsedPart,
  type Path,
  unreadable,
  wrongEncoding,
} from './parsed-part.ts'

/** Reads a YAML file. `isListed`: the content is a list, whose positions are left out of the names of fields. */
export function readYaml(file: string, bytes: Uint8Array, isListed: boolean): ParsedPart {
  const text = decodeText(bytes)
  if (text === null) return unreadable(wrongEncoding(file))
  return parseYaml(file, text, isListed, 0)
}

export function parseYaml(file: string, text: string, isListed: boolean, skippedLines: number): ParsedPart {
  const lines = new LineCounter()
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: false })
  const lineAt = (offset: number) => lines.linePos(offset).line + skippedLines
  if (document.errors.length > 0) {
    const errors = document.errors.map(
      ({ code, pos }): PackageError => ({
        file,
        line: lineAt(pos[0]),
        field: '',
        ...explained(code),
      }),
    )
    // One mistake makes several errors of a line.
    const first = errors.filter(({ line }, index) => errors.findIndex((one) => one.line === line) === index)
    return { content: undefined, errors: first, locate: () => ({ file, line: 1, field: '' }) }
  }
  const wrong = findWrongNodes(document)
  if (wrong.length > 0) {
    const errors = wrong.map(({ offset, ...error }) => ({ file, line: lineAt(offset), field: '', ...error }))
    return { content: undefined, errors, locate: () => ({ file, line: 1, field: '' }) }
  }
  return {
    content: document.toJS({ maxAliasCount: 0 }),
    errors: [],
    locate: (path) => ({
      file,
      line: lineAt(findOffset(document.contents, path)),
      field: fieldName(isListed ? path.slice(1) : path),
    }),
  }
}

const noAliases = {
  message: 'El archivo repite un valor con «&» y «*»',
  remedy: 'Escribe cada valor donde va',
}
const repeatedField = { message: 'El campo está repetido', remedy: 'Borra uno de los dos' }

type WrongNode = Pick<PackageError, 'message' | 'remedy'> & { readonly offset: number }

/**
 * Returns the fields that a map has twice, for which the library compares each field with all others, and the values that stand for others:
 * a few lines of these can stand for billions.
 */
function findWrongNodes(document: Document.Parsed): WrongNode[] {
  const wrong: WrongNode[] = []
  visit(document, {
    Alias: (_key, { range }) => {
      wrong.push({ ...noAliases, offset: range?.[0] ?? 0 })
    },
    Map: (_key, { items }) => {
      const names = new Set<unknown>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (names.has(key.value)) wrong.push({ ...repeatedField, offset: key.range?.[0] ?? 0 })
        names.add(key.value)
      }
    },
  })
  return wrong
}

function explained(code: string) {
  if (code === 'TAB_AS_INDENT')
    return { message: 'La línea comienza con un tabulador', remedy: 'Usa espacios' }
  return {
    message: 'El archivo no es YAML válido',
    remedy: 'Revisa la sangría, los dos puntos y las comillas de esta línea y de la anterior',
  }
}

function findOffset(contents: Node | null, path: Path): number {
  let node: unknown = contents
  let offset = contents?.range?.[0] ?? 0
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      if (!pair) break
      if (isNode(pair.key)) offset = pair.key.range?.[0] ?? offset
      node = pair.value
    } else if (isSeq(node)) {
      node = node.items[Number(step)]
      if (!isNode(node)) break
      offset = node.range?.[0] ?? offset
    } else break
  }
  return offset
}

export function formatYaml(content: unknown): string {
  return stringify(content, { lineWidth: 0 })
}
