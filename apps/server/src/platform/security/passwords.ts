/** Password hashes: argon2id, 19 MiB and two passes (the floor OWASP recommends), off the event loop and bounded in number. */
import { availableParallelism } from 'node:os'
import { Failure } from '@mi-portal/contract/failure'
import { hash, verify } from '@node-rs/argon2'
import { hashOfNobody } from './hash-of-nobody.ts'

// 2 is argon2id.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  /**
   * Whether the password is the one hashed; with no hash it works as long and answers false. `from` is the address
   * it came from: those who ask for much wait behind those who ask for little.
   */
  readonly verify: (stored: string | null, password: string, from?: string) => Promise<boolean>
}

type PasswordOptions = {
  /** Hashes under way at once; more wait. */
  readonly concurrent?: number
  /** Hashes waiting at most; more are refused with 503. */
  readonly queue?: number
}

type Waiting = { readonly from: string; readonly go: () => void; readonly refuse: (reason: Failure) => void }

/** Addresses that one provider gives to one customer: 256 neighbours, or what of a longer address is the line's. */
function networkOf(address: string): string {
  const of = address.includes('.') ? address.split('.').slice(0, 3) : address.split(':').slice(0, 4)
  return `network ${of.join(' ')}`
}

/** Milliseconds for which it is remembered who asked for how much. */
const memory = 60_000

/**
 * Hashes told of together while others wait. What follows a hash finds the processor's caches emptied by it: done for
 * several at once it costs each of them less (decision record 050).
 */
const mostTogether = 4

/**
 * On all cores but one a hash is worked on at a time, so that lists keep being answered during a flood of sign-ins.
 * Of those who wait, whoever had the fewest lately is next; where too many wait, whoever had the most is refused with
 * `Failure('unavailable')`. Where addresses had as many, their networks decide: a flood from some of them keeps nobody out
 * at another one. While anybody waits, the outcomes of {@link mostTogether} are told together.
 */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const concurrent = options.concurrent ?? Math.max(1, availableParallelism() - 1)
  const longest = options.queue ?? 40
  const waiting: Waiting[] = []
  const answers: (() => void)[] = []
  const hadLately = new Map<string, number>()
  let forgets = 0
  let busy = 0

  /** Whether one had less lately than the other, `more` of its address included. */
  function isLighter(one: string, other: string, more = (_address: string) => 0): boolean {
    const had = (key: string) => hadLately.get(key) ?? 0
    const difference = had(one) + more(one) - had(other) - more(other)
    return difference === 0 ? had(networkOf(one)) < had(networkOf(other)) : difference < 0
  }

  /** The first of those with the least. */
  function lightest(): Waiting | undefined {
    let best: Waiting | undefined
    for (const one of waiting) if (!best || isLighter(one.from, best.from)) best = one
    return best
  }

  /** The last of those with the most, places in the queue included. */
  function heaviest(): Waiting | undefined {
    const places = Map.groupBy(waiting, ({ from }) => from)
    let worst: Waiting | undefined
    for (const one of waiting)
      if (!worst || !isLighter(one.from, worst.from, (from) => places.get(from)?.length ?? 0)) worst = one
    return worst
  }

  function leave(one: Waiting): void {
    waiting.splice(waiting.indexOf(one), 1)
  }

  function queue(from: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const own = { from, go: resolve, refuse: reject }
      waiting.push(own)
      if (waiting.length <= longest) return
      const refused = heaviest() ?? own
      leave(refused)
      refused.refuse(new Failure('unavailable', { retryAfter: 3 }))
    })
  }

  function note(from: string): void {
    const now = performance.now()
    if (now >= forgets) {
      hadLately.clear()
      forgets = now + memory
    }
    if (from === '') return
    for (const key of [from, networkOf(from)]) hadLately.set(key, (hadLately.get(key) ?? 0) + 1)
  }

  /** Lets the next one in, and says whether anybody was waiting. */
  function goOn(): boolean {
    const next = lightest()
    if (next) {
      leave(next)
      next.go()
    } else busy -= 1
    return next !== undefined
  }

  /** An answer is kept only where another hash begins, whose end is the next time that it may be told. */
  function answerTogether(another: boolean): Promise<void> {
    return new Promise((resolve) => {
      answers.push(resolve)
      if (another && answers.length < mostTogether) return
      for (const answer of answers.splice(0)) answer()
    })
  }

  async function inTurn<T>(from: string, work: () => Promise<T>): Promise<T> {
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
    hash: (password) => inTurn('', () => hash(password.normalize('NFKC'), settings)),
    verify: async (stored, password, from = '') => {
      const right = await inTurn(from, () => verify(stored ?? hashOfNobody, password.normalize('NFKC')))
      return right && stored !== null
    },
  }
}
