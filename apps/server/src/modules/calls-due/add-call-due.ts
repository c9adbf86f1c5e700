import type { CallTopic } from '@mi-portal/contract/calls-due'
import { findRow, type Queries } from '../../platform/database/database.ts'
import { addNotNotified } from '../../platform/notified.ts'
import { insertCallDue } from './calls-due.sql.ts'

type CallDue = {
  readonly patient_id: number
  readonly topic: CallTopic
  /** The appointment that changed; null if the call is about something else, or if only an external system has it. */
  readonly appointment_id: number | null
  /** The site of a request; null for every site. */
  readonly site_id: number | null
  readonly text: string
  readonly now: Date
}

/** Stores that staff call a person, because no message could be sent, and says so in the answer of the request. */
export async function addCallDue(tx: Queries, call: CallDue): Promise<void> {
  const called = await findRow(tx, insertCallDue, call)
  addNotNotified(call.patient_id, 'no_account', called?.phone ?? null)
}
