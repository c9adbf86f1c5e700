/** Questions that a test puts to the database itself, past the portal. */
import { createHash } from 'node:crypto'
import type { Database, Value } from '../src/platform/database/database.ts'
import { statement } from '../src/platform/database/statement.ts'

/** The rows of one statement; `Row` is what the test says they are. */
export function ask<Row>(db: Database, sql: string, values: readonly Value[] = []): Promise<Row[]> {
  // Names of prepared statements are short.
  const name = `test.${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`
  return db.run(statement<Row>(name, sql), values)
}
