/** What the portal has to tell a patient: other domains write it within their own transactions, the patient reads it here. */
import { Failure } from '@mi-portal/contract/failure'
import type { Notification, NotificationList, NotificationType } from '@mi-portal/contract/notifications'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { eventStreams } from '../../platform/event-streams.ts'
import type { Actor } from '../../platform/http/actor.ts'
import {
  type Births,
  type NotificationsStore,
  notificationsChannel,
  type Told,
} from './notifications.store.ts'

/** Something to tell. The text names no diagnosis, result or reserved matter: it says where to look. */
export type Notice = {
  /** Who is told. */
  readonly person_id: number
  readonly type: NotificationType
  readonly text: string
  /**
   * Whose record it speaks of, where it speaks of one. Somebody else's is shown only while the person told is that
   * child's guardian, and what is reserved to an adolescent reaches nobody else at all.
   */
  readonly about?: { readonly patient_id: number; readonly reserved_group: string | null }
  /** The family request that it leads to. */
  readonly request_family_group_id?: number
}

/** What the streams ask about sessions. */
type Sessions = {
  readonly aliveOf: (ids: readonly number[]) => Promise<readonly number[]>
  /** Calls back with the id of every session that is ended from now on. */
  readonly onEnd: (ended: (sessionId: number) => void) => Promise<void>
}

type NotificationsParts = {
  readonly db: Database
  readonly store: NotificationsStore
  readonly sessions: Sessions
  /** Milliseconds between two signs of life on a stream; sessions that ran out are found then. */
  readonly pulse?: number
  readonly clock: Clock
  readonly ages: Ages
}

function present(told: Told): Notification {
  const { decidable, request_family_group_id } = told
  const path = (decision: 'accepteds' | 'rejecteds') =>
    decidable &&
    `requests/families/groups/modals/${decision}/${request_family_group_id}/${decidable.join('/')}`
  return {
    id: told.id,
    text: told.text,
    notification_read: told.read,
    active: true,
    created_at: told.created_at.toISOString(),
    notification_type: { name: told.type },
    request_family_group_id,
    url_accept: path('accepteds'),
    url_reject: path('rejecteds'),
  }
}

export function notificationsService(parts: NotificationsParts) {
  const { db, store, sessions, clock, ages, pulse = 15_000 } = parts
  const streams = eventStreams()
  let listening: Promise<void> | undefined
  let beating: NodeJS.Timeout | undefined

  function births(): Births {
    const today = dayOf(clock.now())
    return { adult: latestBirth(ages.adult, today), reserve: latestBirth(ages.reserve, today) }
  }

  async function listen(): Promise<void> {
    await db.listen(notificationsChannel, {
      onMessage: (personId) => streams.tell(Number(personId), 'changed'),
      onGap: () => streams.tellAll('changed'),
    })
    await sessions.onEnd(streams.endOf)
  }

  /** A sign of life to every stream, and the end of those whose session ran out. */
  async function beat(): Promise<void> {
    streams.beat()
    const open = streams.sessions()
    if (open.length === 0) return
    const alive = new Set(await sessions.aliveOf(open))
    for (const session of open) if (!alive.has(session)) streams.endOf(session)
  }

  return {
    /**
     * Events for an open page: that there is something to fetch, never what. `ready` at once, then `changed`. Ends when
     * the session does. Throws 429 where the session has too many.
     */
    stream: async (actor: Actor) => {
      listening ??= listen().catch((error: unknown) => {
        listening = undefined
        throw error
      })
      await listening
      beating ??= setInterval(() => {
        // While the database is away the next beat asks again.
        beat().catch(() => {})
      }, pulse).unref()
      const { stream, say } = streams.open({ personId: actor.id, sessionId: actor.sessionId })
      // It may have been ended before anybody listened for it.
      if ((await sessions.aliveOf([actor.sessionId])).length === 0) {
        streams.endOf(actor.sessionId)
        throw new Failure('noSession')
      }
      say('ready')
      return stream
    },
    /** Ends every stream of this server, for good. */
    endStreams: () => {
      clearInterval(beating)
      streams.close()
    },

    /** Tells somebody something, if and when the transaction commits; open pages learn of it at once. */
    notify: (tx: Queries, { about, request_family_group_id, ...notice }: Notice): Promise<void> =>
      store.insert(
        tx,
        {
          ...notice,
          patient_id: about?.patient_id ?? null,
          reserved_group: about?.reserved_group ?? null,
          request_family_group_id: request_family_group_id ?? null,
        },
        births(),
        clock.now(),
      ),

    /** A family request was decided or withdrawn: nothing more is asked of whoever was told of it. */
    settle: (tx: Queries, requestId: number): Promise<void> => store.settle(tx, requestId, clock.now()),

    list: async (personId: number, page: Page): Promise<NotificationList> => {
      const found = await store.page(personId, births(), page)
      return { notifications: found.rows.map(present), unread: found.unread, ...pageOf(found, page) }
    },

    /** Gives back how many are left unread. Throws 404, and marks none, where one of the ids is not the person's. */
    read: async (personId: number, ids: readonly number[]): Promise<number> => {
      const distinct = [...new Set(ids)]
      const found = await store.read(personId, births(), distinct, clock.now())
      if (found < distinct.length) throw new Failure('notFound')
      return store.unread(personId, births())
    },
  }
}

export type NotificationsService = ReturnType<typeof notificationsService>
