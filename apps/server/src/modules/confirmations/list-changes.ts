import { toPageFields } from '@mi-portal/contract/calls/paging'
import {
  confirmationEndpoints,
  type RejectionReason,
  rejectionReasons,
} from '@mi-portal/contract/confirmations'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { operation } from '../../platform/context/operation.ts'
import type { Actor } from '../../platform/http/actor.ts'
import {
  findDecisionError,
  getConfirmationState,
  getExpiry,
  toConfirmationKind,
} from './confirmations.rules.ts'
import type { ListedConfirmation } from './confirmations.sql.ts'
import * as confirmationsSql from './confirmations.sql.ts'
import { dropEnded } from './drop-changes.ts'
import { readChanges } from './find-waiting-changes.ts'
import { independenceError, permissionFor, type Staff } from './independence/independence.rules.ts'
import { readStaff } from './independence/read-staff.ts'

function readReason(stored: string | null): RejectionReason | null {
  return rejectionReasons.find((known) => known === stored) ?? null
}

function toConfirmation(actor: Actor, staff: Staff, row: ListedConfirmation) {
  const subject = { id: row.subject_id, rol: row.subject_role }
  const decidedAt = row.confirmed_at ?? row.rejected_at ?? row.expired_at
  const waits = decidedAt === null
  const requested = {
    requesterId: row.requested_by,
    subject,
    permission: permissionFor(toConfirmationKind(row.kind)),
  }
  const mayDecide = waits && findDecisionError({ actor, requestedBy: row.requested_by, subject }) === null
  return {
    id: row.id,
    kind: toConfirmationKind(row.kind),
    subject: {
      id: row.subject_id,
      full_name: row.subject_name,
      document: showDocument(row.document_type_id, row.document_number),
    },
    changes: readChanges(row.changes),
    requested_by: row.requester_name,
    requested_at: row.requested_at,
    expires_at: getExpiry(row.requested_at),
    state: getConfirmationState(row),
    decided_by: row.decider_name,
    decided_at: decidedAt,
    rejection_reason: readReason(row.rejection_reason),
    effective_at: row.effective_at,
    may_decide: mayDecide,
    not_confirmable: mayDecide ? (independenceError(staff, actor.id, requested)?.message ?? null) : null,
    may_withdraw: waits && row.requested_by === actor.id,
  }
}

export const listConfirmations = operation(confirmationEndpoints.list, async (ctx, { query }) => {
  const { state, person, ...page } = query

  await dropEnded(ctx)
  const found = await confirmationsSql.list(ctx.db, state, person ?? null, page)
  await ctx.audit.recordEach(
    'confirmations.list',
    found.rows.map(({ subject_id }) => subject_id),
  )
  const staff = await readStaff(ctx, ctx.db)
  return {
    confirmations: found.rows.map((row) => toConfirmation(ctx.actor, staff, row)),
    ...toPageFields(found, page),
  }
})
