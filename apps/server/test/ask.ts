/** Questions that a test puts to the database itself, past the portal. */
import { createHash } from 'node:crypto'
import type { Database, Queries } from '../src/platform/database/database.ts'
import type { Value } from '../src/platform/database/statement.ts'
import { statement } from '../src/platform/database/statement.ts'
import { mailSealer } from '../src/platform/security/seal.ts'
import type { AuditEventRow, OutboxRow } from './rows.ts'

/**
 * Returns the rows of one statement; `Row` is what the test says they are. Bodies of mails that are sealed until they leave are
 * opened: a test reads a mail as its recipient does. `selectStored` leaves them as they lie.
 */
export async function ask<Row>(db: Queries, sql: string, values: readonly Value[] = []): Promise<Row[]> {
  const rows = await selectStored<Row>(db, sql, values)
  if (!/\boutbox\b/.test(sql)) return rows
  const clear = await openedBodies(db)
  return rows.map((row) =>
    typeof row === 'object' && row !== null
      ? (Object.fromEntries(
          Object.entries(row).map(([name, value]) => [name, clear.get(value) ?? value]),
        ) as Row)
      : row,
  )
}

/** A database that a test can ask. */
export type TestDatabase = Database & {
  readonly ask: <Row>(sql: string, values?: readonly Value[]) => Promise<Row[]>
  /** Returns all mails, those to a person, or those whose template matches, in the order in which they were queued. */
  readonly listMails: (personOrTemplate?: number | string) => Promise<OutboxRow[]>
  /** Returns the entries of the actions that match in the audit log, oldest first. */
  readonly listAuditEvents: (action?: string) => Promise<AuditEventRow[]>
}

export function letAsk(db: Database): TestDatabase {
  return Object.assign(db, {
    ask: <Row>(sql: string, values: readonly Value[] = []) => ask<Row>(db, sql, values),
    listMails: (personOrTemplate: number | string = '%') => {
      const column = typeof personOrTemplate === 'number' ? 'person_id =' : 'template like'
      return ask<OutboxRow>(db, `select * from outbox where ${column} $1 order by id`, [personOrTemplate])
    },
    listAuditEvents: (action = '%') =>
      ask<AuditEventRow>(db, 'select * from audit_events where action like $1 order by id', [action]),
  })
}

/** Returns the rows of one statement as they lie in the database. */
export function selectStored<Row>(db: Queries, sql: string, values: readonly Value[] = []): Promise<Row[]> {
  // Names of prepared statements are short.
  const name = `test.${createHash('sha256').update(sql).digest('hex').slice(0, 16)}`
  return db.run(statement<Row>(name, sql), values)
}

/** Inserts one row and returns it whole. Columns that `row` leaves out get their defaults. */
export async function insertRow<Row extends object>(
  db: Queries,
  table: string,
  row: Partial<Row>,
): Promise<Row> {
  const given = Object.entries(row).filter(([, value]) => value !== undefined)
  const columns = given.map(([name]) => `"${name}"`).join(', ')
  // As JSON spells what PostgreSQL reads into a column of bytes.
  const spelled = given.map(([name, value]) => [
    name,
    value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value,
  ])
  const [inserted] = await selectStored<Row>(
    db,
    `insert into "${table}" (${columns}) select ${columns} from jsonb_populate_record(null::"${table}", $1) returning *`,
    [JSON.stringify(Object.fromEntries(spelled))],
  )
  if (inserted === undefined) throw new Error(`no row was inserted into ${table}`)
  return inserted
}

/** Secrets of the tests' portals. */
const secrets = ['x', 'o', 'f'].map((letter) => letter.repeat(48))

async function openedBodies(db: Queries): Promise<Map<unknown, string>> {
  const columns = ['body_text', 'body_html', 'unsubscribe_url'] as const
  const [first = '', ...others] = secrets
  const sealer = mailSealer([first, ...others])
  const clear = new Map<unknown, string>()
  for (const row of await selectStored<Record<'message_id' | (typeof columns)[number], string | null>>(
    db,
    `select message_id, body_text, body_html, unsubscribe_url from outbox where not_after is not null`,
  ))
    for (const column of columns) {
      const text = row[column]
      const opened = text === null ? null : sealer.open(text, `${row.message_id} ${column}`)
      if (opened !== null) clear.set(text, opened)
    }
  return clear
}
