import { newsEndpoints } from '@mi-portal/contract/news'
import { casesOf, own } from '../../../test/authorization/cases.ts'

export const newsCases = casesOf('news', newsEndpoints, {
  list: own({ shows: ['name', 'clinical', 'request'] }),
})
