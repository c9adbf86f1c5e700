import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Matter } from '@mi-portal/contract/service-requests/inbox'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { isForStaff, mayAnswer } from '../service-requests.rules.ts'
import { findRequest, type InboxRow } from '../service-requests.sql.ts'

/** Returns a request. Throws 403 for a matter that the caller does not answer, and 404 for a request of another site or a claim of the caller's access. */
export async function findInboxRequest(
  db: Queries,
  actor: Actor,
  { matter, id }: { readonly matter: Matter; readonly id: number },
): Promise<InboxRow> {
  if (!mayAnswer(actor, matter)) throw new ApiError('forbidden')
  const request = await findRow(db, findRequest, { matter, id })
  if (request === null || !isForStaff(actor, request)) throw new ApiError('notFound')
  return request
}
