/**
 * Announcements of the clinic: each patient gets those for their age and gender, and super administrators manage all
 * of them.
 */

import type { AdDraft } from '@mi-portal/contract/ad-draft'
import type { Ad } from '@mi-portal/contract/ads'
import type { PublicationListQuery } from '@mi-portal/contract/publishing'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { createPublishedService, toPeriod } from '../publishing/published.service.ts'
import type { PublishingService } from '../publishing/publishing.service.ts'
import type { AdRow, AdsStore } from './ads.store.ts'

type AdsDependencies = {
  readonly db: Database
  readonly store: AdsStore
  readonly publishing: PublishingService
  readonly audit: Audit
  readonly clock: Clock
}

const actions = { create: 'ads.create', edit: 'ads.edit', enable: 'ads.enable', disable: 'ads.disable' }

function present(row: AdRow): Ad {
  return { ...row, ...toPeriod(row), updated_at: row.updated_at.toISOString() }
}

export function createAdsService(dependencies: AdsDependencies) {
  const { readerOf, copyImage } = dependencies.publishing
  const ads = createPublishedService<AdRow, AdDraft>({
    ...dependencies,
    readerOf,
    copyImages: async (actor, draft, origin) => ({
      ...draft,
      image: await copyImage(actor, draft.image, 'image', origin),
    }),
    actions,
  })
  return {
    /** Lists the caller's announcements in the order of `order_advertising`. Throws 403 for administrators. */
    list: async (actor: Actor): Promise<Ad[]> => (await ads.list(actor)).map(present),

    pages: async (query: PublicationListQuery) => {
      const { rows, ...paging } = await ads.page(query)
      return { ads: rows.map(present), ...paging }
    },

    one: async (id: number): Promise<Ad> => present(await ads.one(id)),

    create: async (actor: Actor, draft: AdDraft, origin: Origin): Promise<Ad> =>
      present(await ads.create(actor, draft, origin)),

    /** Changes an announcement. Throws 409 if another person changed it since it was read. */
    edit: async (actor: Actor, id: number, draft: AdDraft, origin: Origin): Promise<Ad> =>
      present(await ads.edit(actor, id, draft, origin)),

    setStatus: async (actor: Actor, id: number, status: boolean, origin: Origin): Promise<Ad> =>
      present(await ads.setStatus(actor, id, status, origin)),
  }
}

export type AdsService = ReturnType<typeof createAdsService>
