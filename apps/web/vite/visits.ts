/** Which modules a first visit needs, which the first page after signing in, and which of those other beginnings need, too. */
import { posix } from 'node:path'
import type { Plugin } from 'vite'

/**
 * Files that only list the parts of their package. Whoever imports from them needs the parts they name and not the whole,
 * which a walk over the imports cannot tell by itself.
 */
const lists =
  /\/node_modules\/(@mantine\/(core|hooks|dates)\/esm\/index\.mjs|@tabler\/icons-react\/dist\/esm\/tabler-icons-react\.mjs|@tanstack\/(react-query|query-core)\/build\/modern\/index\.js)$/

const namedFrom = /(?:import|export)\s*\{([^}]*)\}\s*from\s*["']([^"']+)["']/g

/** Names as they stand between the braces of an import or export: `[what it is called there, what it is called here]`. */
function namesIn(braces: string): [string, string][] {
  return braces
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .map((name) => {
      const [there = '', here = there] = name.split(/\s+as\s+/)
      return [there, here]
    })
}

/** The file of each part in a list, by the name it is imported under. */
function partsOf(list: string, code: string): Map<string, string> {
  const parts = new Map<string, string>()
  for (const [, braces = '', from = ''] of code.matchAll(namedFrom)) {
    if (!from.startsWith('.')) continue
    for (const [, here] of namesIn(braces)) parts.set(here, posix.join(posix.dirname(list), from))
  }
  return parts
}

/** The names that a module imports from a package. */
function importedNames(code: string, list: string): string[] {
  return [...code.matchAll(namedFrom)]
    .filter(([, , from = '']) => !from.startsWith('.') && list.includes(`/node_modules/${from}/`))
    .flatMap(([, braces = '']) => namesIn(braces).map(([there]) => there))
}

/** Where a visit may begin besides the sign-in page, and what a patient sees first after signing in: their menu and the home. */
const beginnings =
  /\/apps\/web\/src\/(app\/(kit|shells\/(plain|booking))|features\/(registration\/start|booking\/reservation\/reservation)\.page)\.tsx$/
const afterSignIn = /\/apps\/web\/src\/app\/(shells\/patient|home\.page)\.tsx$/

interface Visits {
  readonly plugin: Plugin
  readonly first: (id: string) => boolean
  readonly shared: (id: string) => boolean
  readonly inside: (id: string) => boolean
}

/**
 * Keeps what a first visit needs in few files, and what the first page after signing in needs in two more, of which other
 * beginnings of a visit need only one: modules that other pages share with them would otherwise be cut into small files of
 * their own (a hundred for the home), which compress worse, cost a request each, and whose names every page would have to carry.
 */
export function visits(): Visits {
  const first = new Set<string>()
  const begun = new Set<string>()
  const inside = new Set<string>()
  const plugin: Plugin = {
    name: 'visits',
    apply: 'build',
    buildEnd() {
      const contents = new Map<string, Map<string, string>>()
      const codeOf = (id: string) => this.getModuleInfo(id)?.code ?? ''
      const importsOf = (id: string) => this.getModuleInfo(id)?.importedIds ?? []
      const partsIn = (list: string): Map<string, string> => {
        const known = contents.get(list)
        if (known) return known
        // A list may hand on another package's.
        const others = importsOf(list).filter((imported) => lists.test(imported))
        const parts = new Map([
          ...others.flatMap((other) => [...partsIn(other)]),
          ...partsOf(list, codeOf(list)),
        ])
        contents.set(list, parts)
        return parts
      }
      const neededBy = (id: string, imported: string) =>
        lists.test(imported)
          ? importedNames(codeOf(id), imported).flatMap((name) => partsIn(imported).get(name) ?? [])
          : [imported]
      const walk = (id: string, reached: Set<string>) => {
        if (first.has(id) || reached.has(id)) return
        reached.add(id)
        for (const imported of importsOf(id))
          for (const needed of neededBy(id, imported)) walk(needed, reached)
      }
      const ids = [...this.getModuleIds()]
      for (const id of ids) if (this.getModuleInfo(id)?.isEntry) walk(id, first)
      for (const id of ids) if (beginnings.test(id)) walk(id, begun)
      for (const id of ids) if (afterSignIn.test(id)) walk(id, inside)
    },
  }
  return {
    plugin,
    first: (id) => first.has(id),
    shared: (id) => inside.has(id) && begun.has(id),
    inside: (id) => inside.has(id),
  }
}
