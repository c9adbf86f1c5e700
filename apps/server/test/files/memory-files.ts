/** A file store that forgets everything with the test. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { FileStore } from '../../src/ports/files.ts'

export type InspectedFiles = FileStore & {
  readonly keys: () => string[]
  /** The store in which sealed files lie, as they lie there. */
  readonly stored?: InspectedFiles
}

/** The same of a real store: lists the keys that were put there and not removed. */
export function inspectFiles(store: FileStore): InspectedFiles {
  const stored = new Set<string>()
  return {
    keys: () => [...stored],
    put: async (key, content) => {
      const written = await store.put(key, content)
      stored.add(key)
      return written
    },
    read: store.read,
    remove: async (key) => {
      await store.remove(key)
      stored.delete(key)
    },
  }
}

export function memoryFiles(): InspectedFiles {
  const stored = new Map<string, Uint8Array>()
  return {
    keys: () => [...stored.keys()],
    put: async (key, content) => {
      const bytes = content instanceof Uint8Array ? content : await buffer(content)
      stored.set(key, bytes)
      return { bytes: bytes.byteLength, sha256: createHash('sha256').update(bytes).digest() }
    },
    read: async (key) => {
      const bytes = stored.get(key)
      return bytes === undefined ? null : Readable.from([bytes])
    },
    remove: async (key) => {
      stored.delete(key)
    },
  }
}
