import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'

/**
 * Writes a new file that only its owner can read, and returns its size and digest. When the promise resolves the bytes are on the
 * disk. A stream may carry strings: they are encoded as UTF-8 before they are counted.
 */
export async function writeNewFile(
  path: string,
  content: Uint8Array | Readable,
): Promise<{ bytes: number; sha256: Uint8Array }> {
  const hash = createHash('sha256')
  let bytes = 0
  const handle = await open(path, 'wx', 0o600)
  try {
    for await (const piece of content instanceof Uint8Array ? [content] : content) {
      const chunk = toBytes(piece)
      hash.update(chunk)
      await writeAll(handle, chunk)
      bytes += chunk.byteLength
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  return { bytes, sha256: hash.digest() }
}

function toBytes(piece: unknown): Uint8Array {
  if (piece instanceof Uint8Array) return piece
  if (typeof piece === 'string') return Buffer.from(piece)
  throw new Error('files: a stream of bytes was expected')
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  let done = 0
  while (done < chunk.byteLength) done += (await handle.write(chunk, done)).bytesWritten
}
