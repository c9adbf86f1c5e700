import { peopleEndpoints } from '@mi-portal/contract/people'
import { routes } from '../../platform/context/operation.ts'
import { readOwnPerson, readPerson } from './read-people.ts'

export const peopleRoutes = routes(peopleEndpoints, {
  self: readOwnPerson,
  one: readPerson,
})
