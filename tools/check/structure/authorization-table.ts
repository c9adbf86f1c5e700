/** Checks that every table of endpoints has rows in the authorization table. The compiler checks the endpoints within a table. */
import { error, type Finding } from './finding.ts'
import type { Tree } from './sources.ts'

const table = 'apps/server/test/authorization/table.ts'

/** Returns a finding for each endpoint table that the authorization table does not have. */
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
          error(path, line, `"${name}" has no rows in the authorization table; add them to ${table}`),
        ),
    )
}
