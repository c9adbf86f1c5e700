/** Composes the public pages and the administration of the portal. */

import { createAuditModule } from '../modules/audit/audit.module.ts'
import { createBreachesModule } from '../modules/breaches/breaches.module.ts'
import type { Foundations } from './foundations.ts'
import type { ServerParts } from './server-parts.ts'

export function composeAdministration(
  { platform, add, adapters: { auditStream } }: ServerParts,
  { common, published }: Foundations,
) {
  const { lastSealedId } = add(createAuditModule(platform, { auditStream }))
  add(createBreachesModule(platform, { ...common, ...published, lastSealedId }))
}
