import { frontDeskEndpoints } from '@mi-portal/contract/front-desk'
import { operation } from '../../platform/context/operation.ts'
import { listItems } from './front-desk.sql.ts'

export const listBookableItems = operation(frontDeskEndpoints.items, async ({ db }) => {
  const rows = await db.run(listItems, {})
  return { items: rows.map(({ services, ...item }) => ({ ...item, services: [...services] })) }
})
