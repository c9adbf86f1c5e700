import { ApiError } from '@mi-portal/contract/calls/api-error'
import { fhirEndpoints } from '@mi-portal/contract/fhir/fhir'
import { type Routes, routes } from '../../platform/context/operation.ts'
import { receiveBundle } from './inbound/receive-bundle.ts'
import { readMetadata, readResource, searchByAddress, searchByForm } from './reading/read-resources.ts'

const endpoints = routes(fhirEndpoints, {
  metadata: readMetadata,
  transaction: receiveBundle,
  search: searchByAddress,
  searchByForm,
  read: readResource,
})

export const fhirRoutes: Routes = (app, context) => {
  // The portal offers no SMART launch. Without this route the address would ask for a session.
  app.get('/api/fhir/R4/.well-known/smart-configuration', async () => {
    throw new ApiError('notFound')
  })
  endpoints(app, context)
}
