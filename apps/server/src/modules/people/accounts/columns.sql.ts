import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'

export type Document = {
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  readonly document_country: string | null
}

export type Names = { readonly first_name: string; readonly last_name: string; readonly second_name: string }

export type OwnPhotos = Readonly<
  Record<'image_store_id' | 'image_store_passport' | 'image_store_passport_patient', number | null>
>

export const pictures = [
  'image_store_id',
  'image_store_passport',
  'image_store_passport_patient',
] as const satisfies readonly (keyof OwnPhotos)[]

export const listed = (columns: readonly string[]) => columns.join(', ')

const nullable: readonly string[] = ['document_country', 'date_birth', 'gender_id', ...pictures]
const toParameter = (column: string) => `:${column}${nullable.includes(column) ? '?' : ''}`
export const writeParameters = (columns: readonly string[]) => columns.map(toParameter).join(', ')
export const assigned = (columns: readonly string[]) =>
  columns.map((column) => `${column} = ${toParameter(column)}`).join(', ')

/** Timestamps on the wire have milliseconds, so two changes of an account must never carry the same millisecond. */
export const changedNow = `updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')`
