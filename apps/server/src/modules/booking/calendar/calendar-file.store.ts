import type { Database } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

const insertHost = statement<never, { host: string }>(
  'calendarFile.insertHost',
  `insert into installation (key, value) values ('calendar_host', to_jsonb(:host::text)) on conflict (key) do nothing`,
)
const findHost = statement<{ host: string }>(
  'calendarFile.findHost',
  `select value #>> '{}' as host from installation where key = 'calendar_host'`,
)

export function calendarFileStore(db: Database) {
  return {
    /** Returns the host in the identifiers of calendar entries. If none is stored yet, `host` is stored. */
    resolveHost: async (host: string): Promise<string> => {
      await db.run(insertHost, { host })
      return (await db.run(findHost, []))[0]?.host ?? host
    },
  }
}

export type CalendarFileStore = ReturnType<typeof calendarFileStore>
