import { newsEndpoints } from '@mi-portal/contract/news'
import { defineCases, own } from '../../../test/authorization/cases.ts'

export const newsCases = defineCases('news', newsEndpoints, {
  list: own({ shows: ['name', 'clinical', 'request'] }),
})
