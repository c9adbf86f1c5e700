/** Waiting for an hour: whoever came first and fits gets an offer that is kept for thirty minutes, then the next. */
import { bookingMinutes, type Waiting, type WaitingDraft } from '@mi-portal/contract/booking'
import { Failure } from '@mi-portal/contract/failure'
import { dayOf, santiago } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { brokenConstraint } from '../../../platform/database/fault.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { Reach } from '../../family/reach.ts'
import type { NotificationsService } from '../../notifications/notifications.service.ts'
import type { PeopleService } from '../../people/people.service.ts'
import { hourOffered } from './waiting.mails.ts'
import type { WaitingStore } from './waiting.store.ts'

type WaitingParts = {
  readonly db: Database
  readonly store: WaitingStore
  readonly reach: Reach
  readonly people: PeopleService
  readonly notifications: NotificationsService
  readonly mail: MailQueue
  readonly clock: Clock
}

const mostWaits = 10

type Row = Awaited<ReturnType<WaitingStore['list']>>[number]

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

type KeptHour = {
  readonly starts_at: Date
  readonly doctor_name: string
  readonly place: string
  /** Until when it is kept. */
  readonly until: Date
}

/** Tells who waits, by mail and in the portal, of an hour that is kept for them. */
export function offerTeller({ mail, notifications }: Pick<WaitingParts, 'mail' | 'notifications'>) {
  return async (tx: Queries, personId: number, person: Person | null, kept: KeptHour): Promise<void> => {
    const { doctor_name, place } = kept
    const until = santiago(kept.until).time
    const { day, time: hour } = santiago(kept.starts_at)
    if (person?.email) {
      await mail.queue(tx, hourOffered, {
        recipient: person.email,
        person_id: person.id,
        notAfter: kept.until,
        data: { first_name: person.first_name, day, hour, doctor_name, place, until },
      })
    }
    await notifications.notify(tx, {
      person_id: personId,
      type: 'appointments',
      text: `Se liberó una hora como la que esperas. La guardamos para ti hasta las ${until}.`,
    })
  }
}

function present({ code, name, created_at, ...row }: Row): Waiting {
  return { ...row, specialty: { code, name }, created_at: created_at.toISOString() }
}

type Match = Awaited<ReturnType<WaitingStore['matches']>>[number]
type Found = { readonly [K in keyof Match]: NonNullable<Match[K]> }

function isFound(match: Match): match is Found {
  return match.slot_id !== null
}

export function waitingService(parts: WaitingParts) {
  const { db, store, reach, people, mail, clock } = parts
  const tellOffer = offerTeller(parts)

  async function demandRight(actor: Actor, patientId: number): Promise<void> {
    if ((await reach.booking(actor.id, patientId)) === null) throw new Failure('notFound')
  }

  async function listOf(actor: Actor) {
    const rows = await store.list(actor.id)
    const rights = await Promise.all(rows.map((row) => reach.booking(actor.id, row.patient_id)))
    return rows.filter((_, index) => rights[index] !== null).map(present)
  }

  /** Offers a freed hour; false where another server was faster with the hour or the offer. */
  async function offer(match: Found): Promise<boolean> {
    const person = await people.byId(match.person_id)
    const now = clock.now()
    const until = new Date(now.getTime() + bookingMinutes.offer * 60_000)
    try {
      return await db.transaction(async (tx) => {
        if (!(await store.claim(tx, match.freed_id))) return false
        const waiting = { id: match.waiting_id, person_id: match.person_id, patient_id: match.patient_id }
        await store.offer(tx, match.slot_id, waiting, now, until)
        if (match.told_elsewhere) return true
        const { starts_at, doctor_name, place_care: place } = match
        await tellOffer(tx, match.person_id, person, { starts_at, doctor_name, place, until })
        return true
      })
    } catch (error) {
      // Somebody holds or was offered that very hour meanwhile: the next run looks again.
      if (brokenConstraint(error) !== null) return false
      throw error
    }
  }

  return {
    /** Puts the caller on the list; asking again gives the same place. 404 for whom they may not book. */
    wait: async (actor: Actor, draft: WaitingDraft): Promise<Waiting> => {
      await demandRight(actor, draft.patient_id)
      const rut = draft.rut_professional ?? null
      const code = draft.specialty.toUpperCase()
      if (!(await store.isKnown(code, rut))) throw new Failure('notFound')
      if ((draft.to ?? '9999-12-31') < (draft.from ?? dayOf(clock.now())))
        throw new Failure('invalid', { param: 'to', msg: 'Elige un período válido' })
      if ((await store.count(actor.id)) >= mostWaits) throw new Failure('tooManyWaits')
      const wish = {
        code,
        office: draft.office_id ?? null,
        rut,
        from: draft.from ?? null,
        to: draft.to ?? null,
      }
      const made = await store.add(actor, draft.patient_id, wish, clock.now())
      const list = await listOf(actor)
      const own =
        made === null
          ? list.find(
              (one) =>
                one.patient_id === draft.patient_id &&
                one.specialty.code === code &&
                one.office_id === wish.office &&
                one.rut_professional === rut,
            )
          : list.find(({ id }) => id === made)
      // Somebody else waits for the same for that patient.
      if (!own) throw new Failure('waitsAlready')
      return own
    },
    list: listOf,
    stop: async (actor: Actor, id: number): Promise<void> => {
      if (!(await store.end(id, actor.id, clock.now()))) throw new Failure('notFound')
    },
    offers: async (actor: Actor) =>
      (await store.offers(actor.id, clock.now())).map(
        ({ hold_id, expires_at, patient_id, patient_full_name, starts_at, ends_at, ...slot }) => ({
          hold_id,
          expires_at: expires_at.toISOString(),
          patient_id,
          patient_full_name,
          slot: { ...slot, starts_at: starts_at.toISOString(), ends_at: ends_at.toISOString() },
        }),
      ),

    /** Offers what was freed to who waits first; counts. */
    offerFreed: async () => {
      const now = clock.now()
      const lapsed = await store.lapse(now)
      await store.dropPast(now)
      let offered = 0
      const told = new Set<number>()
      for (const match of await store.matches(now)) {
        if (!isFound(match)) await store.claim(null, match.freed_id)
        // Of several hours freed at once everybody gets one; the others are looked at again.
        else if (told.has(match.waiting_id)) continue
        else if ((await reach.booking(match.person_id, match.patient_id)) === null)
          await store.endOne(match.waiting_id, now)
        else if (await offer(match)) {
          told.add(match.waiting_id)
          offered += 1
        }
      }
      if (offered > 0) mail.nudge()
      return { lapsed, offered }
    },
  }
}

export type WaitingService = ReturnType<typeof waitingService>
