/** The list behind the bell: notifications with links, and family requests that are decided in the list. */
import type { Notification, NotificationType } from '@mi-portal/contract/notifications'
import { santiago, showDay } from '@mi-portal/contract/values/dates'
import {
  IconBellOff,
  IconCalendar,
  IconFileDownload,
  IconFlask,
  IconMessage,
  IconUsersPlus,
} from '@tabler/icons-react'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { type ComponentType, type ReactNode, useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatTime } from '../../lib/dates.ts'
import { useCurrentUser } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { RowSkeletons } from '../../ui/skeletons.tsx'
import classes from './bell.module.css'
import { destinationOf } from './destination.rules.ts'
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

export function NotificationsPanel({ ownId }: { ownId: number }) {
  const client = useQueryClient()
  const query = useInfiniteQuery(notificationsQuery(ownId))
  const refresh = () => client.invalidateQueries({ queryKey: notificationsQuery(ownId).queryKey })
  const reading = useMarkAllRead(ownId)
  const { data } = query
  const unread = data?.unread ?? 0
  return (
    <div className={classes.panel}>
      <div className={classes.head}>
        <h2>
          Notificaciones{' '}
          {unread > 0 && (
            <span className={classes.unread} role="status">
              {unread} sin leer
            </span>
          )}
        </h2>
        {unread > 0 && (
          <Button variant="subtle" size="xs" loading={reading.isPending} onClick={() => reading.mutate()}>
            Marcar como leídas
          </Button>
        )}
      </div>
      {reading.isError && <ErrorNotice error={reading.error} />}
      {data === undefined && query.isError && (
        <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
      )}
      {data === undefined && !query.isError && <RowSkeletons count={3} />}
      {data?.notifications.length === 0 && (
        <p className={classes.none}>
          <IconBellOff size={24} stroke={1.75} aria-hidden />
          Aún no tienes notificaciones
        </p>
      )}
      {data && data.notifications.length > 0 && (
        <ul className={classes.list}>
          {data.notifications.map((notification) => (
            <Row key={notification.id} notification={notification} onChange={refresh} />
          ))}
        </ul>
      )}
      {query.hasNextPage && (
        <div className={classes.more}>
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

function Row({ notification, onChange }: { notification: Notification; onChange(): unknown }) {
  const { id, text, notification_read, created_at, notification_type } = notification
  const Icon = icons[notification_type.name]
  // Following the link marks the notification as read; if that call fails, it stays unread.
  const follow = () => {
    if (!notification_read) markRead([id]).then(onChange, () => undefined)
  }
  return (
    <li className={notification_read ? classes.row : `${classes.row} ${classes.fresh}`}>
      <span className={classes.icon} data-kind={notification_type.name}>
        <Icon size={22} stroke={1.75} aria-hidden />
      </span>
      <div className={classes.words}>
        <p className={classes.text}>
          {!notification_read && <span className="portal-hidden">Sin leer: </span>}
          {text}
        </p>
        <p className={classes.when}>{formatWhen(created_at)}</p>
        <Ways notification={notification} onFollow={follow} />
      </div>
      {!notification_read && <span className={classes.dot} aria-hidden />}
    </li>
  )
}

interface WaysProps {
  notification: Notification
  onFollow(): void
}

/** The actions of a notification: decide a request, or open the page that shows it. */
function Ways({ notification, onFollow }: WaysProps) {
  const deciding = useDecideNotification(notification)
  const [chosen, setChosen] = useState<'accept' | 'reject' | null>(null)
  const choose = (decision: 'accept' | 'reject') => {
    setChosen(decision)
    deciding.mutate(decision)
  }
  const open = notification.url_accept !== null && notification.url_reject !== null
  return (
    <>
      {deciding.isError && <ErrorNotice error={deciding.error} />}
      <div className={classes.ways}>
        {open && (
          <>
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
              variant="default"
              disabled={deciding.isPending}
              loading={deciding.isPending && chosen === 'reject'}
              onClick={() => choose('reject')}
            >
              Rechazar
            </Button>
          </>
        )}
        <Destination notification={notification} onFollow={onFollow} />
      </div>
    </>
  )
}

function Destination({ notification, onFollow }: WaysProps): ReactNode {
  const ownId = useCurrentUser()?.id
  const { label, link } = destinationOf(notification, ownId)
  return (
    <Link {...link} className={classes.way} onClick={onFollow}>
      {label}
    </Link>
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
