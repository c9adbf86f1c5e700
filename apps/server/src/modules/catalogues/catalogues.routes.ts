import { catalogueEndpoints } from '@mi-portal/contract/catalogues'
import { accountStatuses, personRoles } from '@mi-portal/contract/users'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { CataloguesStore } from './catalogues.store.ts'

export function mountCataloguesRoutes(app: FastifyInstance, catalogues: CataloguesStore) {
  mount(app, catalogueEndpoints, {
    statuses: async () => ({ statuses: [...accountStatuses] }),
    roles: async () => ({ roles: [...personRoles] }),
    documentTypes: async () => ({
      documentTypes: [
        { id: 1, name: 'RUT' },
        { id: 2, name: 'Pasaporte' },
      ],
    }),
    genders: async () => ({ genders: await catalogues.genders() }),
    nationalities: async () => ({ nationalities: await catalogues.nationalities() }),
    forecasts: async () => ({ forecasts: await catalogues.forecasts() }),
    regions: async () => ({ regions: await catalogues.regions() }),
    cities: async ({ params }) => ({ cities: await catalogues.provincesOf(params.regionId) }),
    communes: async ({ params }) => ({ communes: await catalogues.communesOf(params.cityId) }),
    displayDurations: async () => ({ displayDurationExam: await catalogues.displayDurations() }),
    examRelationships: async () => ({ typeRelationshipExams: await catalogues.examRelationships() }),
  })
}
