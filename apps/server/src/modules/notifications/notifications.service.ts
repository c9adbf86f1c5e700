/**
 * Notifications for patients. Other modules write them within their own transactions; the patient reads them here.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Matter } from '@mi-portal/contract/desk'
import type { ExamType } from '@mi-portal/contract/exams'
import type {
  Notification,
  NotificationList,
  NotificationTopic,
  NotificationType,
} from '@mi-portal/contract/notifications'
import { type Page, pageOf } from '@mi-portal/contract/paging'
import type { Ages } from '@mi-portal/contract/values/ages'
import { dayOf, latestBirth } from '@mi-portal/contract/values/dates'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Queries } from '../../platform/database/database.ts'
import { createEventStreams } from '../../platform/event-streams.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { MailTemplate } from '../../platform/mail-layout.ts'
import { addNotified, addNotNotified } from '../../platform/notified.ts'
import type { MailQueue, OutgoingMail } from '../../ports/mail.ts'
import * as messagesSql from './messages.sql.ts'
import { notificationPath, planSteps, usualTopics } from './notifications.rules.ts'
import * as notificationsSql from './notifications.sql.ts'
import { type Births, type NotificationRow, notificationsChannel } from './notifications.sql.ts'
import type { PreferencesService } from './preferences/preferences.service.ts'

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
  /** The request whose answer the notification announces. */
  readonly request?: { readonly matter: Matter; readonly id: number }
  /** The topic by which the recipient chooses channels; absent: the usual one of the type. */
  readonly topic?: NotificationTopic
  /**
   * For news that arrive one by one: the text of an unread notification about the same patient, if it was written in the last ten minutes.
   * Nothing more is written or sent then.
   */
  readonly joinedText?: string
  /** Whether the news is useless later: all channels are used at once, and at any hour. */
  readonly isUrgent?: boolean
}

/** How the e-mail beside a notification is sent: not at all, now, or when its turn comes. */
type MailTurn = 'never' | 'now' | NonNullable<OutgoingMail<unknown>['turn']>

/** What was written for a recipient. */
export type Notified = {
  /** Null if the recipient may not have the notification. */
  readonly id: number | null
  readonly mail: MailTurn
}

/** The session functions that the streams need. */
type Sessions = {
  readonly findAlive: (ids: readonly number[]) => Promise<readonly number[]>
  /** Calls back with the id of every session that is ended from now on. Expiry does not call back. */
  readonly onEnd: (ended: (sessionId: number) => void) => Promise<void>
}

type NotificationsDependencies = {
  readonly db: Database
  readonly preferenceOf: PreferencesService['preferenceOf']
  readonly mail: Pick<MailQueue, 'queue'>
  readonly sessions: Sessions
  /** Milliseconds between two heartbeats of a stream. Expired sessions are found at a heartbeat. */
  readonly heartbeatMs?: number
  readonly clock: Clock
  readonly ages: Ages
  /** Minutes until the next channel is used, for people who use their channels in turn. */
  readonly minutesBetween: number
}

/** Notices of one person and kind are joined within this time, in milliseconds. */
const joinedMs = 10 * 60_000

const compareDates = (one: Date, other: Date) => one.getTime() - other.getTime()

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

/** Returns the columns that say to whom a notification is written, and what it opens. */
function itemOf({ person_id, type, text, about, exam, id_appointment, ...notice }: Notice) {
  const { request_family_group_id, request } = notice
  return {
    person_id,
    type,
    text,
    patient_id: about?.patient_id ?? null,
    reserved_group: about?.reserved_group ?? null,
    request_family_group_id: request_family_group_id ?? null,
    exam_type: exam?.type ?? null,
    exam_id: exam?.id ?? null,
    id_appointment: id_appointment ?? null,
    matter: request?.matter ?? null,
    request_id: request?.id ?? null,
  }
}

