import type { AdDraft } from '@mi-portal/contract/publishing/ad-draft'
import { type Ad, adEndpoints } from '@mi-portal/contract/publishing/ads'
import { operation } from '../../../platform/context/operation.ts'
import type { Row } from '../../../platform/database/statement.ts'
import { managePublication, toPeriod, toStoredPeriod } from '../manage-rows.ts'
import { copyImage } from '../store-publications.ts'
import { adRows } from './ads.sql.ts'

type AdRow = Row<typeof adRows.one>

const ads = managePublication({
  rows: adRows,
  toReply: (row: AdRow) => ({ ad: toAd(row) }),
  toRow: async (ctx, draft: AdDraft) => ({
    ...draft,
    ...toStoredPeriod(draft),
    image: await copyImage(ctx, draft.image, 'image'),
  }),
  actions: { create: 'ads.create', edit: 'ads.edit', enable: 'ads.enable', disable: 'ads.disable' },
})

function toAd(row: AdRow): Ad {
  return { ...row, ...toPeriod(row), updated_at: row.updated_at.toISOString() }
}

export const listAds = operation(adEndpoints.list, async (ctx) => ({ ads: (await ads.list(ctx)).map(toAd) }))

export const listAdPages = operation(adEndpoints.pages, async (ctx, { body }) => {
  const { found, ...paging } = await ads.listPage(ctx, body)
  return { ads: found.map(toAd), ...paging }
})

export const getAd = operation(adEndpoints.one, ads.find)
export const createAd = operation(adEndpoints.create, ads.create)
export const editAd = operation(adEndpoints.edit, ads.edit)
export const disableAd = operation(adEndpoints.disable, ads.disable)
export const enableAd = operation(adEndpoints.enable, ads.enable)
