/** Lists who read or changed a person's data. */

import { ApiError } from '@mi-portal/contract/api-error'
import { pageOf } from '@mi-portal/contract/paging'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { addDays, momentOf } from '@mi-portal/contract/values/dates'
import { operation } from '../../platform/context/operation.ts'
import { findOwnPerson } from './own-account.service.ts'
import {
  accessLabelOf,
  describeSignIn,
  shownActor,
  shownOrigin,
  shownRole,
  signInAction,
} from './profile.rules.ts'
import type { AuditLogRow } from './profile.sql.ts'
import * as profileSql from './profile.sql.ts'

function fullName(row: Pick<AuditLogRow, 'first_name' | 'last_name' | 'second_name'>): string | null {
  return row.first_name === null
    ? null
    : [row.first_name, row.last_name, row.second_name].filter(Boolean).join(' ')
}

/** Returns a page of who read or changed the caller's data, and of the sign-ins of the account. */
export const listAccesses = operation(profileEndpoints.accesses, async (ctx, { query }) => {
  const { from, to, others } = query
  if (from !== undefined && to !== undefined && from > to) {
    const msg = 'La fecha de inicio debe ser anterior a la fecha de término'
    throw new ApiError('invalid', { msg, fieldErrors: [{ msg, param: 'from' }] })
  }
  const person = await findOwnPerson(ctx, ctx.actor)
  const period = {
    from: from === undefined ? null : momentOf(from, '00:00'),
    before: to === undefined ? null : momentOf(addDays(to, 1), '00:00'),
    others: others === 'true',
  }
  const auditLog = await profileSql.auditLog(ctx.db, ctx.actor.id, period, query)
  const patient_full_name = fullName(person) ?? ''
  const accesses = auditLog.rows.map((row) => {
    const at = row.at.toISOString()
    if (row.action === signInAction)
      return { at, ...describeSignIn(row, patient_full_name), patient_full_name }
    const role = shownRole(row.actor_role, row.actor_id === ctx.actor.id)
    return {
      at,
      who: shownActor(role, fullName(row), ctx.branding),
      role,
      ...accessLabelOf(row.action, row.detail),
      patient_full_name,
      from: shownOrigin(role, row.ip),
    }
  })
  return { accesses, ...pageOf(auditLog, query) }
})
