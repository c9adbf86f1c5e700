/** Every table of endpoints has its rows in the authorisation table; the compiler sees to each endpoint of one. */
import { error, type Finding } from './finding.ts'
import type { Tree } from './sources.ts'

const table = 'apps/server/test/authorization/table.ts'

/** Findings of endpoint tables that the authorisation table leaves out. */
export function checkAuthorizationTable(tree: Tree): Finding[] {
  const text = tree.texts.get(table)
  if (text === undefined) return []
  return tree.sources
    .filter(({ path }) => /^packages\/contract\/src\/.+\.ts$/.test(path))
    .flatMap(({ path, exports }) =>
      exports
        .filter(({ name, isType }) => !isType && /Endpoints$/.test(name))
        .filter(({ name }) => !new RegExp(`\\bcasesOf\\('[^']*', ${name},`).test(text))
        .map(({ name, line }) =>
          error(path, line, `"${name}" has no rows in the authorisation table; add them to ${table}`),
        ),
    )
}
