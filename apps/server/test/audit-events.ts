import type { Queries } from '../src/platform/database/database.ts'
import { ask } from './ask.ts'
import type { AuditEventRow } from './rows.ts'

/** Returns the entries of an action in the audit log, oldest first. */
export function listAuditEvents(db: Queries, action: string): Promise<AuditEventRow[]> {
  return ask<AuditEventRow>(db, 'select * from audit_events where action = $1 order by id', [action])
}
