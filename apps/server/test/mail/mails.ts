/** The mails that a portal has queued. */
import type { Queries } from '../../src/platform/database/database.ts'
import { ask } from '../ask.ts'

export type StoredMail = {
  template: string
  recipient: string
  subject: string
  body_text: string
  body_html: string
  not_after: Date | null
}

/** Returns all mails, or those to a person, in the order in which they were queued. */
export function listMails(db: Queries, personId: number | null = null): Promise<StoredMail[]> {
  return ask<StoredMail>(
    db,
    `select template, recipient, subject, body_text, body_html, not_after from outbox
     where $1::int is null or person_id = $1 order by id`,
    [personId],
  )
}
