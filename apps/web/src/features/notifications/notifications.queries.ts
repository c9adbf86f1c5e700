import { familyRequestEndpoints } from '@mi-portal/contract/family/requests'
import {
  type Notification,
  notificationEndpoints,
  readDecisionPath,
} from '@mi-portal/contract/notifications/notifications'
import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { call, followStream } from '../../lib/call.ts'

const fallback = 'Error server al obtener notificaciones'

// Not part of the displayed record: notifications stay loaded while the user looks at a relative's record.
const notificationsKey = (ownId: number) => ['notifications', ownId] as const

/** Loads the signed-in user's notifications page by page, newest first. */
export function notificationsQuery(ownId: number) {
  return infiniteQueryOptions({
    queryKey: notificationsKey(ownId),
    queryFn: ({ pageParam, signal }) =>
      call(notificationEndpoints.list, { query: { page: pageParam } }, { signal, fallback }),
    initialPageParam: 1,
    getNextPageParam: ({ page, limit, total }) => (page * limit < total ? page + 1 : undefined),
    // New notifications shift the pages, so one may be loaded twice.
    select: ({ pages }) => ({
      unread: pages[0]?.unread ?? 0,
      notifications: [
        ...new Map(pages.flatMap(({ notifications }) => notifications).map((one) => [one.id, one])).values(),
      ],
    }),
  })
}

/** Loads one notification; 404 if the user can no longer see what it is about. */
export function notificationQuery(ownId: number, id: number) {
  return queryOptions({
    queryKey: [...notificationsKey(ownId), 'one', id],
    gcTime: 0,
    staleTime: 0,
    queryFn: async ({ signal }) =>
      (
        await call(
          notificationEndpoints.one,
          { params: { id } },
          { signal, fallback: 'Error server al obtener la novedad' },
        )
      ).notification,
  })
}

export async function markRead(ids: readonly number[]) {
  if (ids.length > 0) await call(notificationEndpoints.read, { body: { ids: [...ids] } })
}

/** Marks all notifications as read, including those of pages that are not loaded. */
export function useMarkAllRead(ownId: number) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: markAllRead,
    onSettled: () => client.invalidateQueries({ queryKey: notificationsQuery(ownId).queryKey }),
  })
}

async function markAllRead() {
  for (let page = 1; ; page += 1) {
    const { notifications, total, limit } = await call(notificationEndpoints.list, {
      query: { page, limit: 100 },
    })
    await markRead(notifications.filter((one) => !one.notification_read).map(({ id }) => id))
    if (page * limit >= total) return
  }
}

/**
 * Accepts or rejects the family request of a notification. The notification's address is only parsed, and the
 * portal's own endpoint is called, so that no stored text can send the session elsewhere.
 */
async function decideNotification(notification: Notification, decision: 'accept' | 'reject') {
  const params = readDecisionPath(
    decision === 'accept' ? notification.url_accept : notification.url_reject,
    decision,
  )
  const failed = decision === 'accept' ? 'Error al aceptar la solicitud' : 'Error al rechazar la solicitud'
  if (params === null) throw new Error(failed)
  await call(familyRequestEndpoints[decision], { params }, { fallback: failed })
}

export function useDecideNotification(notification: Notification) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (decision: 'accept' | 'reject') => decideNotification(notification, decision),
    // The family pages show the same request.
    onSettled: () => client.invalidateQueries(),
  })
}

const secondMs = 1000
/** Interval between reloads after the stream has failed. */
const pollIntervalMs = 60 * secondMs
const retryDelayMs = 2 * secondMs
const maxFailures = 2

/**
 * Keeps the notifications of a visible page up to date: with the server's stream or, after it has failed twice, by
 * reloading every minute.
 */
export function useLiveNotifications(ownId: number) {
  const client = useQueryClient()
  useEffect(() => {
    const refresh = () => client.invalidateQueries({ queryKey: notificationsKey(ownId) })
    let stop = () => {}
    const start = () => {
      stop()
      stop = document.visibilityState === 'visible' ? watchNotifications(refresh) : () => {}
    }
    start()
    document.addEventListener('visibilitychange', start)
    return () => {
      document.removeEventListener('visibilitychange', start)
      stop()
    }
  }, [client, ownId])
}

/** Calls back whenever there may be new notifications. Returns a function that stops this. */
function watchNotifications(refresh: () => unknown): () => void {
  const leaving = new AbortController()
  let failures = 0
  let first = true
  let timer: ReturnType<typeof setTimeout> | undefined

  function onEvent(name: string) {
    // Changes between two streams were not announced, so the list is reloaded; the first list is loaded anyway.
    if (name === 'changed' || !first) refresh()
    if (name !== 'ready') return
    failures = 0
    first = false
  }

  function onEnd() {
    if (leaving.signal.aborted) return
    failures += 1
    if (failures >= maxFailures) timer = setInterval(refresh, pollIntervalMs)
    else timer = setTimeout(connect, retryDelayMs)
  }

  function connect() {
    followStream(notificationEndpoints.stream, onEvent, leaving.signal).then(onEnd, onEnd)
  }

  connect()
  return () => {
    leaving.abort()
    clearInterval(timer)
  }
}
