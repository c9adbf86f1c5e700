/** Work that is asked for in one turn of the event loop, done as one transaction: one write, one commit and one answer for all. */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Work } from '../database.ts'
import { isRefusal } from '../fault.ts'

type Asked = {
  readonly work: Work
  readonly alone: () => Promise<void>
  readonly resolve: () => void
  readonly reject: (reason: unknown) => void
}

/** `run` does a piece of work as a transaction. */
export function gatherTurns(run: (work: Work) => Promise<void>): (work: Work) => Promise<void> {
  let gathered: Asked[] = []

  function together(all: readonly Asked[]): void {
    run((tx) => all.flatMap(({ work }) => work(tx))).then(
      () => {
        for (const { resolve } of all) resolve()
      },
      (error) => {
        // Nothing was kept of any of them; at whose work the fault lies shows once each is alone.
        if (all.length > 1 && isRefusal(error))
          for (const { alone, resolve, reject } of all) alone().then(resolve, reject)
        else for (const { reject } of all) reject(error)
      },
    )
  }

  return (work) =>
    new Promise((resolve, reject) => {
      // Each is asked for in the name of its own call, whoever's turn it is.
      const inOwnCall = AsyncLocalStorage.snapshot()
      gathered.push({
        work: (tx) => inOwnCall(work, tx),
        alone: () => inOwnCall(run, work),
        resolve,
        reject,
      })
      if (gathered.length > 1) return
      setImmediate(() => {
        const all = gathered
        gathered = []
        together(all)
      })
    })
}
