import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { ApiError } from '@mi-portal/contract/calls/api-error'
import { toAuditActor } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow, type Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { dropChangesAbout } from '../confirmations/drop-changes.ts'
import { suspendPasskeysAddedSince } from '../passkeys/suspend-passkeys.ts'
import { freezeRecovery } from '../people/accounts/change-account-access.ts'
import { mailPerson } from '../people/mail-person.ts'
import { findPerson } from '../people/read-people.ts'
import { consumeReportLink } from '../session/account-links/create-account-links.ts'
import { nameSignIn } from '../session/session.rules.ts'
import { endAllSessions, lockSessions } from '../session/use-sessions.ts'
import { useReported } from './account-security.mails.ts'
import { describeSignIn, linkOver, passkeysDoubtedSince, signInsSince } from './account-security.rules.ts'
import * as accountSecuritySql from './account-security.sql.ts'

type UnrecognizedUse = {
  readonly personId: number
  /** The use as a part of a sentence, without text that a person typed: `un cambio de e-mail el 26-11-2026 a las 09:30`. */
  readonly about: string
  readonly usedAt: Date
  /** The owner, if signed in; null if the report came by the link of a mail. */
  readonly actor: Actor | null
  readonly origin: Origin
}

/**
 * Does what follows «no fui yo», in the caller's transaction: ends all sessions and temporary passwords, suspends the passkeys
 * that were added about the time of the use, stops password recovery and any change of the mailbox, drops what staff requested, opens a case in the inbox
 * of staff and notifies the owner. The password stays, so that the owner can sign in and change it.
 */
async function reportUnrecognizedUse(
  ctx: Context,
  tx: Queries,
  { personId, about, usedAt, actor, origin }: UnrecognizedUse,
): Promise<void> {
  const now = ctx.clock.now()
  await lockSessions(tx, personId)
  await freezeRecovery(tx, personId, now)
  await endAllSessions(ctx, tx, personId, 'use-reported')
  await dropChangesAbout(ctx, tx, personId)
  const suspended = await suspendPasskeysAddedSince(ctx, tx, personId, passkeysDoubtedSince(usedAt))
  const suspension = suspended === 0 ? '' : ` Dispositivos con huella o PIN suspendidos: ${suspended}.`
  await ctx.events.accountReported.announce(tx, {
    personId,
    kind: 'unrecognized-use',
    message: `Avisé que no fui yo: ${about}. El portal cerró mis sesiones y no envía contraseñas temporales hasta que la clínica hable conmigo.${suspension}`,
  })
  await ctx.auditLog.add(tx, {
    ...toAuditActor(actor, origin),
    action: 'account.report',
    patientId: personId,
    ...(suspended === 0 ? {} : { detail: { suspended_passkeys: suspended } }),
  })
  const person = await findPerson(ctx, personId)
  if (person) await mailPerson(ctx, tx, person, useReported, { about, suspendedPasskeys: suspended })
}

export const reportSignIn = operation(accountSecurityEndpoints.reportSignIn, async (ctx, { params }) => {
  const row = await findRow(ctx.db, accountSecuritySql.findSignIn, {
    person_id: ctx.actor.id,
    since: signInsSince(ctx.clock.now()),
    id: params.id,
  })
  if (row === null || row.outcome !== 'done') throw new ApiError('notFound')
  const { device, network } = describeSignIn(row)
  const about = nameSignIn(row.at, device, network)
  await ctx.db.transaction((tx) =>
    reportUnrecognizedUse(ctx, tx, {
      personId: ctx.actor.id,
      about,
      usedAt: row.at,
      actor: ctx.actor,
      origin: ctx.origin,
    }),
  )
  return {}
})

export const reportByLink = operation(accountSecurityEndpoints.reportByLink, async (ctx, { body }) => {
  await ctx.db.transaction(async (tx) => {
    const link = await consumeReportLink(ctx, tx, body.token)
    if (link === null) throw linkOver()
    await reportUnrecognizedUse(ctx, tx, {
      personId: link.person_id,
      about: link.about,
      usedAt: link.created_at,
      actor: null,
      origin: ctx.origin,
    })
  })
  return {}
})
