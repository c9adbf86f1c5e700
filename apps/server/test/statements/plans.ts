/** What a statement costs inside the database: the plan it settles on, and what one run of it reads. */
import pg from 'pg'
import { expect } from 'vitest'
import type { Database } from '../../src/platform/database/database.ts'
import { type Statement, statement } from '../../src/platform/database/statement.ts'

type Asked = { readonly text: string; readonly values: readonly unknown[] }

/** Runs something as the owner of the tables, outside any transaction. */
export async function asOwner(db: Database, sql: string): Promise<void> {
  const url = process.env.TEST_DATABASE_URL
  if (!url) {
    await db.script('reset role')
    await db.script(sql)
    await db.script('set role portal_app')
    return
  }
  const [found] = await db.run(
    statement<{ name: string }>('test.database', 'select current_database() as name'),
    [],
  )
  const own = new URL(url)
  own.pathname = `/${found?.name}`
  const client = new pg.Client({ connectionString: own.toString() })
  await client.connect()
  await client.query(sql)
  await client.end()
}

/** The statement that a question puts to the database, with its values. */
export async function asked(db: Database, ask: (db: Database) => Promise<unknown>): Promise<Asked> {
  const caught: Asked[] = []
  await ask({
    ...db,
    run: <Row>(one: Statement<Row>, values: Parameters<Database['run']>[1]) => {
      caught.push({ text: one.text, values })
      return db.run(one, values)
    },
  })
  expect(caught).toHaveLength(1)
  return caught[0]!
}

function literal(value: unknown): string {
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (Array.isArray(value)) return `'{${value.join()}}'`
  return typeof value === 'string' ? `'${value}'` : String(value)
}

/** The plan that a prepared statement settles on, whatever its values, and the buffers that one run of it touches. */
export async function explained(db: Database, one: Asked) {
  return db.transaction(async (tx) => {
    await tx.orm.execute('set local plan_cache_mode = force_generic_plan')
    await tx.orm.execute(`prepare explained as ${one.text}`)
    const run = `explain (analyze, buffers, timing off, format json) execute explained(${one.values.map(literal).join(', ')})`
    await tx.orm.execute(run)
    const rows = await tx.orm.execute<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(run)
    await tx.orm.execute('deallocate explained')
    const plan = Object.values(rows[0] ?? {})[0]?.[0]?.Plan
    if (!plan) throw new Error('no plan was given')
    const text = JSON.stringify(plan)
    return {
      nodes: [...text.matchAll(/"Node Type":"([^"]+)"/g)].map((match) => match[1]),
      joins: [...text.matchAll(/"Join Type":"([^"]+)"/g)].map((match) => match[1]),
      buffers: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    }
  })
}
