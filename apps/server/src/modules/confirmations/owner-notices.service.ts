/** Notifies the owner of an account of what two members of staff changed in it, or of an attempt that one of them rejected. */
import type { ChangedValue, ConfirmationKind } from '@mi-portal/contract/confirmations'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { PeopleService } from '../people/people.service.ts'
import type { AccountLinksService } from '../session/account-links/account-links.service.ts'
import { attemptRejected, changeAnnounced, changeMade } from './confirmations.mails.ts'
import { describeMadeChange, describeRequest, isRejectionNotified } from './confirmations.rules.ts'

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

type OwnerNoticesDependencies = {
  readonly links: Pick<AccountLinksService, 'createReportLink'>
  readonly mail: MailQueue
  readonly clock: Clock
}

/** Returns each mailbox once. Upper and lower case make no difference. */
function uniqueAddresses(addresses: readonly (string | null)[]): string[] {
  const found = new Map(addresses.flatMap((one) => (one === null ? [] : [[one.toLowerCase(), one]])))
  return [...found.values()]
}

export function createOwnerNotices({ links, mail, clock }: OwnerNoticesDependencies) {
  /** Mails the present address and the one at the time of the request, each with a link «no fui yo» of its own. */
  async function mailOwner<Data>(
    tx: Queries,
    owner: Person,
    formerEmails: readonly string[],
    template: MailTemplate<Data & { first_name: string; reportPath: `/${string}` }>,
    { about, data }: { readonly about: string; readonly data: Data },
  ) {
    const { day, time } = santiago(clock.now())
    const described = `${about}, el ${showDay(day)} a las ${time}`
    for (const recipient of uniqueAddresses([...formerEmails, owner.email])) {
      const reportPath = await links.createReportLink(tx, owner.id, described)
      await mail.queue(tx, template, {
        recipient,
        person_id: owner.id,
        data: { ...data, first_name: owner.greeting_name, reportPath },
      })
    }
  }

  return {
    notifyMade: async (
      tx: Queries,
      made: {
        readonly kind: ConfirmationKind
        readonly isAlone: boolean
        readonly changes: readonly ChangedValue[]
      },
      owner: Person,
      formerEmails: readonly string[],
    ) => {
      const changed = describeMadeChange(made.kind, made.changes)
      if (changed === null) return
      const about = 'un cambio de la clínica en los datos de la cuenta'
      await mailOwner(tx, owner, formerEmails, changeMade, {
        about,
        data: { changed, isAlone: made.isAlone },
      })
    },

    /** Notifies the owner of a change that takes effect unless it is stopped. A person without a mailbox gets no mail. */
    notifyWait: async (
      tx: Queries,
      { kind, effectiveAt }: { readonly kind: ConfirmationKind; readonly effectiveAt: Date },
      owner: Person,
      formerEmails: readonly string[],
    ) => {
      await mailOwner(tx, owner, formerEmails, changeAnnounced, {
        about: 'un cambio que la clínica va a hacer en la cuenta',
        data: { requested: describeRequest(kind), effectiveAt },
      })
    },

    notifyRejected: async (
      tx: Queries,
      kind: ConfirmationKind,
      owner: Person,
      formerEmails: readonly string[],
    ) => {
      if (!isRejectionNotified(kind)) return
      const requested = describeRequest(kind)
      await mailOwner(tx, owner, formerEmails, attemptRejected, {
        about: 'un cambio que la clínica rechazó',
        data: { requested },
      })
    },
  }
}

export type OwnerNotices = ReturnType<typeof createOwnerNotices>
