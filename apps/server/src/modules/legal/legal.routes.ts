import { legalEndpoints } from '@mi-portal/contract/legal'
import { routes } from '../../platform/context/operation.ts'
import { getCurrentText, getTextPdf, getTextVersion, listTextVersions, publishText } from './publish-texts.ts'

export const legalRoutes = routes(legalEndpoints, {
  current: getCurrentText,
  pdf: getTextPdf,
  versions: listTextVersions,
  version: getTextVersion,
  publish: publishText,
})
