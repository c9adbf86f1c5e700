/** Opens what a notification is about: e-mails and messages lead here, and from here to the item. */
import { CallError } from '@mi-portal/contract/calls/call-error'
import type { Notification } from '@mi-portal/contract/notifications/notifications'
import { IconBellOff } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Navigate, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { type CurrentUser, useCurrentUser } from '../../lib/session.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { findDestination } from './destination.rules.ts'
import { markRead, notificationQuery, notificationsQuery } from './notifications.queries.ts'

export function NotificationPage() {
  const user = useCurrentUser()
  const { notification } = useParams({ strict: false })
  return user && <OpenNotification user={user} id={Number(notification)} />
}

function OpenNotification({ user, id }: { user: CurrentUser; id: number }) {
  const query = useQuery(notificationQuery(user.id, id))
  const isGone = query.error instanceof CallError && query.error.status === 404
  return (
    <>
      <PageHeading title="Tu novedad" />
      {isGone ? (
        <EmptyState
          icon={IconBellOff}
          title="Esta novedad ya no se puede ver"
          action={<ButtonLink to="/dashboard">IR AL INICIO</ButtonLink>}
        >
          Puede que sea de otra cuenta, o que ya no tengas acceso a lo que anunciaba.
        </EmptyState>
      ) : (
        <QueryContent query={query}>
          {(notification) => <Forward notification={notification} ownId={user.id} />}
        </QueryContent>
      )}
    </>
  )
}

/** Marks the notification as read and leads to its item. If the call fails, the notification stays unread. */
function Forward({ notification, ownId }: { notification: Notification; ownId: number }) {
  const client = useQueryClient()
  const { id, notification_read } = notification
  useEffect(() => {
    if (notification_read) return
    markRead([id]).then(
      () => client.invalidateQueries({ queryKey: notificationsQuery(ownId).queryKey }),
      () => undefined,
    )
  }, [client, id, notification_read, ownId])
  return <Navigate {...findDestination(notification, ownId)} replace />
}
