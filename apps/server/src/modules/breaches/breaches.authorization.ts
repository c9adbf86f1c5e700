import { breachEndpoints } from '@mi-portal/contract/breaches'
import { defineCases, nothingThere, superAdminOnly } from '../../../test/authorization/cases.ts'

export const breachesCases = defineCases('breaches', breachEndpoints, {
  list: superAdminOnly({ body: {} }),
  create: superAdminOnly({ body: {}, ok: 400 }),
  one: superAdminOnly({ ...nothingThere, ok: 404 }),
  edit: superAdminOnly({ ...nothingThere, ok: 400 }),
  people: superAdminOnly({ ...nothingThere, ok: 404 }),
  export: superAdminOnly({ ...nothingThere, ok: 404 }),
  send: superAdminOnly({ ...nothingThere, ok: 404 }),
  letters: superAdminOnly({ ...nothingThere, ok: 404 }),
})
