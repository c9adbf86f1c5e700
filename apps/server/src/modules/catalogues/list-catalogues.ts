import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { accountStatuses, personRoles } from '@mi-portal/contract/users'
import { operation } from '../../platform/context/operation.ts'
import * as sql from './catalogues.sql.ts'

export const listStatuses = operation(catalogueEndpoints.statuses, async () => ({
  statuses: [...accountStatuses],
}))

export const listRoles = operation(catalogueEndpoints.roles, async () => ({ roles: [...personRoles] }))

export const listDocumentTypes = operation(catalogueEndpoints.documentTypes, async () => ({
  documentTypes: [
    { id: 1, name: 'RUT' },
    { id: 2, name: 'Pasaporte' },
  ],
}))

export const listGenders = operation(catalogueEndpoints.genders, async ({ db }) => ({
  genders: await db.run(sql.listGenders, {}),
}))

export const listNationalities = operation(catalogueEndpoints.nationalities, async ({ db }) => ({
  nationalities: await db.run(sql.listNationalities, {}),
}))

export const listForecasts = operation(catalogueEndpoints.forecasts, async ({ db }) => ({
  forecasts: await db.run(sql.listForecasts, {}),
}))

export const listRegions = operation(catalogueEndpoints.regions, async ({ db }) => ({
  regions: await db.run(sql.listRegions, {}),
}))

export const listProvinces = operation(catalogueEndpoints.cities, async ({ db }, { params }) => ({
  cities: await db.run(sql.listProvinces, { region_id: params.regionId }),
}))

export const listCommunes = operation(catalogueEndpoints.communes, async ({ db }, { params }) => ({
  communes: await db.run(sql.listCommunes, { province_id: params.cityId }),
}))

export const listDisplayDurations = operation(catalogueEndpoints.displayDurations, async ({ db }) => {
  const rows = await db.run(sql.listDisplayDurations, {})
  return {
    displayDurationExam: rows.map(({ category_id, category_name, ...row }) => ({
      ...row,
      display_duration_exam_categories: { id: category_id, category_name },
    })),
  }
})

export const listExamRelationships = operation(catalogueEndpoints.examRelationships, async ({ db }) => ({
  typeRelationshipExams: await db.run(sql.listExamRelationships, {}),
}))
