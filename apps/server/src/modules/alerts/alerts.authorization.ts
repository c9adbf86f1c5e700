import { alertEndpoints } from '@mi-portal/contract/alerts/alerts'
import { defineCases, nothingThere, open, superAdminOnly } from '../../../test/authorization/cases.ts'

export const alertCases = defineCases('alerts', alertEndpoints, {
  listPublic: open(),
  list: superAdminOnly(),
  one: superAdminOnly({ ...nothingThere, ok: 404 }),
  create: superAdminOnly({ body: {}, ok: 400 }),
  edit: superAdminOnly({ ...nothingThere, ok: 400 }),
  enable: superAdminOnly({ ...nothingThere, ok: 404 }),
  disable: superAdminOnly({ ...nothingThere, ok: 404 }),
  remove: superAdminOnly({ body: {}, ok: 400 }),
  colors: superAdminOnly(),
  color: superAdminOnly({ ...nothingThere, ok: 404 }),
})
