import type { Readable } from 'node:stream'

export type FileStore = {
  /** Writes a file. When the promise resolves, the bytes are on disk and readable. A partly written file is never visible. */
  readonly put: (
    key: string,
    content: Uint8Array | Readable,
  ) => Promise<{ bytes: number; sha256: Uint8Array }>
  readonly read: (key: string) => Promise<Readable | null>
  readonly remove: (key: string) => Promise<void>
}

export type SealedFileStore = FileStore & {
  readonly keyId: string
  /**
   * Seals a stored file under the current key if it is not encrypted or was sealed under a previous secret. The file must not be
   * removed meanwhile. `unreadable` means that its secret is unknown; the file then stays as it is.
   */
  readonly renew: (key: string) => Promise<'renewed' | 'current' | 'missing' | 'unreadable'>
}

/** A stored file cannot be opened, because it was changed or was sealed under an unknown secret. */
export class UnreadableFileError extends Error {}

/** Fetches pictures from other sites when staff publish them, so that browsers of patients load them from the portal. */
export type PictureSource = {
  /** Returns the bytes at an `https:` address; null if there are none, or if the address is not public. Ends within ten seconds. */
  readonly fetch: (address: string) => Promise<Uint8Array | null>
}
