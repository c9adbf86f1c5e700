/** Push messages in this browser: whether it can show them, and its subscription. */
import { pushEndpoints } from '@mi-portal/contract/notifications/push'
import { call } from '../../../lib/call.ts'
import { registerServiceWorker } from '../../../lib/offline/service-worker.ts'

const fallback = 'No pudimos activar los avisos en este dispositivo'

/** Why push messages cannot be turned on in this browser; null if they can. */
export function findPushObstacle(): 'unsupported' | 'blocked' | null {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window))
    return 'unsupported'
  return Notification.permission === 'denied' ? 'blocked' : null
}

/** The user did not allow messages, or the browser could not subscribe. */
class PushRejectedError extends Error {}

async function subscribeBrowser(key: string): Promise<PushSubscription> {
  const registration = await registerServiceWorker()
  if (registration === null) throw new PushRejectedError(fallback)
  await navigator.serviceWorker.ready
  const { pushManager } = registration
  // A subscription for another key, such as one of an earlier installation, cannot be used.
  await (await pushManager.getSubscription())?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
}

/** Asks the user and turns push messages on. Rejects if the user or the browser does not allow it. */
export async function turnOnPush(key: string): Promise<void> {
  if ((await Notification.requestPermission()) !== 'granted')
    throw new PushRejectedError('Tu navegador no dio permiso para mostrar avisos')
  const subscription = await subscribeBrowser(key).catch((error: unknown) => {
    throw error instanceof PushRejectedError ? error : new PushRejectedError(fallback, { cause: error })
  })
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  await call(pushEndpoints.subscribe, { body: { endpoint: endpoint ?? '', p256dh, auth } }, { fallback })
}

/** Turns push messages off in one of the user's browsers. */
export async function turnOffPush(id: number, isThisBrowser: boolean): Promise<void> {
  await call(
    pushEndpoints.remove,
    { params: { id } },
    { fallback: 'No pudimos desactivar los avisos en ese dispositivo' },
  )
  if (!isThisBrowser) return
  const registration = await navigator.serviceWorker?.getRegistration()
  await (await registration?.pushManager.getSubscription())?.unsubscribe()
}

/**
 * Attaches the push messages of this browser to the session, so that its sign-out ends them. Does nothing without push messages; if
 * the call fails, the next page tries again.
 */
export async function renewPushSubscription(registration: ServiceWorkerRegistration | null): Promise<void> {
  const subscription = await registration?.pushManager?.getSubscription().catch(() => null)
  if (!subscription) return
  await call(pushEndpoints.renew, { body: { endpoint: subscription.endpoint } }).catch(() => undefined)
}
