/**
 * Notifications for patients. Other modules write them within their own transactions; the patient reads them here.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Notification, NotificationList, NotificationTopic } from '@mi-portal/contract/notifications'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { createEventStreams } from '../../platform/event-streams.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import { findAliveSessions, listenToSessionEnds } from '../session/use-sessions.ts'
import { usualTopics } from './notifications.rules.ts'
import * as notificationsSql from './notifications.sql.ts'
import { type NotificationRow, notificationsChannel } from './notifications.sql.ts'
import {
  getBirthLimits,
  markRequestDecided,
  type Notice,
  notify,
  notifyWithMail,
  wantsMail,
} from './notify-person.ts'

type NotificationsDependencies = {
  readonly ctx: Context

  /** Milliseconds between two heartbeats of a stream. Expired sessions are found at a heartbeat. */
  readonly heartbeatMs?: number | undefined
}

function present(row: NotificationRow): Notification {
  const { decidable, request_family_group_id, matter, request_id } = row
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
    topic: row.topic ?? usualTopics[row.type],
    request_family_group_id,
    patient_id: row.patient_id,
    exam: row.exam_type && { type: row.exam_type, attention_id: row.exam_id },
    id_appointment: row.id_appointment,
    request: matter && request_id !== null ? { matter, id: request_id } : null,
    url_accept: path('accepteds'),
    url_reject: path('rejecteds'),
  }
}

export function createNotificationsService(dependencies: NotificationsDependencies) {
  const { ctx, heartbeatMs = 15_000 } = dependencies
  const { db, clock } = ctx
  const streams = createEventStreams()
  let listening: Promise<void> | undefined
  let beating: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    await db.listen(notificationsChannel, {
      onMessage: (personId) => streams.sendTo(Number(personId), 'changed'),
      onGap: () => streams.sendToAll('changed'),
    })
    await listenToSessionEnds(ctx, streams.endSession)
  }

  /** Sends a heartbeat to every stream, and ends those whose session has expired. */
  async function sendHeartbeats(): Promise<void> {
    streams.sendHeartbeats()
    const open = streams.sessions()
    if (open.length === 0) return
    const alive = new Set(await findAliveSessions(ctx, open))
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
      if ((await findAliveSessions(ctx, [actor.sessionId])).length === 0) {
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

    notify: (tx: Queries, notice: Notice) => notify(ctx, tx, notice),
    wantsMail: (tx: Queries, personId: number, topic: NotificationTopic) =>
      wantsMail(ctx, tx, personId, topic),
    notifyWithMail: <Data>(
      tx: Queries,
      notice: Notice,
      template: MailTemplate<Data>,
      mailFor: Parameters<typeof notifyWithMail<Data>>[4],
    ) => notifyWithMail(ctx, tx, notice, template, mailFor),
    markRequestDecided: (tx: Queries, requestId: number) => markRequestDecided(ctx, tx, requestId),

    /**
     * Redirects notifications about these laboratory exams to another exam, which now contains their results.
     */
    moveToExam: notificationsSql.moveToExam,

    withdrawCounts: notificationsSql.withdrawCounts,

    list: async (personId: number, page: Page): Promise<NotificationList> => {
      const found = await notificationsSql.page(db, personId, getBirthLimits(ctx), clock.now(), page)
      return { notifications: found.rows.map(present), unread: found.unread, ...pageOf(found, page) }
    },

    /** Returns a notification. Throws 404 if it is not the person's, or if they can no longer see what it is about. */
    one: async (personId: number, id: number): Promise<Notification> => {
      const row = await notificationsSql.one(db, personId, getBirthLimits(ctx), clock.now(), id)
      if (row === null) throw new ApiError('notFound')
      return present(row)
    },

    /**
     * Marks notifications as read and returns how many are unread. Throws 404, and marks none, if one of the ids is
     * not the person's.
     */
    read: async (personId: number, ids: readonly number[]): Promise<number> => {
      const distinct = [...new Set(ids)]
      const found = await notificationsSql.read(db, personId, getBirthLimits(ctx), distinct, clock.now())
      if (found < distinct.length) throw new ApiError('notFound')
      return notificationsSql.unread(db, personId, getBirthLimits(ctx), clock.now())
    },
  }
}

export type NotificationsService = ReturnType<typeof createNotificationsService>
