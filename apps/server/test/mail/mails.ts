import type { Queries } from '../../src/platform/database/database.ts'
import { ask } from '../ask.ts'
import type { OutboxRow } from '../rows.ts'

/** Returns all mails, those to a person, or those whose template matches, in the order in which they were queued. */
export function listMails(db: Queries, personOrTemplate: number | string = '%'): Promise<OutboxRow[]> {
  const column = typeof personOrTemplate === 'number' ? 'person_id =' : 'template like'
  return ask<OutboxRow>(db, `select * from outbox where ${column} $1 order by id`, [personOrTemplate])
}
