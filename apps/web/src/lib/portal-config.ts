/**
 * Settings of the installation (names, support, ages), read once from the data block that the server writes into
 * index.html.
 */

import type { Day } from '@mi-portal/contract/values/dates'

interface PortalConfig {
  product: string
  brand: string
  supportEmail: string
  supportPhone: string
  /** Whether this is the demonstration clinic with synthetic people and test accounts. */
  demo: boolean
  /** Whether the demonstration is at a public address. */
  demoPublic: boolean
  /** Whether the identity check opens in a window or as a page. */
  identityWindow: 'popup' | 'page'
  /**
   * The external site on which appointments are booked instead of the portal's own booking; null when there is
   * none.
   */
  reservationUrl: string | null
  /**
   * Name of the external service that stores the calendars, empty when it has no name; null when the portal stores
   * them.
   */
  calendarsElsewhere: string | null
  /** Ages in whole years. */
  ages: { reserve: number; paediatric: number; consent: number; adult: number }
  /** The first days from which exams are listed. */
  examsFrom: { laboratory: Day; imaging: Day }
}

const defaults: PortalConfig = {
  product: 'Mi Portal',
  brand: 'Clínica Andes',
  supportEmail: 'contacto@ejemplo.cl',
  supportPhone: '2 2362 5400',
  demo: false,
  demoPublic: false,
  identityWindow: 'popup',
  reservationUrl: null,
  calendarsElsewhere: null,
  ages: { reserve: 14, paediatric: 15, consent: 16, adult: 18 },
  examsFrom: { laboratory: '2017-01-01', imaging: '2021-11-01' },
}

/**
 * Returns a data block that the server wrote into index.html; undefined when there is none (the development
 * server).
 */
export function readDataBlock<Data>(id: string): Data | undefined {
  const block = document.getElementById(id)?.textContent
  if (!block) return undefined
  try {
    return JSON.parse(block)
  } catch {
    return undefined
  }
}

function readPortalConfig(): PortalConfig {
  const stored = readDataBlock<Partial<PortalConfig>>('portal-config')
  return { ...defaults, ...stored, ages: { ...defaults.ages, ...stored?.ages } }
}

export const portal = readPortalConfig()

/**
 * Returns the nonce of this page's content security policy, or undefined. The browser hides the attribute, hence
 * the property.
 */
export function styleNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  return nonce || undefined
}
