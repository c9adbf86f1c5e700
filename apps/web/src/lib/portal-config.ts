/** What the installation says about itself (names, support, ages), read once from the data block the server writes into the shell. */

interface PortalConfig {
  product: string
  brand: string
  supportEmail: string
  supportPhone: string
  /** The demonstration clinic: invented people, test accounts. */
  demo: boolean
  /** Where the identity check opens. */
  identityWindow: 'popup' | 'page'
  /** Where hours are booked in place of the portal's own reservation application; null where that one is used. */
  reservationUrl: string | null
  /** What the outside service is called that keeps the calendars, empty where it has no name; null where the portal keeps them. */
  calendarsElsewhere: string | null
  /** Ages in whole years. */
  ages: { reserve: number; paediatric: number; consent: number; adult: number }
}

const defaults: PortalConfig = {
  product: 'Mi Portal',
  brand: 'Clínica Andes',
  supportEmail: 'contacto@ejemplo.cl',
  supportPhone: '2 2362 5400',
  demo: false,
  identityWindow: 'popup',
  reservationUrl: null,
  calendarsElsewhere: null,
  ages: { reserve: 14, paediatric: 15, consent: 16, adult: 18 },
}

/** A data block that the server wrote into the shell; undefined where there is none (the development server). */
export function shellBlock<Data>(id: string): Data | undefined {
  const block = document.getElementById(id)?.textContent
  if (!block) return undefined
  try {
    return JSON.parse(block)
  } catch {
    return undefined
  }
}

function read(): PortalConfig {
  const given = shellBlock<Partial<PortalConfig>>('portal-config')
  return { ...defaults, ...given, ages: { ...defaults.ages, ...given?.ages } }
}

export const portal = read()

/** The nonce of this page's content policy, or undefined where there is none. The browser hides the attribute, hence the property. */
export function styleNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce
  return nonce || undefined
}
