/**
 * Notifications for patients. Other modules write them within their own transactions; the patient reads them here.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { ExamType } from '@mi-portal/contract/exams'
import type { Notification, NotificationList, NotificationType } from '@mi-portal/contract/notifications'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { createEventStreams } from '../../platform/event-streams.ts'
import type { Actor } from '../../platform/http/actor.ts'
import {
  type Births,
  type NotificationRow,
  type NotificationsStore,
  notificationsChannel,
} from './notifications.store.ts'

/** A notification to write. The text names no diagnosis, result or reserved matter: it says where to look. */
export type Notice = {
  /** The recipient. */
  readonly person_id: number
  readonly type: NotificationType
  readonly text: string
  /**
   * The patient whose record the text is about, if any. Another person's notification is shown only while the
   * recipient is that child's guardian. From the child's age of reserve on, a reserved one is shown only to the child.
   */
  readonly about?: { readonly patient_id: number; readonly reserved_group: string | null }
  /** The exam that the notification announces; `id` is null if it announces several. */
  readonly exam?: { readonly type: ExamType; readonly id: number | null }
  /** The appointment that the notification links to. */
  readonly id_appointment?: number
  /** The family request that the notification links to. */
  readonly request_family_group_id?: number
}

/** The session functions that the streams need. */
type Sessions = {
  readonly aliveOf: (ids: readonly number[]) => Promise<readonly number[]>
  /** Calls back with the id of every session that is ended from now on. Expiry does not call back. */
  readonly onEnd: (ended: (sessionId: number) => void) => Promise<void>
}

type NotificationsDependencies = {
  readonly db: Database
  readonly store: NotificationsStore
  readonly sessions: Sessions
  /** Milliseconds between two heartbeats of a stream. Expired sessions are found at a heartbeat. */
  readonly heartbeatMs?: number
  readonly clock: Clock
  readonly ages: Ages
}

function present(row: NotificationRow): Notification {
  const { decidable, request_family_group_id } = row
  const path = (decision: 'accepteds' | 'rejecteds') =>
    decidable &&
    `requests/families/groups/modals/${decision}/${request_family_group_id}/${decidable.join('/')}`
  return {
    id: row.id,
    text: row.text,
    notification_read: row.read,
    active: true,
    created_at: row.created_at.toISOString(),
    notification_type: { name: row.type },
    request_family_group_id,
    patient_id: row.patient_id,
    exam: row.exam_type && { type: row.exam_type, attention_id: row.exam_id },
    id_appointment: row.id_appointment,
    url_accept: path('accepteds'),
    url_reject: path('rejecteds'),
  }
}

export function createNotificationsService(dependencies: NotificationsDependencies) {
  const { db, store, sessions, clock, ages, heartbeatMs = 15_000 } = dependencies
  const streams = createEventStreams()
  let listening: Promise<void> | undefined
  let beating: NodeJS.Timeout | undefined

  function births(): Births {
    const today = dayOf(clock.now())
    return { adult: latestBirth(ages.adult, today), reserve: latestBirth(ages.reserve, today) }
  }

  async function listen(): Promise<void> {
    await db.listen(notificationsChannel, {
      onMessage: (personId) => streams.sendTo(Number(personId), 'changed'),
      onGap: () => streams.sendToAll('changed'),
    })
    await sessions.onEnd(streams.endSession)
  }

  /** Sends a heartbeat to every stream, and ends those whose session has expired. */
  async function sendHeartbeats(): Promise<void> {
    streams.sendHeartbeats()
    const open = streams.sessions()
    if (open.length === 0) return
    const alive = new Set(await sessions.aliveOf(open))
    for (const session of open) if (!alive.has(session)) streams.endSession(session)
  }

  return {
    /**
     * Opens the event stream of a page. The events carry no data: `ready` at once, then `changed`. The stream ends
     * with the session. Throws 429 if the session has too many streams.
     */
    stream: async (actor: Actor) => {
      listening ??= listen().catch((error: unknown) => {
        listening = undefined
        throw error
      })
      await listening
      beating ??= setInterval(() => {
        // If the database is unavailable, the next heartbeat tries again.
        sendHeartbeats().catch(() => {})
      }, heartbeatMs).unref()
      const { stream, send: say } = streams.open({ personId: actor.id, sessionId: actor.sessionId })
      // The session may have ended before the listener was registered.
      if ((await sessions.aliveOf([actor.sessionId])).length === 0) {
        streams.endSession(actor.sessionId)
        throw new ApiError('noSession')
      }
      say('ready')
      return stream
    },
    /** Ends every stream of this server, for good. */
    endStreams: () => {
      clearInterval(beating)
      streams.close()
    },

    /** Writes a notification within the transaction. Open pages are notified when the transaction commits. */
    notify: (
      tx: Queries,
      { about, exam, id_appointment, request_family_group_id, ...notice }: Notice,
    ): Promise<void> =>
      store.insert(
        tx,
        {
          ...notice,
          patient_id: about?.patient_id ?? null,
          reserved_group: about?.reserved_group ?? null,
          request_family_group_id: request_family_group_id ?? null,
          exam_type: exam?.type ?? null,
          exam_id: exam?.id ?? null,
          id_appointment: id_appointment ?? null,
        },
        births(),
        clock.now(),
      ),

    /** Resolves the notifications of a family request that was decided or withdrawn. */
    markRequestDecided: (tx: Queries, requestId: number): Promise<void> =>
      store.markRequestDecided(tx, requestId, clock.now()),

    /**
     * Redirects notifications about these laboratory exams to another exam, which now contains their results.
     */
    moveToExam: store.moveToExam,

    list: async (personId: number, page: Page): Promise<NotificationList> => {
      const found = await store.page(personId, births(), page)
      return { notifications: found.rows.map(present), unread: found.unread, ...pageOf(found, page) }
    },

    /**
     * Marks notifications as read and returns how many are unread. Throws 404, and marks none, if one of the ids is
     * not the person's.
     */
    read: async (personId: number, ids: readonly number[]): Promise<number> => {
      const distinct = [...new Set(ids)]
      const found = await store.read(personId, births(), distinct, clock.now())
      if (found < distinct.length) throw new ApiError('notFound')
      return store.unread(personId, births())
    },
  }
}

export type NotificationsService = ReturnType<typeof createNotificationsService>
