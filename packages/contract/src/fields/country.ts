import { documentType, showDocument } from '../values/document-number.ts'

const names = new Intl.DisplayNames('es', { type: 'region', fallback: 'code' })

export function isCountryCode(code: string): boolean {
  return /^[A-Z]{2}$/.test(code) && code !== 'ZZ' && names.of(code) !== code
}

/** Returns the Spanish name of a country; the code itself for one that is unknown. */
export function getCountryName(code: string): string {
  return names.of(code) ?? code
}

/** Returns the number of a document as people read it, with the country of a passport if it is known. */
export function showDocumentWithCountry(
  typeId: number,
  number: string,
  country: string | null | undefined,
): string {
  const shown = showDocument(typeId, number)
  return typeId === documentType.passport && country ? `${shown} (${getCountryName(country)})` : shown
}
