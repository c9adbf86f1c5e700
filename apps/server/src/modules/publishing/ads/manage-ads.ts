import type { AdDraft } from '@mi-portal/contract/publishing/ad-draft'
import { adEndpoints } from '@mi-portal/contract/publishing/ads'
import { operation } from '../../../platform/context/operation.ts'
import type { Row } from '../../../platform/database/statement.ts'
import { managePublication, toStoredPeriod } from '../manage-rows.ts'
import { copyImage } from '../store-publications.ts'
import { adRows } from './ads.sql.ts'

const ads = managePublication({
  rows: adRows,
  toReply: (ad: Row<typeof adRows.one>) => ({ ad }),
  toRow: async (ctx, draft: AdDraft) => ({
    ...draft,
    ...toStoredPeriod(draft),
    image: await copyImage(ctx, draft.image, 'image'),
  }),
  actions: { create: 'ads.create', edit: 'ads.edit', enable: 'ads.enable', disable: 'ads.disable' },
})

export const listAds = operation(adEndpoints.list, async (ctx) => ({ ads: await ads.list(ctx) }))

export const listAdPages = operation(adEndpoints.pages, async (ctx, { body }) => {
  const { found, ...paging } = await ads.listPage(ctx, body)
  return { ads: found, ...paging }
})

export const getAd = operation(adEndpoints.one, ads.find)
export const createAd = operation(adEndpoints.create, ads.create)
export const editAd = operation(adEndpoints.edit, ads.edit)
export const disableAd = operation(adEndpoints.disable, ads.disable)
export const enableAd = operation(adEndpoints.enable, ads.enable)
