/** Checks that no code names a clinic that is shipped as a package: its name, or the codes, names, phones and addresses of its sites. */
import { parse } from 'yaml'
import { error, type Finding } from './finding.ts'
import { placeOf } from './places.ts'
import type { Tree } from './sources.ts'

const packageFile = /^apps\/server\/clinic\/[^/]+\/(clinic|sites)\.yaml$/
const sourceFile = /^(apps\/(server|web)|packages\/contract)\/src\//

/** Returns a finding for each place where code, also in a comment, has a value of a shipped clinic. */
export function checkClinicValues(tree: Tree): Finding[] {
  const values = [...tree.texts].flatMap(([path, text]) =>
    packageFile.test(path) ? valuesOf(parse(text)) : [],
  )
  if (values.length === 0) return []
  const pattern = new RegExp(
    values
      .map(escapePattern)
      .map((value) => `(?<![\\p{L}\\p{N}])${value}(?![\\p{L}\\p{N}])`)
      .join('|'),
    'gu',
  )
  return tree.sources
    .filter(({ path }) => sourceFile.test(path) && placeOf(path).part !== 'test')
    .flatMap((source) =>
      [...source.text.matchAll(pattern)].map(({ index, 0: value }) =>
        error(
          source.path,
          source.lineAt(index),
          `"${value}" is a value of a shipped clinic; take it from the published clinic, or name no clinic in an example`,
        ),
      ),
    )
}

/** Returns the values that only a clinic can have. The content is one object, or a list of sites. */
function valuesOf(content: unknown): string[] {
  const rows: unknown[] = Array.isArray(content) ? content : [content]
  const fields = ['brand', 'code', 'name', 'address', 'phone']
  return rows.flatMap((row) =>
    typeof row === 'object' && row !== null
      ? fields.map((field) => Reflect.get(row, field)).filter((value) => typeof value === 'string')
      : [],
  )
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
