import type { Readable } from 'node:stream'

/** Where bytes are kept, under keys that say nothing about their content. */
export type FileStore = {
  /** Writes a whole file: when the promise resolves the bytes are on disk and readable; nothing half-written is ever visible. */
  readonly put: (
    key: string,
    content: Uint8Array | Readable,
  ) => Promise<{ bytes: number; sha256: Uint8Array }>
  /** The bytes as a stream, or null where the key is not there. */
  readonly read: (key: string) => Promise<Readable | null>
  readonly remove: (key: string) => Promise<void>
}
