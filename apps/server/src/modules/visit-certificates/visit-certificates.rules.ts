/** Pure rules of the public page of a certificate: how a patient's name and document are masked. */

import { documentType, showDocument } from '@mi-portal/contract/values/document-number'

/** Returns a name with its first word, and the first letter of each other word: `Camila A. F. R.` */
export function maskName(name: string): string {
  const [first = '', ...others] = name.split(/\s+/).filter(Boolean)
  return [first, ...others.map((word) => `${[...word][0]}.`)].join(' ')
}

/** Returns a document of which only the end is shown: `RUT **.***.678-5`, `Pasaporte *****567`. */
export function maskDocument(typeId: number, number: string): string {
  if (typeId !== documentType.run)
    return `Pasaporte ${'*'.repeat(Math.max(0, number.length - 3))}${number.slice(-3)}`
  return `RUT **.***.${showDocument(typeId, number).slice(-5)}`
}
