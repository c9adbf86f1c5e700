/** Password hashes: argon2id, 19 MiB and two passes (the floor OWASP recommends), off the event loop and bounded in number. */
import { availableParallelism } from 'node:os'
import { Failure } from '@mi-portal/contract/failure'
import { hash, verify } from '@node-rs/argon2'
import { hashOfNobody } from './hash-of-nobody.ts'

// 2 is argon2id.
const settings = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export type Passwords = {
  readonly hash: (password: string) => Promise<string>
  /** Whether the password is the one hashed; with no hash it works as long and answers false. */
  readonly verify: (stored: string | null, password: string) => Promise<boolean>
}

type PasswordOptions = {
  /** Hashes under way at once; more wait. */
  readonly concurrent?: number
  /** Hashes waiting at most; more are refused with 503. */
  readonly queue?: number
}

/**
 * On all cores but one a hash is worked on at a time, so that lists keep being answered during a flood of sign-ins.
 * Throws `Failure('unavailable')` when too many wait.
 */
export function createPasswords(options: PasswordOptions = {}): Passwords {
  const concurrent = options.concurrent ?? Math.max(1, availableParallelism() - 1)
  const longest = options.queue ?? 40
  const waiting: (() => void)[] = []
  let busy = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy >= concurrent) {
      if (waiting.length >= longest) throw new Failure('unavailable', { retryAfter: 3 })
      await new Promise<void>((resolve) => {
        waiting.push(resolve)
      })
    } else busy += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else busy -= 1
    }
  }

  return {
    hash: (password) => inTurn(() => hash(password.normalize('NFKC'), settings)),
    verify: async (stored, password) => {
      const right = await inTurn(() => verify(stored ?? hashOfNobody, password.normalize('NFKC')))
      return right && stored !== null
    },
  }
}
