import { Socket } from 'node:net'

/**
 * `pg` corks its socket while it writes the messages of one statement. This socket removes the corks only when the turn ends, so that
 * all statements of that turn on the same connection leave together: those of a transaction, and those of other requests.
 */
export class BatchingSocket extends Socket {
  override uncork(): void {
    process.nextTick(() => super.uncork())
  }
}
