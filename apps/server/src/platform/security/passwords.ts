/** argon2id with 19 MiB and two passes, OWASP's minimum. Hashes run outside of the event loop, and their number is limited. */
import { availableParallelism } from 'node:os'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { hash, verify } from '@node-rs/argon2'
import { decoyHash } from './decoy-hash.ts'
import { getNeighbourhood, getNetwork } from './network.ts'

const productionCost = { memoryCost: 19_456, timeCost: 2 }

export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  /**
   * Returns whether the password matches the hash. Without a hash it takes as long and returns false. `from` is the IP address
   * of the caller: networks with many recent checks wait behind those with few.
   */
  readonly verify: (stored: string | null, password: string, from?: string) => Promise<boolean>
  readonly isOutdated: (stored: string) => boolean
}

const spelled = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=\d+\$/

type PasswordOptions = {
  readonly concurrent?: number
  /** The number of hashes that may wait; further ones are rejected with 503. */
  readonly queue?: number
  /** Another cost, for tests only. */
  readonly cost?: typeof productionCost
}

type From = { readonly line: string; readonly neighbourhood: string }

type Waiting = { readonly from: From; readonly go: () => void; readonly reject: (reason: ApiError) => void }

const ownWork: From = { line: '', neighbourhood: '' }

/** Milliseconds for which the hashes of each network are counted. */
const memory = 60_000

/**
 * The number of results that are answered together while other hashes wait. A hash empties the processor's caches, so the work
 * after it is cheaper when it is done for several results at once (decision record 050).
 */
const mostTogether = 4

/**
 * Creates the functions that hash and verify passwords. All processor cores but one work on hashes, so that the server keeps
 * answering other requests during a flood of sign-ins. The network with the fewest recent hashes is next. If the queue is full,
 * a request of the network with the most is rejected with `ApiError('unavailable')`. Between networks with equal counts the wider
 * networks around them decide, so that a flood from one neighbourhood does not lock out callers from another. While hashes wait,
 * results are answered in groups of {@link mostTogether}.
 */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const concurrent = options.concurrent ?? Math.max(1, availableParallelism() - 1)
  const longest = options.queue ?? 40
  // Algorithm 2 is argon2id.
  const settings = { algorithm: 2, parallelism: 1, ...(options.cost ?? productionCost) }
  const waiting: Waiting[] = []
  const answers: (() => void)[] = []
  const hadLately = new Map<string, number>()
  let forgets = 0
  let busy = 0

  function isLighter(one: From, other: From, more = (_line: string) => 0): boolean {
    const had = (key: string) => hadLately.get(key) ?? 0
    const difference = had(one.line) + more(one.line) - had(other.line) - more(other.line)
    return difference === 0 ? had(one.neighbourhood) < had(other.neighbourhood) : difference < 0
  }

  function lightest(): Waiting | undefined {
    let best: Waiting | undefined
    for (const one of waiting) if (!best || isLighter(one.from, best.from)) best = one
    return best
  }

  function heaviest(): Waiting | undefined {
    const places = Map.groupBy(waiting, ({ from }) => from.line)
    let worst: Waiting | undefined
    for (const one of waiting)
      if (!worst || !isLighter(one.from, worst.from, (line) => places.get(line)?.length ?? 0)) worst = one
    return worst
  }

  function leave(one: Waiting): void {
    waiting.splice(waiting.indexOf(one), 1)
  }

  function queue(from: From): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = { from, go: resolve, reject }
      waiting.push(own)
      if (waiting.length <= longest) return
      const rejected = heaviest() ?? own
      leave(rejected)
      rejected.reject(new ApiError('unavailable', { retryAfter: 3 }))
    })
  }

  function note(from: From): void {
    const now = performance.now()
    if (now >= forgets) {
      hadLately.clear()
      forgets = now + memory
    }
    if (from === ownWork) return
    for (const key of [from.line, from.neighbourhood]) hadLately.set(key, (hadLately.get(key) ?? 0) + 1)
  }

  function goOn(): boolean {
    const next = lightest()
    if (next) {
      leave(next)
      next.go()
    } else busy -= 1
    return next !== undefined
  }

  /** Holds a result back only if another hash has started, because the end of that hash is the next chance to answer. */
  function answerTogether(another: boolean): Promise<void> {
    return new Promise((resolve) => {
      answers.push(resolve)
      if (another && answers.length < mostTogether) return
      for (const answer of answers.splice(0)) answer()
    })
  }

  async function inTurn<T>(from: From, work: () => Promise<T>): Promise<T> {
    if (busy >= concurrent) await queue(from)
    else busy += 1
    note(from)
    try {
      return await work()
    } finally {
      await answerTogether(goOn())
    }
  }

  return {
    hash: (password) => inTurn(ownWork, () => hash(password.normalize('NFKC'), settings)),
    verify: async (stored, password, address) => {
      const from =
        address === undefined
          ? ownWork
          : { line: getNetwork(address).line, neighbourhood: getNeighbourhood(address) }
      const right = await inTurn(from, () => verify(stored ?? decoyHash, password.normalize('NFKC')))
      return right && stored !== null
    },
    isOutdated: (stored) => {
      const [, memoryCost = '0', timeCost = '0'] = spelled.exec(stored) ?? []
      return Number(memoryCost) < settings.memoryCost || Number(timeCost) < settings.timeCost
    },
  }
}
