import { timingSafeEqual } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Config } from '../../../platform/config/config.ts'
import type { Context } from '../../../platform/context/context.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { createBlock, type Seal } from '../../../platform/security/hash-chain.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import { createKeyedHash } from '../../../platform/security/tokens.ts'
import * as sealsSql from './seals.sql.ts'

export type SealingContext = Pick<Context, 'db' | 'clock' | 'logger'> & {
  readonly config: Pick<Config, 'secrets'>
}

const lockKey = 7_232_026
/** Less than the id of any entry, also of one that the owner of the database inserted. */
const beforeAll = Number.MIN_SAFE_INTEGER
export const blockSize = 5_000
const blocksInRun = 100
const maxAttempts = 40
const attemptInterval = 50

export const toHex = (hash: Uint8Array) => Buffer.from(hash).toString('hex')

const createSignatures = (secrets: Secrets) => createKeyedHash(secrets, 'audit seals')

export function createSignatureCheck(secrets: Secrets) {
  const keyed = createSignatures(secrets)
  return (hash: Uint8Array, signature: Uint8Array): boolean =>
    keyed
      .candidates(toHex(hash))
      .some((right) => right.length === signature.length && timingSafeEqual(right, signature))
}

/** Returns the id of the last sealed entry, before which no entry can appear any more; 0 without a seal. */
export async function findLastSealedId({ db }: Pick<Context, 'db'>): Promise<number> {
  return (await findRow(db, sealsSql.findLastId, {}))?.last_id ?? 0
}

export function readEntries(from: Queries, before: Seal | null, upTo: number, most: number) {
  const ids = { after_id: before?.last_id ?? beforeAll, up_to_id: upTo }
  return from.run(sealsSql.listEntries, { ...ids, limit_rows: most })
}

/**
 * Returns the newest id up to which no entry can appear any more. An id is taken before its entry is committed, so
 * transactions that are writing now are waited for. Returns null if one of them takes too long.
 */
async function findLastCommittedId({ db }: SealingContext): Promise<number | null> {
  const newest = (await findRow(db, sealsSql.findNewest, {}))?.id ?? 0
  const readWriters = async () => (await db.run(sealsSql.listWriters, {})).map(({ writer }) => writer)
  let writing = await readWriters()
  for (let look = 0; writing.length > 0; look += 1) {
    if (look === maxAttempts) return null
    await wait(attemptInterval)
    const still = new Set(await readWriters())
    writing = writing.filter((writer) => still.has(writer))
  }
  return newest
}

function sealNext({ db, clock, config }: SealingContext, upTo: number): Promise<Seal | null> {
  return db.transaction(async (tx) => {
    if ((await findRow(tx, sealsSql.tryLock, { lock_key: lockKey }))?.locked !== true) return null
    const before = await findRow(tx, sealsSql.findLast, {})
    const block = createBlock(before, await readEntries(tx, before, upTo, blockSize))
    if (block === null) return null
    const seal = { ...block, signature: createSignatures(config.secrets).of(toHex(block.hash)) }
    await tx.run(sealsSql.insertSeal, { ...seal, now: clock.now() })
    return seal
  })
}

/** Returns the number of blocks. The newest one is logged: a copy elsewhere reveals if the end of the chain was cut off. */
export async function sealEntries(ctx: SealingContext): Promise<number> {
  const upTo = await findLastCommittedId(ctx)
  if (upTo === null) return 0
  let head: Seal | null = null
  let blocks = 0
  for (; blocks < blocksInRun; blocks += 1) {
    const seal = await sealNext(ctx, upTo)
    if (seal === null) break
    head = seal
  }
  if (head !== null)
    ctx.logger.info({ block: head.number, hash: toHex(head.hash), last_id: head.last_id }, 'audit log sealed')
  return blocks
}
