/** Error for a script or style sheet of the portal that did not load: no network, no answer, or a newer release. */
export class MissingAssetError extends Error {
  constructor(cause: unknown) {
    super('A part of the portal could not be fetched', { cause })
    this.name = 'MissingPartError'
  }
}
