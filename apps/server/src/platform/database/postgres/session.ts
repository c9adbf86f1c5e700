/** The settings of sessions, and whether their database accepts writes: during a takeover a standby may answer. */
import pg from 'pg'

export class StandbyError extends Error {
  constructor() {
    super('the database takes no writes: it is a standby')
  }
}

export type SessionSettings = Readonly<Record<string, string>>

export function isReadOnlyError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '25006'
}

/**
 * Applies the settings to a new connection. They are sent after connecting and not as options of the start-up, because poolers such
 * as PgBouncer reject or drop those.
 *
 * @throws {StandbyError} when the database accepts no writes
 */
export async function openSession(client: pg.ClientBase, settings: SessionSettings): Promise<void> {
  const applied = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, false)`,
  )
  const { rows } = await client.query<{ is_read_only: boolean }>(
    `select ${[
      `pg_is_in_recovery() or current_setting('default_transaction_read_only') = 'on' as is_read_only`,
      ...applied,
    ].join(', ')}`,
  )
  if (rows[0]?.is_read_only) throw new StandbyError()
}

export async function connect(client: pg.Client, settings: SessionSettings): Promise<pg.Client> {
  // A connection that breaks also fails its statement, which reports the error.
  client.on('error', () => {})
  try {
    await client.connect()
    await openSession(client, settings)
    return client
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
}