export function createNotificationsService(dependencies: NotificationsDependencies) {
  const { db, preferenceOf, mail, sessions, clock } = dependencies
  const { ages, minutesBetween, heartbeatMs = 15_000 } = dependencies
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
    const alive = new Set(await sessions.findAlive(open))
    for (const session of open) if (!alive.has(session)) streams.endSession(session)
  }

  /** Joins news with an unread notification of the last minutes. Returns whether there was one. */
  async function joinEarlier(
    tx: Queries,
    { joinedText }: Notice,
    entry: Parameters<typeof notificationsSql.join>[1],
    now: Date,
  ): Promise<boolean> {
    if (joinedText === undefined) return false
    return notificationsSql.join(tx, { ...entry, text: joinedText }, new Date(now.getTime() - joinedMs))
  }

  /**
   * Writes a notification within the transaction, and plans the messages that announce it. Open pages are notified when the
   * transaction commits.
   */
  async function notify(tx: Queries, notice: Notice): Promise<Notified> {
    const { person_id, about, isUrgent = false } = notice
    const now = clock.now()
    const topic = notice.topic ?? usualTopics[notice.type]
    const entry = { ...itemOf(notice), topic }
    if (await joinEarlier(tx, notice, entry, now)) return { id: null, mail: 'never' }
    const id = await notificationsSql.insert(tx, entry, births(), now)
    if (id === null) return { id, mail: 'never' }
    addNotified(person_id, 'portal')
    const preference = await preferenceOf(tx, person_id, about?.patient_id ?? person_id, topic)
    let turn: MailTurn = 'never'
    for (const { channel, at } of planSteps(preference, now, minutesBetween, isUrgent)) {
      if (channel === 'email') turn = at <= now ? 'now' : { notBefore: at, notificationId: id }
      else {
        const message = { notification_id: id, person_id, channel, due_at: at, is_urgent: isUrgent }
        await messagesSql.insert(tx, message, now)
        addNotified(person_id, channel)
      }
    }
    return { id, mail: turn }
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
      if ((await sessions.findAlive([actor.sessionId])).length === 0) {
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

    notify,

    /** Returns whether a person wants e-mails about a topic that concerns themself. */
    wantsMail: async (tx: Queries, personId: number, topic: NotificationTopic): Promise<boolean> => {
      const { chosen } = await preferenceOf(tx, personId, personId, topic)
      return chosen === null || chosen.includes('email')
    },

    /**
     * Writes a notification and queues the e-mail that announces it, unless the recipient chose other channels. `mailFor` gets the
     * page that opens the notification.
     */
    notifyWithMail: async <Data>(
      tx: Queries,
      notice: Notice,
      template: MailTemplate<Data>,
      mailFor: (
        path: `/${string}`,
      ) => (Omit<OutgoingMail<Data>, 'turn' | 'person_id'> & { readonly notBefore?: Date }) | null,
    ): Promise<void> => {
      const { id, mail: turn } = await notify(tx, notice)
      if (id === null) return
      if (turn === 'never') return addNotNotified(notice.person_id, 'channel_off')
      const written = mailFor(notificationPath(id))
      if (written === null) return addNotNotified(notice.person_id, 'no_address')
      const { notBefore, ...letter } = written
      const own = { ...letter, person_id: notice.person_id }
      const planned = turn === 'now' ? null : turn
      const later = [planned?.notBefore, notBefore]
        .filter((at) => at !== undefined)
        .toSorted(compareDates)
        .at(-1)
      await mail.queue(
        tx,
        template,
        later === undefined ? own : { ...own, turn: { notBefore: later, notificationId: id } },
      )
    },

    /** Resolves the notifications of a family request that was decided or withdrawn. */
    markRequestDecided: (tx: Queries, requestId: number): Promise<void> =>
      notificationsSql.markRequestDecided(tx, requestId, clock.now()),

    /**
     * Redirects notifications about these laboratory exams to another exam, which now contains their results.
     */
    moveToExam: notificationsSql.moveToExam,

    withdrawCounts: notificationsSql.withdrawCounts,

    list: async (personId: number, page: Page): Promise<NotificationList> => {
      const found = await notificationsSql.page(db, personId, births(), clock.now(), page)
      return { notifications: found.rows.map(present), unread: found.unread, ...pageOf(found, page) }
    },

    /** Returns a notification. Throws 404 if it is not the person's, or if they can no longer see what it is about. */
    one: async (personId: number, id: number): Promise<Notification> => {
      const row = await notificationsSql.one(db, personId, births(), clock.now(), id)
      if (row === null) throw new ApiError('notFound')
      return present(row)
    },

    /**
     * Marks notifications as read and returns how many are unread. Throws 404, and marks none, if one of the ids is
     * not the person's.
     */
    read: async (personId: number, ids: readonly number[]): Promise<number> => {
      const distinct = [...new Set(ids)]
      const found = await notificationsSql.read(db, personId, births(), distinct, clock.now())
      if (found < distinct.length) throw new ApiError('notFound')
      return notificationsSql.unread(db, personId, births(), clock.now())
    },
  }
}

export type NotificationsService = ReturnType<typeof createNotificationsService>
