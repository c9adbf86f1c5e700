/** A file store that forgets everything with the test. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../../src/ports/files.ts'

/** `keys` tells what lies in the store. */
export function memoryFiles(): FileStore & { readonly keys: () => string[] } {
  const kept = new Map<string, Uint8Array>()
  return {
    keys: () => [...kept.keys()],
    put: async (key, content) => {
      const bytes = content instanceof Uint8Array ? content : await buffer(content)
      kept.set(key, bytes)
      return { bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest() }
    },
    read: async (key) => {
      const bytes = kept.get(key)
      return bytes === undefined ? null : Readable.from([bytes])
    },
    remove: async (key) => {
      kept.delete(key)
    },
  }
}
