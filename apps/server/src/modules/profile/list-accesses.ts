import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toPageFields } from '@mi-portal/contract/calls/paging'
import { formatFullName, joinName } from '@mi-portal/contract/fields/full-name'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { formatReceipt, lastDay } from '@mi-portal/contract/service-requests/data-rights'
import { addDays, toInstant } from '@mi-portal/contract/values/dates'
import { operation } from '../../platform/context/operation.ts'
import { labelForPatient } from '../audit-labels/audit-labels.rules.ts'
import { findOwnPerson } from './find-own-person.ts'
import { describeSignIn, shownActor, shownOrigin, shownRole, signInAction } from './profile.rules.ts'
import type { AuditLogRow } from './profile.sql.ts'
import * as profileSql from './profile.sql.ts'

function toClaim({ claim_id, claimed_at, claim_due_at, claim_state, answer, answered_at }: AuditLogRow) {
  if (claim_id === null || claimed_at === null || claim_due_at === null || claim_state === null) return null
  return {
    receipt: formatReceipt(claim_id, claimed_at),
    created_at: claimed_at,
    due_on: lastDay(claim_due_at),
    state: claim_state,
    answer,
    answered_at,
  }
}

export const listAccesses = operation(profileEndpoints.accesses, async (ctx, { query }) => {
  const { from, to, others } = query
  if (from !== undefined && to !== undefined && from > to) {
    const msg = 'La fecha de inicio debe ser anterior a la fecha de término'
    throw new ApiError('invalid', { msg, fieldErrors: [{ msg, param: 'from' }] })
  }
  const person = await findOwnPerson(ctx)
  const period = {
    from: from === undefined ? null : toInstant(from, '00:00'),
    before: to === undefined ? null : toInstant(addDays(to, 1), '00:00'),
    others: others === 'true',
  }
  const auditLog = await profileSql.auditLog(ctx.db, ctx.actor.id, period, query)
  const patient_full_name = formatFullName(person)
  const accesses = auditLog.rows.map((row) => {
    const entry = { id: row.id, at: row.at, patient_full_name }
    if (row.action === signInAction)
      return { ...entry, ...describeSignIn(row, patient_full_name), claim: null, may_claim: false }
    const isOwn = row.actor_id === ctx.actor.id
    const role = shownRole(row.actor_role, isOwn)
    return {
      ...entry,
      who: shownActor(role, joinName(row.first_name, row.last_name, row.second_name) || null, ctx.branding),
      role,
      ...labelForPatient(row.action, row.detail),
      from: shownOrigin(role, row.ip),
      claim: toClaim(row),
      may_claim: !isOwn && row.claim_state !== 'pendiente',
    }
  })
  return { accesses, ...toPageFields(auditLog, query) }
})
