/** Composes the public pages and the administration of the portal. */
import { createAdsModule } from '../modules/ads/ads.module.ts'
import { createAuditModule } from '../modules/audit/audit.module.ts'
import { createBreachesModule } from '../modules/breaches/breaches.module.ts'
import { createOverviewModule } from '../modules/overview/overview.module.ts'
import { createPreventionModule } from '../modules/prevention/prevention.module.ts'
import { createPublishingModule } from '../modules/publishing/publishing.module.ts'
import type { Foundations } from './foundations.ts'
import type { ServerParts } from './server-parts.ts'

export function composeAdministration(
  { platform, add, adapters: { auditStream, pictureSource } }: ServerParts,
  { common, stored, published, photos, installation }: Foundations,
) {
  const { publishing } = add(createPublishingModule(platform, { ...stored, photos, pictureSource }))
  add(createPreventionModule(platform, { publishing }))
  add(createAdsModule(platform, { publishing }))
  add(createOverviewModule(platform, { installation, mail: common.mail }))
  const { lastSealedId } = add(createAuditModule(platform, { auditStream }))
  add(createBreachesModule(platform, { ...common, ...published, lastSealedId }))
}
