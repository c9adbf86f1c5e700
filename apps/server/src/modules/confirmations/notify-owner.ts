/** Notifies the owner of an account of what two members of staff changed in it, or of an attempt that one of them rejected. */

import type { ChangedValue, ConfirmationKind } from '@mi-portal/contract/confirmations'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import type { Person } from '../people/read-people.ts'
import { createReportLink } from '../session/account-links/create-account-links.ts'
import { attemptRejected, changeAnnounced, changeMade } from './confirmations.mails.ts'
import { describeMadeChange, describeRequest, isRejectionNotified } from './confirmations.rules.ts'

function uniqueAddresses(addresses: readonly (string | null)[]): string[] {
  const found = new Map(addresses.flatMap((one) => (one === null ? [] : [[one.toLowerCase(), one]])))
  return [...found.values()]
}

/** Mails the present address and the one at the time of the request, each with a link «no fui yo» of its own. */
async function mailOwner<Data>(
  ctx: Context,
  tx: Queries,
  owner: Person,
  formerEmails: readonly string[],
  template: MailTemplate<Data & { first_name: string; reportPath: `/${string}` }>,
  { about, data }: { readonly about: string; readonly data: Data },
) {
  const { day, time } = santiago(ctx.clock.now())
  const described = `${about}, el ${showDay(day)} a las ${time}`
  for (const recipient of uniqueAddresses([...formerEmails, owner.email])) {
    const reportPath = await createReportLink(ctx, tx, owner.id, described)
    await ctx.mail.queue(tx, template, {
      recipient,
      person_id: owner.id,
      data: { ...data, first_name: owner.greeting_name, reportPath },
    })
  }
}

export async function notifyChangeMade(
  ctx: Context,
  tx: Queries,
  made: {
    readonly kind: ConfirmationKind
    readonly isAlone: boolean
    readonly changes: readonly ChangedValue[]
  },
  owner: Person,
  formerEmails: readonly string[],
) {
  const changed = describeMadeChange(made.kind, made.changes)
  if (changed === null) return
  const about = 'un cambio de la clínica en los datos de la cuenta'
  await mailOwner(ctx, tx, owner, formerEmails, changeMade, {
    about,
    data: { changed, isAlone: made.isAlone },
  })
}

export async function notifyChangeWaits(
  ctx: Context,
  tx: Queries,
  { kind, effectiveAt }: { readonly kind: ConfirmationKind; readonly effectiveAt: Date },
  owner: Person,
  formerEmails: readonly string[],
) {
  await mailOwner(ctx, tx, owner, formerEmails, changeAnnounced, {
    about: 'un cambio que la clínica va a hacer en la cuenta',
    data: { requested: describeRequest(kind), effectiveAt },
  })
}

export async function notifyChangeRejected(
  ctx: Context,
  tx: Queries,
  kind: ConfirmationKind,
  owner: Person,
  formerEmails: readonly string[],
) {
  if (!isRejectionNotified(kind)) return
  const requested = describeRequest(kind)
  await mailOwner(ctx, tx, owner, formerEmails, attemptRejected, {
    about: 'un cambio que la clínica rechazó',
    data: { requested },
  })
}
