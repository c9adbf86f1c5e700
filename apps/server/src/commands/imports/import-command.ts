import { readConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { readPath, withOpenDatabase } from '../command-line.ts'
import { readInput } from './table-file.ts'

export type ImportOptions = { readonly file: string; readonly yes: boolean; readonly replace: boolean }

export async function runImport(
  usage: string,
  args: readonly string[],
  work: (db: Database, bytes: Uint8Array, options: ImportOptions) => Promise<void>,
  { mayReplace = false }: { readonly mayReplace?: boolean } = {},
): Promise<void> {
  const { path: file, values } = readPath(usage, args, {
    yes: { type: 'boolean', default: false },
    ...(mayReplace ? { replace: { type: 'boolean' as const, default: false } } : {}),
  })
  const bytes = await readInput(file)
  const options = { file, yes: values.yes === true, replace: 'replace' in values && values.replace === true }
  await withOpenDatabase(readConfig(), (db) => work(db, bytes, options))
}
