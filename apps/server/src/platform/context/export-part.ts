import type { Statement } from '../database/statement.ts'

export type ExportPart = {
  readonly key: string
  readonly title: string
  readonly columns: readonly string[]
  readonly rows: Statement<{ readonly cells: readonly (string | null)[] }, { readonly person_id: number }>
  /** Runs when the account is closed; absent if the rows stay, or another event erases them. */
  readonly erase?: Statement<unknown, { readonly person_id: number }>
}
