import { publishingEndpoints } from '@mi-portal/contract/publishing/publications'
import { routes } from '../../platform/context/operation.ts'
import {
  deleteDraft,
  getDraft,
  getPublicationImage,
  saveDraft,
  storePublicationImage,
} from './store-publications.ts'

export const publishingRoutes = routes(publishingEndpoints, {
  draft: getDraft,
  storeDraft: saveDraft,
  deleteDraft,
  storeImage: storePublicationImage,
  image: getPublicationImage,
})
