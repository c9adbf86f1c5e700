/** Registers the service worker. Browsers without service workers work as before. */

const address = '/service-worker.js'

interface ScriptPolicyFactory {
  createPolicy(
    name: string,
    rules: { createScriptURL(text: string): string | null },
  ): {
    createScriptURL(text: string): string
  }
}

/** Null in browsers without Trusted Types. */
const factory: ScriptPolicyFactory | null = Reflect.get(globalThis, 'trustedTypes') ?? null

/** The policy accepts the address of the portal's own service worker and nothing else (decision record 073). */
const policy = factory?.createPolicy('worker', {
  createScriptURL: (text) => (text === address ? text : null),
})

/**
 * Registers the service worker, and asks it to store the page for times without a connection with the clinic's present names.
 * Resolves when a service worker can show that page; with null where the browser has no service workers or rejects this one.
 */
export async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!('serviceWorker' in navigator)) return null
  const script = policy?.createScriptURL(address) ?? address
  const registration = await navigator.serviceWorker
    .register(script, { updateViaCache: 'none' })
    .catch(() => null)
  registration?.active?.postMessage('refresh-offline-page')
  return registration && navigator.serviceWorker.ready
}
