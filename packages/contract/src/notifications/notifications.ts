import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { pageQuery, pageReply } from '../calls/paging.ts'
import { examTypes } from '../exams/exams.ts'
import { atMost } from '../fields/text.ts'
import { matters } from '../service-requests/inbox.ts'
import { moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'

const notificationPageSize = 20

const notificationTypes = [
  'family_group',
  'exams_procedures',
  'appointments',
  'personal_data',
  'requests',
] as const
export type NotificationType = (typeof notificationTypes)[number]

export const notificationTopics = ['reminders', 'appointments', 'results', 'answers', 'family'] as const
export type NotificationTopic = (typeof notificationTopics)[number]

const notification = z.object({
  id: id(),
  text: z.string(),
  notification_read: z.boolean(),
  active: z.boolean(),
  created_at: moment(),
  notification_type: z.object({ name: z.enum(notificationTypes) }),
  topic: z.enum(notificationTopics),
  request_family_group_id: z.nullable(id()),
  patient_id: z.nullable(id()),
  /** The exam that the notification announces; `attention_id` is null when it announces several. */
  exam: z.nullable(z.object({ type: z.enum(examTypes), attention_id: z.nullable(id()) })),
  /** The appointment that the notification is about; null when it is about none, or about one of an external system. */
  id_appointment: z.nullable(id()),
  request: z.nullable(z.object({ matter: z.enum(matters), id: id() })),
  /** Paths below `/api`, while the caller may decide the request; null otherwise. */
  url_accept: z.nullable(z.string()),
  url_reject: z.nullable(z.string()),
})
export type Notification = z.output<typeof notification>

const list = z.object({
  notifications: z.array(notification),
  unread: z.int(),
  ...pageReply,
})

const noIds = 'Selecciona al menos una notificación'

export const notificationEndpoints = endpoints({ access: 'patient' })({
  list: {
    route: 'GET /notifications',
    passive: true,
    summary: 'Lists the caller’s notifications, newest first; does not extend the session',
    query: pageQuery(notificationPageSize),
    reply: list,
  },
  one: {
    route: 'GET /notifications/{id}',
    summary: 'Returns one notification of the caller; 404 if the caller can no longer see what it is about',
    params: z.object({ id: idParam() }),
    reply: z.object({ notification }),
  },
  read: {
    route: 'PUT /notifications/read',
    passive: true,
    summary: 'Marks notifications of the caller as read; does not extend the session',
    body: z.object({
      ids: z.array(id(), noIds).check(z.minLength(1, noIds), atMost(100, 'Máximo 100 notificaciones')),
    }),
    reply: z.object({ unread: z.int() }),
  },
  stream: {
    route: 'GET /notifications/stream',
    passive: true,
    summary:
      'Sends server-sent events: `ready` at once, `changed` after each change of the list, and a comment every 15 seconds. The stream ends with the session and does not extend it',
    reply: z.string(),
    raw: true,
  },
})

const decisionPath =
  /^\/?requests\/families\/groups\/modals\/(accepteds|rejecteds)\/([1-9]\d{0,9})\/([1-9]\d{0,9})\/([1-9]\d{0,9})$/

/** Returns the ids in a notification's path; null unless the path makes this decision about a family request. */
export function readDecisionPath(path: string | null, decision: 'accept' | 'reject') {
  const [, verb, request_id, applicant_id, family_id] = decisionPath.exec(path ?? '') ?? []
  if (verb !== `${decision}eds`) return null
  return { request_id: Number(request_id), applicant_id: Number(applicant_id), family_id: Number(family_id) }
}
