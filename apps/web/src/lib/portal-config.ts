/**
 * The published clinic and the settings of the installation, read once from the data block that the server writes into
 * index.html.
 */

import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import { type ClockChange, rememberClockChanges } from '@mi-portal/contract/values/dates'

interface PortalConfig {
  /** The version of the portal; empty without a server. */
  version: string
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
  /** The changes of the clocks in Santiago; empty without a server. */
  clockChanges: readonly ClockChange[]
  clinic: PublicClinic
}

const noShades: readonly string[] = []
const promise = { hours: 48, business_hours: true }

/** The address of an image that a clinic does not have. */
export const emptyImage = '/clinic/images/empty.svg'

/** A page without a data block, such as one of the development server, shows no clinic. */
const defaults: PortalConfig = {
  version: '',
  demo: false,
  demoPublic: false,
  identityWindow: 'popup',
  reservationUrl: null,
  calendarsElsewhere: null,
  ages: { reserve: 14, paediatric: 15, consent: 16, adult: 18 },
  clockChanges: [],
  clinic: {
    product: 'Mi Portal',
    brand: 'Mi Portal',
    slogan: '',
    support: { email: '', phone: '' },
    emergency_phone: '',
    emergency_service: null,
    results_from: { laboratory: '1900-01-01', imaging: '1900-01-01' },
    result_choice: false,
    promises: { documents: promise, budgets: promise, contact: promise, identity: promise },
    arrive_minutes: 15,
    reminder_days: [7, 1],
    walk_in: null,
    sites: [],
    booking_groups: [],
    exam_services: [],
    exam_sites: [],
    procedure_sites: [],
    contact: { reasons: [], branches: [], exam_types: [] },
    survey: [],
    branding: {
      logo: emptyImage,
      logo_on_dark: emptyImage,
      favicon: emptyImage,
      images: {
        patient_panel: emptyImage,
        patient_panel_phone: emptyImage,
        staff_panel: emptyImage,
        home: emptyImage,
      },
      colours: { action: noShades, accent: noShades, neutral: noShades },
    },
    is_ready: false,
  },
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
  return {
    ...defaults,
    ...stored,
    ages: { ...defaults.ages, ...stored?.ages },
    clinic: { ...defaults.clinic, ...stored?.clinic },
  }
}

/** The published clinic with its most used texts, and the settings of the installation. */
export const portal = createPortal(readPortalConfig())
rememberClockChanges(portal.clockChanges)

function createPortal(config: PortalConfig) {
  return {
    ...config,
    get product(): string {
      return this.clinic.product
    },
    get brand(): string {
      return this.clinic.brand
    },
    get supportEmail(): string {
      return this.clinic.support.email
    },
    get supportPhone(): string {
      return this.clinic.support.phone
    },
  }
}

/** Returns the site with this code; undefined for an unknown code. */
export function findSite(code: string | undefined) {
  return portal.clinic.sites.find((site) => site.code === code)
}
