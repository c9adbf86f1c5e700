/** The manifest of a backup: what it holds and how to recognize damage. It is encrypted like the other parts and written last. */
import { join } from 'node:path'
import * as z from 'zod/mini'
import { BackupError } from '../../platform/database/table-archive.ts'
import { createSealer } from '../../platform/security/seal.ts'
import { type Digest, unseal } from './sealed.ts'

const digest = z.object({ bytes: z.int(), sha256: z.string() })

const manifest = z.object({
  format: z.literal(2),
  made_at: z.string(),
  version: z.string(),
  /** Identifies the SECRET_KEY that passport pictures and second factors are encrypted under, without revealing it. */
  secret: z.string(),
  migrations: z.array(z.string()),
  /** Columns and number of rows of each table. Names are quoted as SQL needs it. */
  tables: z.record(z.string(), z.object({ columns: z.string(), rows: z.int() })),
  /** The last value of each sequence that has been used. */
  sequences: z.record(z.string(), z.string()),
  database: digest,
  files: digest,
  each_file: z.array(z.object({ key: z.string(), bytes: z.int(), sha256: z.string() })),
})

export type Manifest = z.infer<typeof manifest>

export const parts = {
  database: 'database.tar.gz.age',
  files: 'files.tar.age',
  manifest: 'manifest.json.age',
} as const

export const secretFile = 'secret.key'

export function secretName(secret: string): string {
  return createSealer([secret], 'backup').id
}

export async function readManifest(folder: string, identities: readonly string[]): Promise<Manifest> {
  const chunks: Uint8Array[] = []
  for await (const chunk of unseal(join(folder, parts.manifest), identities)) chunks.push(chunk)
  const read = z.safeParse(manifest, JSON.parse(Buffer.concat(chunks).toString('utf8')))
  if (!read.success)
    throw new BackupError(`${folder} is a backup in another format: restore it with the version that made it`)
  return read.data
}

export function isSame(one: Digest, other: Digest): boolean {
  return one.bytes === other.bytes && one.sha256 === other.sha256
}
