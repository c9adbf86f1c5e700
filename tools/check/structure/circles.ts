/** Forbids import cycles of files and of domains, also of types. */
import { error, type Finding } from './finding.ts'
import { placeOf } from './places.ts'
import type { Tree } from './sources.ts'

type Graph = Map<string, Map<string, { path: string; line: number }>>

/** Returns one finding for each cycle, on the import that closes it. */
export function checkCircles(tree: Tree): Finding[] {
  const files: Graph = new Map()
  const domains: Graph = new Map()
  for (const source of tree.sources) {
    for (const edge of source.imports) {
      if (edge.kind === 'mention' || !edge.target) continue
      const at = { path: source.path, line: edge.line }
      connect(files, source.path, edge.target, at)
      const [from, to] = [domainOf(source.path), domainOf(edge.target)]
      if (from && to && from !== to) connect(domains, from, to, at)
    }
  }
  const name = (path: string) => path.slice(path.lastIndexOf('/') + 1)
  return [
    ...circlesOf(files).map(({ ring, at }) =>
      error(
        at.path,
        at.line,
        `circle of files ${ring.map(name).join(' → ')}; move what both need into a file below both`,
      ),
    ),
    ...circlesOf(domains).map(({ ring, at }) =>
      error(
        at.path,
        at.line,
        `circle of domains ${ring.join(' → ')}; join them in a port or one level above`,
      ),
    ),
  ]
}

function domainOf(path: string): string | null {
  const place = placeOf(path)
  return place.domain && place.layer ? `${place.layer}/${place.domain}` : null
}

function connect(graph: Graph, from: string, to: string, at: { path: string; line: number }) {
  const edges = graph.get(from) ?? new Map()
  graph.set(from, edges)
  if (!edges.has(to)) edges.set(to, at)
}

/** Searches depth first. An edge to a node that is still being visited closes a cycle. */
function circlesOf(graph: Graph): { ring: string[]; at: { path: string; line: number } }[] {
  const circles: { ring: string[]; at: { path: string; line: number } }[] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (node: string) => {
    path.push(node)
    for (const [next, at] of graph.get(node) ?? []) {
      const start = path.indexOf(next)
      if (start !== -1) circles.push({ ring: [...path.slice(start), next], at })
      else if (!done.has(next)) visit(next)
    }
    path.pop()
    done.add(node)
  }
  for (const node of graph.keys()) if (!done.has(node)) visit(node)
  return circles
}
