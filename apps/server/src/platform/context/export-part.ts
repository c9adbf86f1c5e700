import type { Statement } from '../database/statement.ts'

/** The part of a domain in the copy of a person's data: a table with one line for each row. */
export type ExportPart = {
  readonly key: string
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: Statement<{ readonly cells: readonly (string | null)[] }, { readonly person_id: number }>
}
