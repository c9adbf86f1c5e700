import { buffer } from 'node:stream/consumers'
import { ConfigError } from '../../platform/config/reader.ts'
import { newFileKey } from '../../platform/security/file-key.ts'
import type { FileStore } from '../../ports/files.ts'

const probe = Buffer.from('mi-portal')

/**
 * Writes, reads and removes a small file, so that a server with a wrong folder, bucket or key does not start. Without this check
 * it would start, and every patient who opens or uploads a file would get an error.
 */
export async function checkFileStore(store: FileStore): Promise<void> {
  const key = newFileKey()
  try {
    await store.put(key, probe)
    const content = await store.read(key)
    if (content === null || !probe.equals(await buffer(content)))
      throw new Error('files: the file that was read differs from the one that was written')
    await store.remove(key)
  } catch (error) {
    throw new ConfigError(
      `FILES_URL: a file could not be written, read and removed there (${describeCause(error)}). ` +
        'Check the folder, or the endpoint, bucket, region, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.',
    )
  }
}

/** Returns the message of an error and of its cause, because `fetch failed` alone does not help. */
function describeCause(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
