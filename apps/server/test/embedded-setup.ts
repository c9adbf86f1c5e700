/** Makes the migrated embedded database once, for all test files of the `embedded` project to clone. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedTemplate } from './database.ts'

export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'mi-portal-embedded-'))
  const path = join(folder, 'template.tar')
  writeFileSync(path, new Uint8Array(await (await embeddedTemplate()).arrayBuffer()))
  process.env.TEST_EMBEDDED_TEMPLATE = path
  return () => {
    delete process.env.TEST_EMBEDDED_TEMPLATE
    rmSync(folder, { recursive: true, force: true })
  }
}
