/** What the portal has to tell a patient: the list, what was read, and the stream that says that something is new. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { moment } from './values/dates.ts'
import { id } from './values/ids.ts'

const notificationPageSize = 20

const notificationTypes = ['family_group', 'exams_procedures', 'appointments', 'personal_data'] as const
export type NotificationType = (typeof notificationTypes)[number]

const notification = z.object({
  id: id(),
  text: z.string(),
  notification_read: z.boolean(),
  active: z.boolean(),
  created_at: moment(),
  notification_type: z.object({ name: z.enum(notificationTypes) }),
  request_family_group_id: z.nullable(id()),
  /** Paths below `/api`, while the caller may decide the request; otherwise null. */
  url_accept: z.nullable(z.string()),
  url_reject: z.nullable(z.string()),
})
export type Notification = z.output<typeof notification>

const list = z.object({
  notifications: z.array(notification),
  unread: z.int(),
  ...pageReply,
})
export type NotificationList = z.output<typeof list>

const noIds = 'Selecciona al menos una notificación'

export const notificationEndpoints = {
  list: {
    method: 'GET',
    path: '/notifications',
    access: 'patient',
    summary: 'The caller’s notifications, newest first; does not count as use of the session',
    ownRead: true,
    query: pageQuery(notificationPageSize),
    reply: list,
  },
  read: {
    method: 'PUT',
    path: '/notifications/read',
    access: 'patient',
    summary: 'Marks notifications of the caller as read; does not count as use of the session',
    body: z.object({
      ids: z.array(id(), noIds).check(z.minLength(1, noIds), z.maxLength(100, 'Máximo 100 notificaciones')),
    }),
    reply: z.object({ unread: z.int() }),
  },
  stream: {
    method: 'GET',
    path: '/notifications/stream',
    access: 'patient',
    summary:
      'Server-sent events: `ready` at once, `changed` whenever the list is no longer what it was, a comment every 15 seconds. Ends with the session; does not count as use of it',
    reply: z.string(),
    raw: true,
  },
} as const satisfies EndpointTable

const decisionPath =
  /^\/?requests\/families\/groups\/modals\/(accepteds|rejecteds)\/([1-9]\d{0,9})\/([1-9]\d{0,9})\/([1-9]\d{0,9})$/

/** The ids in a notification's address; null for any address but the one that decides a family request this way. */
export function readDecisionPath(path: string | null, decision: 'accept' | 'reject') {
  const [, verb, request_id, applicant_id, family_id] = decisionPath.exec(path ?? '') ?? []
  if (verb !== `${decision}eds`) return null
  return { request_id: Number(request_id), applicant_id: Number(applicant_id), family_id: Number(family_id) }
}
