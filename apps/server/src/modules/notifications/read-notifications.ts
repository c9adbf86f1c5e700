import { ApiError } from '@mi-portal/contract/calls/api-error'
import { exactTotal, toPageFields } from '@mi-portal/contract/calls/paging'
import { notificationEndpoints } from '@mi-portal/contract/notifications/notifications'
import type { ActorContext } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import { findRow } from '../../platform/database/database.ts'
import { usualTopics } from './notifications.rules.ts'
import * as notificationsSql from './notifications.sql.ts'
import { getBirthLimits } from './notify-person.ts'

function getReader(ctx: ActorContext) {
  return { person_id: ctx.actor.id, now: ctx.clock.now(), ...getBirthLimits(ctx) }
}

function toNotification(row: notificationsSql.NotificationRow) {
  const { decidable, request_family_group_id, matter, request_id } = row
  const path = (decision: 'accepteds' | 'rejecteds') =>
    decidable &&
    `requests/families/groups/modals/${decision}/${request_family_group_id}/${decidable.join('/')}`
  return {
    ...row,
    notification_read: row.read,
    active: true,
    notification_type: { name: row.type },
    topic: row.topic ?? usualTopics[row.type],
    exam: row.exam_type && { type: row.exam_type, attention_id: row.exam_id },
    request: matter && request_id !== null ? { matter, id: request_id } : null,
    url_accept: path('accepteds'),
    url_reject: path('rejecteds'),
  }
}

export const listNotifications = operation(notificationEndpoints.list, async (ctx, { query }) => {
  const { page, limit } = query
  const given = { ...getReader(ctx), limit_rows: limit, offset_rows: (page - 1) * limit }
  const found = await ctx.db.run(notificationsSql.listPage, given)
  const { total = 0, unread = 0 } = found[0] ?? {}
  // Without a notification on the page its only row has the counts.
  const rows = found.filter((row): row is typeof row & notificationsSql.NotificationRow => row.id !== null)
  const counted = { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
  return { notifications: rows.map(toNotification), unread, ...toPageFields(counted, query) }
})

export const getNotification = operation(notificationEndpoints.one, async (ctx, { params }) => {
  const row = await findRow(ctx.db, notificationsSql.findNotification, { ...getReader(ctx), id: params.id })
  if (row === null) throw new ApiError('notFound')
  return { notification: toNotification(row) }
})

export const readNotifications = operation(notificationEndpoints.read, async (ctx, { body }) => {
  const ids = [...new Set(body.ids)]
  const marked = await findRow(ctx.db, notificationsSql.markRead, { ...getReader(ctx), ids })
  if ((marked?.found ?? 0) < ids.length) throw new ApiError('notFound')
  return { unread: (await findRow(ctx.db, notificationsSql.countUnread, getReader(ctx)))?.unread ?? 0 }
})
