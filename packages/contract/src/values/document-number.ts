import { cleanCode } from './codes/clean-code.ts'
import { cleanRun, formatRun, isRun } from './run.ts'

export function isPassport(text: string): boolean {
  return /^[A-Za-z0-9]{6,15}$/.test(text) && !/^0+$/.test(text)
}

export const documentType = { run: 1, passport: 2 } as const
export type DocumentTypeId = (typeof documentType)[keyof typeof documentType]

/** Returns the number as it is stored and compared: letters in upper case and digits, a run without leading zeros. */
export function cleanDocument(typeId: DocumentTypeId, number: string): string {
  return typeId === documentType.run ? cleanRun(number) : cleanCode(number)
}

export function findDocumentError(typeId: DocumentTypeId, number: string): string | null {
  const label = typeId === documentType.run ? 'RUT' : 'Pasaporte'
  const clean = cleanDocument(typeId, number)
  if (clean === '') return `Digita ${label}`
  const right = typeId === documentType.run ? isRun(clean) : isPassport(clean)
  return right ? null : `Digita ${label} válido`
}

/** Returns the country that issued a passport; null for a RUN, or if the country is not known. */
export function cleanCountry(typeId: DocumentTypeId, country: string | null | undefined): string | null {
  return typeId === documentType.passport && country ? country : null
}

export function showDocument(typeId: number, number: string): string {
  return typeId === documentType.run ? formatRun(number) : number
}

/** Returns a document of which only the end is shown: `RUT **.***.678-5`, `Pasaporte *****567`. */
export function maskDocument(typeId: number, number: string): string {
  if (typeId !== documentType.run)
    return `Pasaporte ${'*'.repeat(Math.max(0, number.length - 3))}${number.slice(-3)}`
  return `RUT **.***.${showDocument(typeId, number).slice(-5)}`
}
