/** Seals the audit log block by block, and verifies the blocks. */

import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import { blockOf, type Finding, findingIn, type Seal } from '../../../platform/security/hash-chain.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { createKeyedHash } from '../../../platform/security/tokens.ts'
import * as sealsSql from './seals.sql.ts'

type SealsDependencies = {
  readonly db: Database
  readonly secrets: Secrets
  readonly clock: Clock
  /**
   * Receives the newest block after each run. A copy outside the database reveals if the end of the chain was cut
   * off.
   */
  readonly onHead?: (head: {
    readonly block: number
    readonly hash: string
    readonly last_id: number
  }) => void
}

/** A block as it was recorded outside the database. */
type ExpectedBlock = { readonly block: number; readonly hash: string }

/** Less than the id of any entry, also of one that the owner of the database inserted. */
const beforeAll = Number.MIN_SAFE_INTEGER
/** Entries of a block. */
const blockSize = 5_000
/** Blocks that one run of the job makes; an old installation needs several runs. */
const blocksInRun = 100
const maxAttempts = 40
const attemptInterval = 50

export function createSealsService({ db, secrets, clock, onHead }: SealsDependencies) {
  const keyed = createKeyedHash(secrets, 'audit seals')
  const textOf = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

  function isSigned(hash: Uint8Array, signature: Uint8Array): boolean {
    return keyed
      .candidates(textOf(hash))
      .some((right) => right.length === signature.length && timingSafeEqual(right, signature))
  }

  /**
   * Returns the newest id up to which no entry can appear any more. An id is taken before its entry is committed, so
   * transactions that are writing now are waited for. Returns null if one of them takes too long.
   */
  async function lastCommittedId(): Promise<number | null> {
    const settled = await sealsSql.newest(db)
    let writing = await sealsSql.writers(db)
    for (let look = 0; writing.length > 0; look += 1) {
      if (look === maxAttempts) return null
      await wait(attemptInterval)
      const still = new Set(await sealsSql.writers(db))
      writing = writing.filter((writer) => still.has(writer))
    }
    return settled
  }

  /**
   * Seals the next entries up to an id as one block. Returns the block, or null if there are no entries to seal
   * or another server is sealing.
   */
  function sealNext(upTo: number): Promise<Seal | null> {
    return db.transaction(async (tx) => {
      if (!(await sealsSql.tryLock(tx))) return null
      const before = await sealsSql.last(tx)
      const entries = await sealsSql.entries(tx, before?.last_id ?? beforeAll, upTo, blockSize)
      const block = blockOf(before, entries)
      if (block === null) return null
      const seal = { ...block, signature: keyed.of(textOf(block.hash)) }
      await sealsSql.add(tx, seal, clock.now())
      return seal
    })
  }

  async function* storedSeals() {
    let number = 0
    for (;;) {
      const seals = await sealsSql.sealsAfter(db, number, 20)
      const last = seals.at(-1)
      if (last === undefined) return
      yield* seals
      number = last.number
    }
  }

  async function findingOf(
    seal: Seal,
    before: Seal | null,
    expected: ExpectedBlock | undefined,
  ): Promise<Finding | null> {
    const entries = await sealsSql.entries(db, before?.last_id ?? beforeAll, seal.last_id, 2 * blockSize)
    const finding = findingIn(seal, before, entries, isSigned)
    if (finding !== null || expected?.block !== seal.number || expected.hash === textOf(seal.hash))
      return finding
    return { block: seal.number, entry: null, what: 'seal' }
  }

  return {
    /** Seals what was written; returns the number of blocks. */
    seal: async (): Promise<number> => {
      const upTo = await lastCommittedId()
      if (upTo === null) return 0
      let head: Seal | null = null
      let blocks = 0
      for (; blocks < blocksInRun; blocks += 1) {
        const seal = await sealNext(upTo)
        if (seal === null) break
        head = seal
      }
      if (head !== null) onHead?.({ block: head.number, hash: textOf(head.hash), last_id: head.last_id })
      return blocks
    },

    /**
     * Verifies every block, oldest first, and stops at the first wrong one. `expected` is a block as it was recorded
     * outside the database.
     */
    verify: async (expected?: ExpectedBlock) => {
      let before: Seal | null = null
      let entries = 0
      let finding: Finding | null = null
      for await (const seal of storedSeals()) {
        finding = await findingOf(seal, before, expected)
        if (finding !== null) break
        before = seal
        entries += seal.entries
      }
      const blocks = before?.number ?? 0
      if (finding === null && expected !== undefined && expected.block > blocks)
        finding = { block: blocks + 1, entry: null, what: 'missing' }
      const head = before === null ? null : { block: before.number, hash: textOf(before.hash) }
      return { blocks, entries, head, finding }
    },
  }
}

export type SealsService = ReturnType<typeof createSealsService>
