/** Names of the columns of `people` and parts of statements, for the statements that write this table. */
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'

export type Document = {
  readonly document_type_id: DocumentTypeId
  readonly document_number: string
  /** The country that issued the passport; null for a RUN, or if it is not known. */
  readonly document_country: string | null
}

export type Names = { readonly first_name: string; readonly last_name: string; readonly second_name: string }

/** Ids of newly stored images; null for an image that was not sent. */
export type OwnPhotos = Readonly<
  Record<'image_store_id' | 'image_store_passport' | 'image_store_passport_patient', number | null>
>

/** The columns of {@link OwnPhotos}. */
export const pictures = [
  'image_store_id',
  'image_store_passport',
  'image_store_passport_patient',
] as const satisfies readonly (keyof OwnPhotos)[]

export const listed = (columns: readonly string[]) => columns.join(', ')

const nullable: readonly string[] = ['document_country', 'date_birth', 'gender_id', ...pictures]
const parameterOf = (column: string) => `:${column}${nullable.includes(column) ? '?' : ''}`
export const writeParameters = (columns: readonly string[]) => columns.map(parameterOf).join(', ')
export const assigned = (columns: readonly string[]) =>
  columns.map((column) => `${column} = ${parameterOf(column)}`).join(', ')

/** Timestamps on the wire have milliseconds, so two changes of an account must never carry the same millisecond. */
export const changedNow = `updated_at = greatest(:now::timestamptz, updated_at + interval '1 millisecond')`
