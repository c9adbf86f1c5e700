/** Nothing is exported, and no file stands, that nobody uses. */
import { error, type Finding } from './finding.ts'
import { placeOf } from './places.ts'
import type { Import, Source, Tree } from './sources.ts'

// The test of a rule may look at parts of it that the product reaches only through the whole, and the README is held
// to the table of the configuration.
const testedInParts =
  /\.rules\.ts$|^packages\/contract\/src\/values\/|^apps\/server\/src\/platform\/config\.ts$/

/** Findings of exports without a user. A product's export is not used by being tested. */
export function checkUnusedExports(tree: Tree): Finding[] {
  const mentioned = mentionedInTexts(tree)
  const users = usersByTarget(tree)
  return tree.sources
    .filter((source) => !isEntry(source.path) && !mentioned.has(source.path))
    .flatMap((source) => faultsOf(source, users.get(source.path) ?? []))
}

type User = { path: string; names: Import['names'] }

function usersByTarget(tree: Tree): Map<string, User[]> {
  const users = new Map<string, User[]>()
  for (const { path, imports } of tree.sources) {
    for (const { target, names } of imports) {
      if (!target || target === path) continue
      users.set(target, [...(users.get(target) ?? []), { path, names }])
    }
  }
  return users
}

function faultsOf(source: Source, users: readonly User[]): Finding[] {
  if (users.length === 0) {
    return [error(source.path, 1, 'no file imports this one; remove it, or name it where it is started')]
  }
  const product = /^(contract|server|web)$/.test(placeOf(source.path).floor)
  // What stands in test/ makes a whole portal or screen for tests: it uses the product as a caller does.
  const isTest = (user: User) => product && user.path.includes('.test.')
  const uses = (name: string, by: readonly User[]) =>
    by.some((user) => user.names === 'all' || user.names.includes(name))
  const byProduct = users.filter((user) => !isTest(user))
  const byTests = users.filter(isTest)
  return source.exports
    .filter(({ name }) => !uses(name, byProduct))
    .filter(({ name, isType }) => !((isType || testedInParts.test(source.path)) && uses(name, byTests)))
    .map(({ name, line }) => {
      const message = uses(name, byTests)
        ? `"${name}" is exported for tests alone; test it through what the product uses, or move it to test/`
        : `"${name}" is exported and nobody imports it; drop the export, or the code`
      return error(source.path, line, message)
    })
}

function isEntry(path: string): boolean {
  return (
    /(\.test|\.spec)\.tsx?$|\.config\.ts$|\.d\.ts$/.test(path) ||
    path === 'apps/server/src/main.ts' ||
    path === 'apps/web/src/main.tsx'
  )
}

/** TypeScript files that package.json's scripts, HTML pages, CI and container files start by their path. */
function mentionedInTexts(tree: Tree): Set<string> {
  const found = new Set<string>()
  for (const [path, text] of tree.texts) {
    if (!/(package\.json|\.html|Dockerfile|\.ya?ml|\.ci\/run)$/.test(path)) continue
    for (const [spelled] of text.matchAll(/[\w./-]+\.tsx?\b/g)) {
      const plain = spelled.replace(/^\.?\//, '')
      if (tree.texts.has(plain)) found.add(plain)
    }
  }
  return found
}
