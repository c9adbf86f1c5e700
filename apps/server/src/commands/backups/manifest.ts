/** What a backup says of itself, sealed like the rest and written last. */
import { join } from 'node:path'
import * as z from 'zod/mini'
import { createSealer } from '../../platform/security/seal.ts'
import { type Digest, unseal } from './sealed.ts'
import { BackupTrouble } from './trouble.ts'

const digest = z.object({ bytes: z.int(), sha256: z.string() })

const manifest = z.object({
  format: z.literal(1),
  made_at: z.string(),
  kind: z.enum(['postgres', 'embedded']),
  /** Major version of the PostgreSQL that was saved. */
  postgres: z.int(),
  /** Names the SECRET_KEY that passport pictures and second factors are sealed under; tells nothing of it. */
  secret: z.string(),
  migrations: z.array(z.string()),
  /** Rows of each table at the moment of the backup. */
  rows: z.record(z.string(), z.int()),
  database: digest,
  files: digest,
  each_file: z.array(z.object({ key: z.string(), bytes: z.int(), sha256: z.string() })),
})

export type Manifest = z.infer<typeof manifest>
export type FileEntry = Manifest['each_file'][number]

export const parts = {
  database: 'database.age',
  files: 'files.tar.age',
  manifest: 'manifest.json.age',
} as const

/** Changes with the secret. */
export function secretName(secret: string): string {
  return createSealer([secret], 'backup').id
}

export async function readManifest(folder: string, identities: readonly string[]): Promise<Manifest> {
  const chunks: Uint8Array[] = []
  for await (const chunk of unseal(join(folder, parts.manifest), identities)) chunks.push(chunk)
  const read = z.safeParse(manifest, JSON.parse(Buffer.concat(chunks).toString('utf8')))
  if (!read.success) throw new BackupTrouble(`${folder} was made by another version of the portal`)
  return read.data
}

export function isSame(one: Digest, other: Digest): boolean {
  return one.bytes === other.bytes && one.sha256 === other.sha256
}
