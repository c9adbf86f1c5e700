/**
 * The service worker of patients' browsers. It stores the page for times without a connection, with that page's assets, and nothing
 * else: no other page, and no answer of the server. It also shows push messages.
 */
import { cleanupOutdatedCaches, precacheAndRoute } from 'workbox-precaching'
import { refreshOfflinePage, respondToNavigation, storeOfflinePage } from './offline-navigation.ts'
import { openPush, showPush } from './push-events.ts'

declare const self: ServiceWorkerGlobalScope & {
  /** The hashed assets of the page for times without a connection; the build fills in the list. */
  readonly __WB_MANIFEST: { url: string; revision: null }[]
}

precacheAndRoute(self.__WB_MANIFEST)
cleanupOutdatedCaches()

self.addEventListener('install', (event) => {
  event.waitUntil(storeOfflinePage())
  // A new release takes over at once. Open pages load nothing through the worker that the release could have removed.
  event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => {
  // A navigation does not wait until the worker has started.
  event.waitUntil(self.registration.navigationPreload?.enable() ?? Promise.resolve())
  event.waitUntil(self.clients.claim())
})

self.addEventListener('fetch', (event) => {
  // A page in a frame shows its own error; the page for times without a connection cannot be framed.
  if (event.request.mode === 'navigate' && event.request.destination === 'document')
    event.respondWith(respondToNavigation(event))
})

self.addEventListener('message', (event) => {
  if (event.data === 'refresh-offline-page') event.waitUntil(refreshOfflinePage(self.__WB_MANIFEST))
})

self.addEventListener('push', (event) => event.waitUntil(showPush(event, self.registration)))

self.addEventListener('notificationclick', (event) => event.waitUntil(openPush(event, self.clients)))
