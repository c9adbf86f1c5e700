import { type Finding, findingIn, type Seal } from '../../../platform/security/hash-chain.ts'
import { blockSize, createSignatureCheck, readEntries, type SealingContext, toHex } from './seal-entries.ts'
import * as sealsSql from './seals.sql.ts'

type VerifyingContext = Pick<SealingContext, 'db' | 'config'>

type ExpectedBlock = { readonly block: number; readonly hash: string }

async function* readSeals({ db }: VerifyingContext) {
  let number = 0
  for (;;) {
    const seals = await db.run(sealsSql.listSealsAfter, { number, limit_rows: 20 })
    const last = seals.at(-1)
    if (last === undefined) return
    yield* seals
    number = last.number
  }
}

/** Verifies every block, oldest first, and stops at the first wrong one. `expected` is a block as it was recorded outside the database. */
export async function verifySeals(ctx: VerifyingContext, expected?: ExpectedBlock) {
  const isSigned = createSignatureCheck(ctx.config.secrets)
  let before: Seal | null = null
  let entries = 0
  let finding: Finding | null = null
  for await (const seal of readSeals(ctx)) {
    finding = findingIn(
      seal,
      before,
      await readEntries(ctx.db, before, seal.last_id, 2 * blockSize),
      isSigned,
    )
    if (finding === null && expected?.block === seal.number && expected.hash !== toHex(seal.hash))
      finding = { block: seal.number, entry: null, what: 'seal' }
    if (finding !== null) break
    before = seal
    entries += seal.entries
  }
  const blocks = before?.number ?? 0
  if (finding === null && expected !== undefined && expected.block > blocks)
    finding = { block: blocks + 1, entry: null, what: 'missing' }
  const head = before === null ? null : { block: before.number, hash: toHex(before.hash) }
  return { blocks, entries, head, finding }
}
