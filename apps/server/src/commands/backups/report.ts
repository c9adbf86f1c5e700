/** What a backup's command tells whoever started it. */
import { ConfigError } from '../../platform/config.ts'
import { FolderError } from '../../platform/database/embedded/folder-errors.ts'
import type { Manifest } from './manifest.ts'
import { BackupTrouble } from './trouble.ts'

export function amounts({ rows, each_file, database, files }: Manifest, began: number): string {
  const count = Object.values(rows).reduce((sum, each) => sum + each, 0)
  const gigabytes = (database.bytes + files.bytes) / 1e9
  const seconds = (performance.now() - began) / 1000
  return `${count} rows of ${Object.keys(rows).length} tables and ${each_file.length} files, ${gigabytes.toFixed(3)} GB in ${seconds.toFixed(1)} s (${(seconds / gigabytes).toFixed(0)} s a GB)`
}

export function reportTrouble(error: unknown): void {
  const isExpected = [BackupTrouble, ConfigError, FolderError].some((kind) => error instanceof kind)
  const told = error instanceof Error ? error.message : String(error)
  process.stderr.write(`${isExpected || !(error instanceof Error) ? told : (error.stack ?? told)}\n`)
  process.exitCode = 1
}
