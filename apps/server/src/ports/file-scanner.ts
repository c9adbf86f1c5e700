import type { Readable } from 'node:stream'

/** The result of scanning one file. `rejected` means that the scanner answered but could not scan this file. */
export type ScanOutcome =
  | { readonly result: 'clean' }
  | { readonly result: 'infected'; readonly signature: string }
  | { readonly result: 'rejected'; readonly reason: string }

export type FileScanner = {
  /** Scans the content. Throws {@link ScannerUnreachableError} if there is no answer: the file must be scanned again later. */
  readonly scan: (content: Readable) => Promise<ScanOutcome>
  readonly isReachable: () => Promise<boolean>
}

export class ScannerUnreachableError extends Error {}
