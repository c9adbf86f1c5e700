import { numberEndpoints } from '@mi-portal/contract/numbers'
import { defineCases, staffOnly } from '../../../test/authorization/cases.ts'

const query = { desde: '2026-10', hasta: '2026-11' }

export const numberCases = defineCases('numbers', numberEndpoints, {
  all: staffOnly({ query }),
  export: staffOnly({ params: { name: 'attendance' }, query }),
})
