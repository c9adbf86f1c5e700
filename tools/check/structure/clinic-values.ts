/**
 * Checks that no code has a value of a clinic that is shipped as a package: its name, the codes, names, phones and addresses of its
 * sites, or its colours.
 */
import { parse } from 'yaml'
import { error, type Finding } from './finding.ts'
import { findLine, isProduct, isTest, type Texts } from './project-files.ts'

const packageFile = /^apps\/server\/clinic\/[^/]+\/(clinic|sites)\.yaml$/
const sourceFile = /^(apps\/(server|web)|packages\/contract)\/src\/.*\.tsx?$/

/** Returns a finding for each place where code, also in a comment, has a value of a shipped clinic. */
export function checkClinicValues(texts: Texts): Finding[] {
  const values = [...texts].flatMap(([path, text]) => (packageFile.test(path) ? valuesOf(parse(text)) : []))
  if (values.length === 0) return []
  const pattern = new RegExp(
    values
      .map(escapePattern)
      .map((value) => `(?<![\\p{L}\\p{N}])${value}(?![\\p{L}\\p{N}])`)
      .join('|'),
    'gu',
  )
  return [...texts]
    .filter(([path]) => sourceFile.test(path) && isProduct(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(pattern)].map(({ index, 0: value }) =>
        error(
          path,
          findLine(text, index),
          `"${value}" is a value of a shipped clinic; take it from the published clinic, or name no clinic in an example`,
        ),
      ),
    )
}

const brandingFile = /^apps\/server\/clinic\/[^/]+\/branding\.yaml$/
const styledFile = /^apps\/web\/(src\/.*\.(css|ts|tsx)|index\.html)$/

/** The files with the colours that pages have until a clinic is published. */
const defaultColours: readonly string[] = ['apps/web/src/app/styles/tokens.css', 'apps/web/src/ui/tokens.ts']

/** Returns a finding for each place where a style has a colour of a shipped clinic, whose pages have colours of their own. */
export function checkClinicColours(texts: Texts): Finding[] {
  const shades = [...texts].flatMap(([path, text]) => (brandingFile.test(path) ? coloursOf(parse(text)) : []))
  if (shades.length === 0) return []
  const pattern = new RegExp(shades.flatMap(spellingsOf).join('|'), 'gi')
  return [...texts]
    .filter(([path]) => styledFile.test(path) && !defaultColours.includes(path) && !isTest(path))
    .flatMap(([path, text]) =>
      [...text.matchAll(pattern)].map(({ index, 0: value }) =>
        error(
          path,
          findLine(text, index),
          `"${value}" is a colour of a shipped clinic; use a custom property such as var(--color-action)`,
        ),
      ),
    )
}

/** Returns the shades of the two colours that clinics recognise themselves by, as `#RRGGBB`. */
function coloursOf(content: unknown): string[] {
  const colours: unknown =
    typeof content === 'object' && content !== null ? Reflect.get(content, 'colours') : null
  if (typeof colours !== 'object' || colours === null) return []
  return ['action', 'accent']
    .flatMap((name): unknown => Reflect.get(colours, name))
    .filter((shade) => typeof shade === 'string')
}

/** Returns how style sheets write a colour: `#RRGGBB`, and the three numbers of `rgb()`. */
function spellingsOf(shade: string): string[] {
  const channels = [1, 3, 5].map((from) => Number.parseInt(shade.slice(from, from + 2), 16))
  return [`${shade}\\b`, `\\(${channels.join('[, ]+')}\\b`]
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
