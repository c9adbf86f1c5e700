import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { routes } from '../../platform/context/operation.ts'
import * as list from './list-catalogues.ts'

export const catalogueRoutes = routes(catalogueEndpoints, {
  statuses: list.listStatuses,
  roles: list.listRoles,
  documentTypes: list.listDocumentTypes,
  genders: list.listGenders,
  nationalities: list.listNationalities,
  forecasts: list.listForecasts,
  regions: list.listRegions,
  cities: list.listProvinces,
  communes: list.listCommunes,
  displayDurations: list.listDisplayDurations,
  examRelationships: list.listExamRelationships,
})
