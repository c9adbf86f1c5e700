/** The list behind the bell: notifications with links, and family requests that are decided in the list. */
import type { Notification, NotificationType } from '@mi-portal/contract/notifications/notifications'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import {
  IconBellOff,
  IconCalendar,
  IconFileDownload,
  IconFlask,
  IconMessage,
  IconUsersPlus,
  IconX,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatTime } from '../../lib/dates.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Spread } from '../../ui/layout/layout.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { IconTile, NewDot, Row, RowArrow, RowLink } from '../../ui/rows/row.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import { findDestination } from './destination.rules.ts'
import {
  markRead,
  notificationsQuery,
  useDecideNotification,
  useMarkAllRead,
} from './notifications.queries.ts'

type Icon = ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>

const icons: Record<NotificationType, Icon> = {
  family_group: IconUsersPlus,
  exams_procedures: IconFlask,
  appointments: IconCalendar,
  personal_data: IconFileDownload,
  requests: IconMessage,
}

/** `onClose`: on phones, where the list has the whole screen and its own button to close it. */
export function NotificationsPanel({ ownId, onClose }: { ownId: number; onClose?: () => void }) {
  const client = useQueryClient()
  const query = useInfiniteQuery(notificationsQuery(ownId))
  const refresh = () => client.invalidateQueries({ queryKey: notificationsQuery(ownId).queryKey })
  const reading = useMarkAllRead(ownId)
  const { data } = query
  const unread = data?.unread ?? 0
  return (
    <div className="px-4 py-2">
      <div className="flex min-h-14 items-center justify-between gap-2">
        <h2>Notificaciones</h2>
        {onClose && (
          <button
            type="button"
            className="plain-button grid size-11 flex-none place-items-center"
            aria-label="Cerrar notificaciones"
            onClick={onClose}
          >
            <IconX size={24} stroke={1.75} aria-hidden />
          </button>
        )}
      </div>
      {unread > 0 && (
        <Spread>
          <span className="type-meta text-muted" role="status">
            {unread} sin leer
          </span>
          <Button
            variant="text"
            size="xs"
            className="-mr-3"
            loading={reading.isPending}
            onClick={() => reading.mutate()}
          >
            Marcar como leídas
          </Button>
        </Spread>
      )}
      {reading.isError && <ErrorNotice error={reading.error} />}
      {data === undefined && query.isError && (
        <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      )}
      {data === undefined && !query.isError && <RowSkeletons count={3} />}
      {data?.notifications.length === 0 && (
        <p className="grid justify-items-center gap-2 py-10 text-muted">
          <IconBellOff size={24} stroke={1.75} aria-hidden />
          Aún no tienes notificaciones
        </p>
      )}
      {data && data.notifications.length > 0 && (
        <ul className="plain-list rows">
          {data.notifications.map((notification) => (
            <NotificationRow key={notification.id} notification={notification} onChange={refresh} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className="grid justify-center py-2">
          <Button
            variant="subtle"
            size="sm"
            loading={query.isFetchingNextPage}
            onClick={() => query.fetchNextPage()}
          >
            Ver más
          </Button>
        </div>
      )}
    </div>
  )
}

function NotificationRow({ notification, onChange }: { notification: Notification; onChange(): unknown }) {
  const { id, text, notification_read, created_at, notification_type } = notification
  const ownId = useCurrentUser()?.id
  const isDecided = notification.url_accept === null || notification.url_reject === null
  // Following the link marks the notification as read; if that call fails, it stays unread.
  const follow = () => {
    if (!notification_read) markRead([id]).then(onChange, () => undefined)
  }
  return (
    <Row
      lead={
        <IconTile
          icon={icons[notification_type.name]}
          tone={notification_type.name === 'family_group' ? 'accent' : 'action'}
        />
      }
      meta={
        <>
          {formatWhen(created_at)}
          {!isDecided && <Decision notification={notification} />}
        </>
      }
      side={isDecided && <RowArrow />}
      className={notification_read ? undefined : '-mx-4 bg-soft px-4'}
    >
      <RowLink {...findDestination(notification, ownId)} onClick={follow}>
        {text}
        {!notification_read && <NewDot />}
      </RowLink>
    </Row>
  )
}

/** Accepts or rejects the request of a notification. */
function Decision({ notification }: { notification: Notification }) {
  const deciding = useDecideNotification(notification)
  const [chosen, setChosen] = useState<'accept' | 'reject' | null>(null)
  const choose = (decision: 'accept' | 'reject') => {
    setChosen(decision)
    deciding.mutate(decision)
  }
  return (
    <>
      {deciding.isError && <ErrorNotice error={deciding.error} />}
      <div className="relative mt-2 flex flex-wrap gap-2">
        <Button
          size="xs"
          disabled={deciding.isPending}
          loading={deciding.isPending && chosen === 'accept'}
          onClick={() => choose('accept')}
        >
          Aceptar
        </Button>
        <Button
          size="xs"
          variant="outline"
          disabled={deciding.isPending}
          loading={deciding.isPending && chosen === 'reject'}
          onClick={() => choose('reject')}
        >
          Rechazar
        </Button>
      </div>
    </>
  )
}

const dayMs = 86_400_000

/** Formats a time as `Hoy, 08:12 h`, `Ayer, 17:40 h`, or as the day for anything earlier. */
function formatWhen(created_at: string): string {
  const { day } = santiago(new Date(created_at))
  if (day === santiago(now()).day) return `Hoy, ${formatTime(created_at)}`
  if (day === santiago(new Date(now().getTime() - dayMs)).day) return `Ayer, ${formatTime(created_at)}`
  return showDay(day)
}
