import { numberEndpoints } from '@mi-portal/contract/numbers'
import { casesOf, staffOnly } from '../../../test/authorization/cases.ts'

const query = { desde: '2026-10', hasta: '2026-11' }

export const numberCases = casesOf('numbers', numberEndpoints, {
  all: staffOnly({ query }),
  export: staffOnly({ params: { name: 'attendance' }, query }),
})
