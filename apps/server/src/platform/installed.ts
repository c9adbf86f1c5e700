/** Finds files that are shipped with the server: next to the bundle in an installation, next to the sources in development. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the path of a file or folder. `bundled` is relative to the bundle, `source` to the folder of the server's package. */
export function installed(bundled: string, source: string): string {
  const beside = join(import.meta.dirname, bundled)
  return existsSync(beside) ? beside : join(import.meta.dirname, '../..', source)
}

export function migrationsFolder(): string {
  return installed('migrations', 'migrations')
}
