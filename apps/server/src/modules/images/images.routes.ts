import { imageEndpoints } from '@mi-portal/contract/images'
import { routes } from '../../platform/context/operation.ts'
import { downloadStudy, prepareDownload } from './downloads/download-studies.ts'
import { downloadOriginal, listImages, sendExamFrame } from './read-images.ts'
import { listSharedImages, sendSharedFrame } from './read-shared-images.ts'

export const imageRoutes = routes(imageEndpoints, {
  list: listImages,
  frame: sendExamFrame,
  sharedList: listSharedImages,
  sharedFrame: sendSharedFrame,
  original: downloadOriginal,
  prepareDownload,
  download: downloadStudy,
})
