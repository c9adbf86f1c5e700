/** The legal texts of the package as rows of their table. */
import type { ClinicPackage } from '@mi-portal/contract/clinic/clinic-package'
import { renderLegalText } from '../src/modules/clinic/package/render-markdown.ts'
import { findLegalKind } from '../src/modules/legal/store-clinic-texts.ts'

export function legalTextRows(texts: ClinicPackage['legalTexts']) {
  return texts.map((text) => ({
    kind: findLegalKind(text.key),
    version: text.version,
    valid_from: text.valid_from,
    text: renderLegalText(text),
  }))
}
