/** The active alerts that the server writes into the document, so that nothing moves later. */
import type { PublicAlert } from '@mi-portal/contract/alerts/alerts'
import { now } from '../../lib/clock.ts'
import { readDataBlock } from '../../lib/portal-config.ts'

/** When the document was opened, in ms since the epoch. */
export const openedAt = now().getTime()

/** Milliseconds for which the alerts of the document are up to date. */
const freshFor = 30_000

/** Returns the alerts of the document; undefined when it has none (the development server). */
export function documentAlerts(): PublicAlert[] | undefined {
  return readDataBlock<PublicAlert[]>('portal-alerts')
}

/** Returns whether the alerts have to be loaded, because the document has none or was opened a while ago. */
export function areAlertsOutdated(): boolean {
  return documentAlerts() === undefined || now().getTime() - openedAt > freshFor
}
