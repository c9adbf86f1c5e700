/**
 * Leaves out of the browser's script what only the server reads of the contract. The browser reads of an endpoint how it is called, and not
 * who may call it or the schemas of what is sent and answered; these would be a tenth of the script of the patient's home page.
 */
import type { Plugin } from 'vite'

const contractModule = /\/packages\/contract\/src\/.*\.ts$/
const webModule = /\/apps\/web\/src\/.*\.tsx?$/

/** What the browser reads of an endpoint. Of `body` and `form` it only reads whether they are set. */
const kept = ['method', 'path', 'root', 'passive']
const onlySet = ['body', 'form']
const otherField = new RegExp(`Endpoints\\.\\w+\\.(?!(${kept.join('|')})\\b)\\w`)

/** A form reads the schema of a request, which a row of the contract does not have in the browser: it is added to the row there. */
const formOfBareRow = /useContractForm\(\s*\w+Endpoints\./

/** A node of a syntax tree in the format ESTree. */
type Node = { readonly type: string; readonly start: number; readonly end: number } & Readonly<
  Record<string, unknown>
>

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
}

const childrenOf = (node: Node): Node[] => Object.values(node).flat().filter(isNode)

const nameOf = (node: unknown) => (isNode(node) ? String(node.name) : '')

/** Returns the names of an object's fields, without those that it copies from another object. */
const fieldNamesOf = (object: Node) => childrenOf(object).map(({ key }) => nameOf(key))

function isEndpoint(node: Node): boolean {
  if (node.type !== 'ObjectExpression') return false
  const names = fieldNamesOf(node)
  return ['route', 'summary'].every((name) => names.includes(name))
}

/** Returns what a table says of all its endpoints, and its rows: `endpoints({ … })({ … })`. */
function partsOfTable(node: Node): { readonly shared: Node; readonly rows: Node } | null {
  const { callee } = node
  if (!isNode(callee) || nameOf(callee.callee) !== 'endpoints') return null
  const [shared] = [callee.arguments].flat().filter(isNode)
  const [rows] = [node.arguments].flat().filter(isNode)
  return shared && rows ? { shared, rows } : null
}

const contains = (node: Node, wanted: (node: Node) => boolean): boolean =>
  wanted(node) || childrenOf(node).some((child) => contains(child, wanted))

/** Returns the constants that a module declares at its top, by their names. */
function constantsOf(program: Node): Map<string, Node> {
  const statements = childrenOf(program).flatMap((statement) =>
    isNode(statement.declaration) ? [statement.declaration] : [statement],
  )
  return new Map(
    statements
      .filter(({ type }) => type === 'VariableDeclaration')
      .flatMap(childrenOf)
      .flatMap(({ id, init }) => (isNode(init) ? [[nameOf(id), init]] : [])),
  )
}

type Edit = { readonly start: number; readonly end: number; readonly text: string }

/**
 * Removes the server's fields from the endpoints of a module, and marks what builds its schemas as free of side effects, so that the bundler
 * leaves out every schema that is not used any more. `program` is the syntax tree of the code.
 */
function reduceContract(code: string, program: unknown): string {
  if (!isNode(program)) return code
  const constants = constantsOf(program)

  /** Returns whether the browser reads nothing of a field, or of what is copied with `...name`. */
  function isForServer(field: Node): boolean {
    if (field.type === 'Property')
      return ![...kept, 'route'].includes(nameOf(field.key)) && !onlySet.includes(nameOf(field.key))
    const copied = constants.get(nameOf(field.argument))
    return copied?.type === 'ObjectExpression' && childrenOf(copied).every(isForServer)
  }

  const textOf = ({ start, end }: Node) => code.slice(start, end)

  /** Writes a row with what the table says of all of them, and with its method and path apart. */
  function editsOf(node: Node, shared = ''): Edit[] {
    const table = partsOfTable(node)
    if (table !== null) {
      const read = childrenOf(table.shared).filter((field) => !isForServer(field))
      return [
        { start: node.start, end: table.rows.start, text: '' },
        ...editsOf(table.rows, read.map((field) => `${textOf(field)}, `).join('')),
        { start: table.rows.end, end: node.end, text: '' },
      ]
    }
    if (!isEndpoint(node)) return childrenOf(node).flatMap((child) => editsOf(child, shared))
    return childrenOf(node).flatMap((field) => {
      const name = nameOf(field.key)
      const { start, end } = field
      if (isForServer(field)) return [{ start, end: endWithComma(code, end), text: '' }]
      const route = /^(.)(\w+) (.*)$/s.exec(isNode(field.value) ? textOf(field.value) : '')
      if (name === 'route' && route) {
        const [, quote, method, path] = route
        return [{ start, end, text: `${shared}method: '${method}', path: ${quote}${path}` }]
      }
      return onlySet.includes(name) ? [{ start, end, text: `${name}: true` }] : []
    })
  }

  const edits = [...constants.values()].flatMap((value) => {
    if (contains(value, isEndpoint)) return editsOf(value)
    if (/Function/.test(value.type) || !contains(value, ({ type }) => type === 'CallExpression')) return []
    return [
      { start: value.start, end: value.start, text: '/* @__PURE__ */ (() => (' },
      { start: value.end, end: value.end, text: '))()' },
    ]
  })
  return edits
    .toSorted((a, b) => b.start - a.start)
    .reduce((text, { start, end, text: added }) => text.slice(0, start) + added + text.slice(end), code)
}

/** Returns where a field ends with the comma after it. */
function endWithComma(code: string, end: number): number {
  return end + (/^\s*,/.exec(code.slice(end))?.[0].length ?? 0)
}

export function reduceContractForBrowsers(): Plugin {
  return {
    name: 'reduce-contract-for-browsers',
    apply: 'build',
    transform(code, id) {
      if (webModule.test(id) && (otherField.test(code) || formOfBareRow.test(code)))
        this.error(`${id} reads a field of an endpoint that the browser's script does not have`)
      return contractModule.test(id) ? { code: reduceContract(code, this.parse(code)), map: null } : null
    },
  }
}
