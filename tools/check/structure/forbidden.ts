/** Checks what only one place may use, or none: environment, storage, fetch, the present time, silenced checks. */
import { error, type Finding } from './finding.ts'
import { type Place, placeOf } from './places.ts'
import type { Source, Tree } from './sources.ts'
import { childOf, dottedName, type Spot, textOf } from './syntax.ts'

export function checkForbidden(tree: Tree): Finding[] {
  return [...tree.sources.flatMap(codeViolations), ...[...tree.texts].flatMap(pathViolations)]
}

function codeViolations(source: Source): Finding[] {
  const own = placeOf(source.path)
  const inCode = source.nodes.flatMap((place) => {
    const violation =
      environmentViolation(source.path, own, place) ??
      browserViolation(source.path, own, place) ??
      nowViolation(source.path, own, place) ??
      silencedTypeViolation(place) ??
      skippedTestViolation(place) ??
      shortWaitViolation(place)
    return violation ? [error(source.path, source.lineAt(place.node.start), violation)] : []
  })
  const inComments = source.comments.flatMap((comment) => {
    const word = forbiddenComment.exec(comment.text)?.[0]
    return word
      ? [error(source.path, comment.line, `"${word}": finish it, mend the cause, or write an issue`)]
      : []
  })
  return [...inCode, ...inComments]
}

const forbiddenComment =
  /@ts-(ignore|expect-error|nocheck)|(biome|eslint|oxlint|prettier)-(ignore|disable)[\w-]*|(v8|istanbul|c8) ignore|\b(TODO|FIXME|XXX|HACK)\b/

function environmentViolation(path: string, own: Place, { node }: Spot): string | null {
  if (own.part === 'test' || own.part === 'tool') return null
  if (path === 'apps/server/src/platform/config/config.ts') return null
  const named = dottedName(node)
  const imported = node.type === 'ImportDeclaration' && /^(node:)?process$/.test(requestOf(node) ?? '')
  return named === 'process.env' || imported
    ? 'the environment is read in platform/config/config.ts alone; take the value from the configuration'
    : null
}

function requestOf(node: Spot['node']): string | undefined {
  const request = childOf(node, 'source')
  return request && textOf(request, 'value')
}

function browserViolation(path: string, own: Place, place: Spot): string | null {
  if (own.part === 'test' || own.part === 'tool') return null
  const name = globalNamed(place)
  if (name === 'localStorage' || name === 'sessionStorage') {
    // The script that runs before the application checks for a session, and imports nothing of the application.
    return path === 'apps/web/src/lib/session.ts' || path === 'apps/web/src/app/start/prerendered-page.ts'
      ? null
      : 'the browser remembers through apps/web/src/lib/session.ts alone'
  }
  if (name !== 'fetch') return null
  // The service worker loads pages, which are no endpoints of the contract.
  return callers.has(path) || own.layer === 'adapters' || own.layer === 'service-worker'
    ? null
    : 'fetch stands in apps/web/src/lib/call.ts and in the adapters of the server; call an endpoint of the contract'
}

/** `server-answering.ts` is apart from `call.ts` because the error page works without the part that calls endpoints. */
const callers = new Set(['apps/web/src/lib/call.ts', 'apps/web/src/lib/server-answering.ts'])

/** Returns the name of a global that is used here. Declarations, members and keys do not count. */
function globalNamed({ node, parent }: Spot): string | undefined {
  if (node.type !== 'Identifier' || !parent) return undefined
  const name = textOf(node, 'name')
  if (parent.type === 'MemberExpression' && parent.property === node && parent.computed !== true) {
    const owner = childOf(parent, 'object')
    return owner && /^(window|globalThis|self)$/.test(dottedName(owner) ?? '') ? name : undefined
  }
  const isKey = parent.key === node && parent.shorthand !== true
  const isDeclared = parent.id === node || /^(Import|Export)\w*Specifier$/.test(parent.type)
  return isKey || isDeclared || /^TS/.test(parent.type) ? undefined : name
}

const clocks = new Set(['apps/server/src/platform/clock.ts', 'apps/web/src/lib/clock.ts'])

function nowViolation(path: string, own: Place, { node }: Spot): string | null {
  if (own.part === 'test' || own.part === 'tool' || clocks.has(path)) return null
  const callee = dottedName(childOf(node, 'callee'))
  const bare = Array.isArray(node.arguments) && node.arguments.length === 0
  const asks =
    (node.type === 'NewExpression' && callee === 'Date' && bare) ||
    (node.type === 'CallExpression' && (callee === 'Date' || callee === 'Date.now')) ||
    (node.type === 'MemberExpression' && dottedName(node) === 'Temporal.Now')
  return asks
    ? '"now" comes from platform/clock.ts (server) or lib/clock.ts (web), so that tests can set it; take it as an argument'
    : null
}

function silencedTypeViolation({ node }: Spot): string | null {
  if (node.type === 'TSAnyKeyword') return 'no any: say what it is, or unknown and find out'
  const inner = node.type === 'TSAsExpression' ? childOf(node, 'expression') : undefined
  const through = inner?.type === 'TSAsExpression' ? childOf(inner, 'typeAnnotation')?.type : undefined
  return through === 'TSUnknownKeyword'
    ? 'no "as unknown as": it silences the compiler; check the value and let the type follow'
    : null
}

function skippedTestViolation({ node }: Spot): string | null {
  if (node.type !== 'CallExpression') return null
  const called = dottedName(childOf(node, 'callee')) ?? ''
  if (/^(xit|xtest|xdescribe|fit|fdescribe)$/.test(called)) return 'every test runs: remove the x or f'
  return /^(test|it|describe|suite|bench)\b.*\.(only|skip|todo|fixme|fails)(\.|$)/.test(called)
    ? `every test runs: "${called}" hides one`
    : null
}

function shortWaitViolation({ node }: Spot): string | null {
  return node.type === 'CallExpression' && dottedName(childOf(node, 'callee')) === 'vi.waitFor'
    ? 'vi.waitFor gives up after one second; write expect.poll, whose limit vitest.config.ts sets'
    : null
}

// Spelled so that the check does not report this file.
const machinePath = new RegExp(`(?<![\\w.~-])/(${['work', 'home', 'root'].join('|')})/|/tmp/${'bash_'}jobs`)

function pathViolations([path, text]: readonly [string, string]): Finding[] {
  if (path === 'package-lock.json' || !machinePath.test(text)) return []
  return text
    .split('\n')
    .flatMap((line, at) =>
      machinePath.test(line) ? [error(path, at + 1, 'a path of one machine; make it relative')] : [],
    )
}
