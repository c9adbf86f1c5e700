/** The cost of a statement in the database: its plan, and what one run of it reads. */
import pg from 'pg'
import { expect } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { orderValues } from '../../src/platform/database/statement.ts'
import { ask } from '../ask.ts'
import { urlOfTestDatabase } from '../database.ts'

type Asked = { readonly text: string; readonly values: readonly unknown[] }

/** Runs something as the owner of the tables, outside any transaction. */
export async function asOwner(db: Database, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: await urlOfTestDatabase(db) })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** Returns the statements that a question puts to the database, with their values. */
export async function allAsked(db: Database, ask: (db: Database) => Promise<unknown>): Promise<Asked[]> {
  const caught: Asked[] = []
  await ask({
    ...db,
    run: (statement, given) => {
      caught.push({ text: statement.text, values: orderValues(statement, given) })
      return db.run(statement, given)
    },
  })
  return caught
}

/** Returns the one statement that a question puts to the database, with its values. */
export async function asked(db: Database, ask: (db: Database) => Promise<unknown>): Promise<Asked> {
  const caught = await allAsked(db, ask)
  expect(caught).toHaveLength(1)
  return caught[0]!
}

function literal(value: unknown): string {
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Array.isArray(value))
    return `'{${value.map((one) => (one instanceof Date ? one.toISOString() : one)).join()}}'`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

type PlanNode = Readonly<Record<string, unknown>> & { readonly Plans?: readonly PlanNode[] }

/** Returns the names of the tables that a plan reads from the first row to the last. */
function sequentialScansOf({ Plans = [], ...node }: PlanNode): string[] {
  const here = node['Node Type'] === 'Seq Scan' ? [String(node['Relation Name'])] : []
  return [...here, ...Plans.flatMap(sequentialScansOf)]
}

/**
 * Returns the plan that a prepared statement uses for all values, or the one for its own values, and the
 * buffers that one run of it touches.
 */
export async function explained(db: Database, one: Asked, plan: 'generic' | 'custom' = 'generic') {
  return db.transaction(async (tx) => {
    await ask(tx, `set local plan_cache_mode = force_${plan}_plan`)
    await ask(tx, `prepare explained as ${one.text}`)
    const run = `explain (analyze, buffers, timing off, format json) execute explained(${one.values.map(literal).join(', ')})`
    await ask(tx, run)
    const rows = await ask<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(tx, run)
    await ask(tx, 'deallocate explained')
    const found = Object.values(rows[0] ?? {})[0]?.[0]?.Plan
    if (!found) throw new Error('no plan was given')
    const text = JSON.stringify(found)
    return {
      sequentiallyScanned: sequentialScansOf(found),
      nodes: [...text.matchAll(/"Node Type":"([^"]+)"/g)].map((match) => match[1]),
      joins: [...text.matchAll(/"Join Type":"([^"]+)"/g)].map((match) => match[1]),
      buffers: (found['Shared Hit Blocks'] ?? 0) + (found['Shared Read Blocks'] ?? 0),
    }
  })
}
