/** Fetches pictures from other sites when staff publish them, so that browsers of patients load them from the portal. */
export type PictureSource = {
  /** Returns the bytes at an `https:` address; null if there are none, or if the address is not public. Ends within ten seconds. */
  readonly fetch: (address: string) => Promise<Uint8Array | null>
}
