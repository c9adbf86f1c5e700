/** Stores the page for times without a connection, and answers navigations with it when the network does not. */

const cacheName = 'offline-page'
const offlinePath = '/sin-conexion'
/** What a proxy answers while the portal does not run. */
const unavailable: readonly number[] = [502, 503, 504]

async function fetchOfflinePage(): Promise<Response> {
  // A worker that still waits for an answer cannot be replaced by that of a new release.
  const signal = AbortSignal.timeout(30_000)
  const response = await fetch(offlinePath, { cache: 'no-store', credentials: 'omit', signal })
  if (!response.ok) throw new Error(`${offlinePath} answered ${response.status}`)
  return response
}

/** Stores the page of this release. Rejects when it cannot be loaded, so that the worker is not installed. */
export async function storeOfflinePage(): Promise<void> {
  const [cache, response] = [await caches.open(cacheName), await fetchOfflinePage()]
  await cache.put(offlinePath, response)
}

/**
 * Stores the page again, because the clinic may have changed its name or colours. A page of a newer release is left to that
 * release's worker, which has its assets.
 */
export async function refreshOfflinePage(assets: readonly { url: string }[]): Promise<void> {
  const response = await fetchOfflinePage().catch(() => null)
  const html = await response?.clone().text()
  const scripts = [...(html ?? '').matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, url]) => url)
  const known = new Set(assets.map(({ url }) => url))
  if (!response || !scripts.every((url) => url !== undefined && known.has(url))) return
  await (await caches.open(cacheName)).put(offlinePath, response)
}

/** Answers a navigation from the network, or with the stored page when there is no answer. */
export async function respondToNavigation(event: FetchEvent): Promise<Response> {
  const response = await loadPage(event).catch(() => null)
  if (response && !unavailable.includes(response.status)) return response
  return (await readOfflinePage()) ?? response ?? Response.error()
}

async function loadPage({ request, preloadResponse }: FetchEvent): Promise<Response> {
  return (await preloadResponse) ?? fetch(request)
}

/** Returns the stored page with a new nonce in its policy and its elements: a nonce is used for one response only. */
async function readOfflinePage(): Promise<Response | undefined> {
  const stored = await (await caches.open(cacheName)).match(offlinePath)
  if (!stored) return undefined
  const policy = stored.headers.get('content-security-policy') ?? ''
  const nonce = /'nonce-([^']+)'/.exec(policy)?.[1]
  if (!nonce) return stored
  const fresh = crypto.randomUUID()
  const headers = new Headers(stored.headers)
  headers.set('content-security-policy', policy.replaceAll(nonce, fresh))
  return new Response((await stored.text()).replaceAll(nonce, fresh), { headers })
}
