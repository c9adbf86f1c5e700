import { adEndpoints } from '@mi-portal/contract/publishing/ads'
import { routes } from '../../../platform/context/operation.ts'
import { createAd, disableAd, editAd, enableAd, getAd, listAdPages, listAds } from './manage-ads.ts'

export const adRoutes = routes(adEndpoints, {
  list: listAds,
  pages: listAdPages,
  one: getAd,
  create: createAd,
  edit: editAd,
  disable: disableAd,
  enable: enableAd,
})
