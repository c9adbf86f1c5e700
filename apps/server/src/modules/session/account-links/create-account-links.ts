import type { Context } from '../../../platform/context/context.ts'
import { findRow, type Queries } from '../../../platform/database/database.ts'
import { hashToken, newToken } from '../../../platform/security/tokens.ts'
import * as accountLinksSql from './account-links.sql.ts'

const hour = 3_600_000

/** Lifetimes of the links. A mail may be read days after it was sent; a link that locks was just asked for. */
const accountLinkLimits = { reportDays: 7, lockHours: 2 } as const

export const forgetAccountLinks = accountLinksSql.forget

/**
 * Creates the link «no fui yo» of a mail and returns its path. `about` is the use that the mail reports, as staff read it in
 * the case: `un inicio de sesión el 26-11-2026 a las 09:30 con Chrome en Windows`. It contains no text that a person typed.
 */
export async function createReportLink(
  ctx: Pick<Context, 'db' | 'clock'>,
  tx: Queries,
  personId: number,
  about: string,
): Promise<`/${string}`> {
  const token = newToken()
  const now = ctx.clock.now()
  await tx.run(accountLinksSql.insert, {
    token_hash: hashToken(token),
    person_id: personId,
    purpose: 'report',
    about,
    now,
    expires_at: new Date(now.getTime() + accountLinkLimits.reportDays * 24 * hour),
  })
  return `/proteger/no-fui-yo/${token}`
}

export async function createLockLink(ctx: Pick<Context, 'db' | 'clock'>, tx: Queries, personId: number) {
  const token = newToken()
  const now = ctx.clock.now()
  const expiresAt = new Date(now.getTime() + accountLinkLimits.lockHours * hour)
  await tx.run(accountLinksSql.insert, {
    token_hash: hashToken(token),
    person_id: personId,
    purpose: 'lock',
    about: '',
    now,
    expires_at: expiresAt,
  })
  return { path: `/proteger/bloquear/${token}` as const, expiresAt }
}

export const consumeReportLink = (ctx: Pick<Context, 'db' | 'clock'>, tx: Queries, token: string) =>
  findRow(tx, accountLinksSql.consume, {
    token_hash: hashToken(token),
    purpose: 'report',
    now: ctx.clock.now(),
  })

export const consumeLockLink = (ctx: Pick<Context, 'db' | 'clock'>, tx: Queries, token: string) =>
  findRow(tx, accountLinksSql.consume, {
    token_hash: hashToken(token),
    purpose: 'lock',
    now: ctx.clock.now(),
  })

export const purgeAccountLinks = (ctx: Pick<Context, 'db' | 'clock'>) =>
  accountLinksSql.purge(ctx.db, ctx.clock.now())
