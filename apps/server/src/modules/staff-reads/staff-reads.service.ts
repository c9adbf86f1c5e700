/** Lets staff open people one at a time: those of their sites, and within the budget of a day. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { OpenedThrough } from '@mi-portal/contract/endpoint'
import type { OpeningReason } from '@mi-portal/contract/staff-reads'
import { dayOf } from '@mi-portal/contract/values/dates'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { MailQueue } from '../../ports/mail.ts'
import { fullNameOf } from '../people/people.rules.ts'
import type { PeopleService } from '../people/people.service.ts'
import { moreOpened } from './staff-reads.mails.ts'
import { findPrivacyOfficers } from './staff-reads.rules.ts'
import * as staffReadsSql from './staff-reads.sql.ts'

type StaffReadsDependencies = {
  readonly db: Database
  readonly people: Pick<PeopleService, 'byId'>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
  /** Returns the number of people whom a member of staff opens on a day without a reason. */
  readonly budget: () => number
}

export function createStaffReadsService({ db, people, audit, mail, clock, budget }: StaffReadsDependencies) {
  async function rejectOpening(actor: Actor, personId: number, because: 'site' | 'budget', origin: Origin) {
    await audit.record({
      actorId: actor.id,
      actorRole: actor.rol,
      action: 'users.read',
      patientId: personId,
      outcome: 'refused',
      origin,
      detail: { because },
    })
    return new ApiError(because === 'site' ? 'notFound' : 'openedPeopleUsedUp')
  }

  return {
    /** Returns the person to whom something with this number belongs; null if there is none. */
    findOpened: (through: OpenedThrough, id: number) => staffReadsSql.findOpened(db, through, id),

    /**
     * Counts that a member of staff opens a person today. Throws 404 for a patient of other sites only, and 403 with number 17 once the
     * budget of the day is used up. Accounts of staff are not counted.
     */
    openPerson: async (actor: Actor, personId: number, origin: Origin): Promise<void> => {
      const opening = {
        staff_id: actor.id,
        person_id: personId,
        sites: actor.sites,
        day: dayOf(clock.now()),
        budget: budget(),
      }
      const because = await db
        .transaction(async (tx) => {
          const opened = await staffReadsSql.open(tx, opening)
          if (opened?.is_visible === false) return 'site' as const
          // The person is not counted either, so that the next try is rejected too.
          if (opened?.is_first && !opened.is_counted) throw new ApiError('openedPeopleUsedUp')
          return null
        })
        .catch((error: unknown) => {
          if (error instanceof ApiError) return 'budget' as const
          throw error
        })
      if (because !== null) throw await rejectOpening(actor, personId, because, origin)
    },

    /** Lets the caller open as many people again today, and notifies those who answer for personal data. */
    giveReason: async (actor: Actor, reason: OpeningReason, origin: Origin) => {
      const staff = await people.byId(actor.id)
      const day = await db.transaction(async (tx) => {
        const today = { staff_id: actor.id, day: dayOf(clock.now()), budget: budget() }
        const isNew = await staffReadsSql.addReason(tx, today)
        const counted = await staffReadsSql.readDay(tx, today)
        if (!isNew) return counted
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'users.openMore',
          patientId: null,
          origin,
          detail: { reason, opened: counted.opened },
        })
        for (const { id, email, greeting_name } of findPrivacyOfficers(
          await staffReadsSql.listStaffWithMailbox(tx),
        ))
          await mail.queue(tx, moreOpened, {
            recipient: email,
            person_id: id,
            data: {
              first_name: greeting_name,
              staff_name: staff === null ? '' : fullNameOf(staff),
              opened: counted.opened,
              reason,
            },
          })
        return counted
      })
      mail.trigger()
      return day
    },
  }
}

export type StaffReadsService = ReturnType<typeof createStaffReadsService>
