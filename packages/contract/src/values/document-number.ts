/** An identity document: its type and its number. The rule of the type validates the number. */
import * as z from 'zod/mini'
import { atMost } from '../text.ts'
import { isPassport } from './passport.ts'
import { cleanRun, formatRun, isRun } from './run.ts'

export const documentType = { run: 1, passport: 2 } as const
export type DocumentTypeId = (typeof documentType)[keyof typeof documentType]

export function documentTypeId() {
  return z.union([z.literal(1), z.literal(2)], 'Selecciona Tipo de documento')
}

/** Returns the number as it is stored and compared: a run without dots or dash, a passport in upper case. */
export function cleanDocument(typeId: DocumentTypeId, number: string): string {
  return typeId === documentType.run ? cleanRun(number) : number.trim().toUpperCase()
}

/** Returns the error of a number of that type, or null. */
export function documentErrorOf(typeId: DocumentTypeId, number: string): string | null {
  const label = typeId === documentType.run ? 'RUT' : 'Pasaporte'
  if (number.trim() === '') return `Digita ${label}`
  const right =
    typeId === documentType.run ? number.length <= 16 && isRun(cleanRun(number)) : isPassport(number.trim())
  return right ? null : `Digita ${label} válido`
}

/** Returns the number as people read it. */
export function showDocument(typeId: number, number: string): string {
  return typeId === documentType.run ? formatRun(number) : number
}

/**
 * The two fields of a document, to be spread into a form's object together with {@link checkDocument}, which
 * validates the number.
 */
export const documentFields = {
  document_type_id: documentTypeId(),
  document_number: z.string('Digita RUT').check(atMost(32, 'Digita RUT válido')),
}

/** Adds the number's error at `document_number`, even when other fields have errors. */
export function checkDocument<T extends { document_type_id: DocumentTypeId; document_number: string }>() {
  return z.check<T>(
    (payload) => {
      const { document_type_id: typeId, document_number: number } = payload.value
      if ((typeId !== 1 && typeId !== 2) || typeof number !== 'string') return
      const msg = documentErrorOf(typeId, number)
      if (msg)
        payload.issues.push({ code: 'custom', message: msg, path: ['document_number'], input: payload.value })
    },
    { when: () => true },
  )
}
