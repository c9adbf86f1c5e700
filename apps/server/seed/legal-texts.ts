/** The legal texts of the package as rows of their table. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { renderLegalText } from '../src/modules/clinic/package/render-markdown.service.ts'

type Key = ClinicPackage['legalTexts'][number]['key']

const kinds = { terms: 'terms', privacy: 'privacy', declaration: 'family_group' } as const satisfies Record<
  Key,
  string
>

/**
 * The number of each text by its key and version. Numbers from 1000 on belong to the texts that staff publish. Earlier versions had
 * other numbers: terms 1 had 2, privacy 1 had 3, privacy 2 had 4, declaration 1 had 1.
 */
const numbers: Readonly<Record<string, number>> = { 'privacy 3': 5, 'terms 2': 6, 'declaration 2': 7 }

export function legalTextRows(texts: ClinicPackage['legalTexts']) {
  return texts.map((text) => ({
    id: legalTextNumber(text),
    kind: kinds[text.key],
    version: text.version,
    valid_from: text.valid_from,
    text: renderLegalText(text),
  }))
}

/** Returns the number of a text in its table. A new version needs a number of its own. */
function legalTextNumber({ key, version }: { readonly key: Key; readonly version: string }): number {
  const number = numbers[`${key} ${version}`]
  if (number === undefined) throw new Error(`The legal text ${key} ${version} has no number`)
  return number
}
