/** Where files lie that come with the server: beside the bundle in an installation, beside the sources in development. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** `bundled` from the folder of the bundle, `source` from the folder of the server's package. */
export function installed(bundled: string, source: string): string {
  const beside = join(import.meta.dirname, bundled)
  return existsSync(beside) ? beside : join(import.meta.dirname, '../..', source)
}

export function migrationsFolder(): string {
  return installed('migrations', 'migrations')
}
