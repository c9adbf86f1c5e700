import { numberEndpoints } from '@mi-portal/contract/numbers'
import { routes } from '../../platform/context/operation.ts'
import { exportNumber, readNumbers } from './read-numbers.ts'

export const numberRoutes = routes(numberEndpoints, { all: readNumbers, export: exportNumber })
