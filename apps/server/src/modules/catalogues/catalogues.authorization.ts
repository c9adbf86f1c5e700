import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { defineCases, open, signedIn, staffOnly } from '../../../test/authorization/cases.ts'

export const catalogueCases = defineCases('catalogues', catalogueEndpoints, {
  statuses: staffOnly(),
  roles: staffOnly(),
  documentTypes: open(),
  genders: open(),
  nationalities: open(),
  forecasts: open(),
  regions: open(),
  cities: open({ params: { regionId: 1 } }),
  communes: open({ params: { cityId: 1 } }),
  displayDurations: open(),
  examRelationships: signedIn(),
})
