/** Shows push messages, and opens what they announce. */

interface PushContent {
  title: string
  body: string
  path: string
  tag: string
}

const anyNews: PushContent = {
  title: 'Tienes una novedad',
  body: 'Ábrela para verla.',
  path: '/dashboard',
  tag: 'novedad',
}

/** Only pages of this portal that open a notification. */
const pathPattern = /^\/dashboard\/novedades\/[1-9]\d{0,9}$/

/** Reads a message. One that cannot be read is still announced, because browsers require every message to be shown. */
function readContent(event: PushEvent): PushContent {
  try {
    const { title, body, path, tag }: Record<string, unknown> = event.data?.json() ?? {}
    if (typeof title !== 'string' || typeof body !== 'string' || typeof tag !== 'string') return anyNews
    return {
      title,
      body,
      tag,
      path: typeof path === 'string' && pathPattern.test(path) ? path : anyNews.path,
    }
  } catch {
    return anyNews
  }
}

/** Shows a message. A message with the same tag replaces the earlier one. */
export function showPush(event: PushEvent, registration: ServiceWorkerRegistration): Promise<void> {
  const { title, body, path, tag } = readContent(event)
  return registration.showNotification(title, { body, tag, lang: 'es-CL', data: { path } })
}

/** Opens the notification in a window of its own, so that nothing typed in an open page is lost. */
export async function openPush(event: NotificationEvent, clients: Clients): Promise<void> {
  event.notification.close()
  const { path }: { path?: unknown } = event.notification.data ?? {}
  await clients.openWindow(typeof path === 'string' && pathPattern.test(path) ? path : anyNews.path)
}
