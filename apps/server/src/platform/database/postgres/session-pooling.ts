/**
 * Checks that a connection stays the same one for as long as it is open. Behind a pooler that hands connections out by
 * transaction, settings, prepared statements and notifications of one session reach another, without an error.
 */
import type pg from 'pg'

export class TransactionPoolingError extends Error {
  constructor() {
    super('a pooler hands its connections out by transaction; let it pool by session (pool_mode = session)')
  }
}

const selectProcess = 'select pg_backend_pid() as process'

async function askProcess(client: pg.Client): Promise<number | undefined> {
  return (await client.query<{ process: number }>(selectProcess)).rows[0]?.process
}

/** How often both connections are compared, because a pooler may have several to choose from. */
const rounds = 3

/**
 * Requires that each session keeps its own process of PostgreSQL.
 *
 * @throws {TransactionPoolingError} when a process serves both sessions in turn
 */
export async function requireSessionPooling(one: pg.Client, other: pg.Client): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const before = await askProcess(one)
    await other.query('begin')
    const inTransaction = await askProcess(other)
    const after = await askProcess(one)
    await other.query('rollback')
    if (inTransaction === before || after !== before) throw new TransactionPoolingError()
  }
}
