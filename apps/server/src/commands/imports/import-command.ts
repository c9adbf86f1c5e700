import { readConfig } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { readMigrations } from '../../platform/database/migrate.ts'
import { withDatabase } from '../../platform/database/open.ts'
import { migrationsFolder } from '../../platform/installed.ts'
import { createLogger } from '../../platform/logger.ts'
import { readOptions, requireOnePath } from '../command-line.ts'
import { readInput } from './table-file.ts'

export type ImportOptions = { readonly file: string; readonly yes: boolean; readonly replace: boolean }

export async function runImport(
  usage: string,
  args: readonly string[],
  work: (db: Database, bytes: Uint8Array, options: ImportOptions) => Promise<void>,
  { mayReplace = false }: { readonly mayReplace?: boolean } = {},
): Promise<void> {
  const { values, positionals } = readOptions(usage, args, {
    allowPositionals: true,
    options: {
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
      ...(mayReplace ? { replace: { type: 'boolean' as const, default: false } } : {}),
    },
  })
  const file = requireOnePath(usage, positionals)
  const bytes = await readInput(file)
  const options = { file, yes: values.yes === true, replace: 'replace' in values && values.replace === true }
  await withDatabase(readConfig(), readMigrations(migrationsFolder()), createLogger('silent'), (db) =>
    work(db, bytes, options),
  )
}
