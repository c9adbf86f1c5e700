/** The legal texts that the people of the demonstration have read and accepted. */
import { demonstrationPart } from '../demonstration-package.ts'
import { legalTextRows } from '../legal-texts.ts'

const rows = legalTextRows(demonstrationPart('legalTexts'))

function textOf(kind: (typeof rows)[number]['kind']): (typeof rows)[number] {
  const row = rows.find((one) => one.kind === kind)
  if (!row) throw new Error(`demonstration: the package has no legal text ${kind}`)
  return row
}

export const legalTexts = {
  terms: textOf('terms'),
  privacy: textOf('privacy'),
  declaration: textOf('family_group'),
}

/** The number of the declaration in the plan. */
export const declarationNumber = 1
