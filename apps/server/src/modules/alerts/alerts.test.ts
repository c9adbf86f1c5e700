import { alertEndpoints } from '@mi-portal/contract/alerts'
import { expect, test } from 'vitest'
import { loadCatalogues } from '../../../seed/catalogues.ts'
import { startPortal } from '../../../test/portal.ts'
import { alerts } from '../../platform/database/schema.ts'

test('everybody sees the active alerts with their colours, and no other', async () => {
  const { db, anonymous } = await startPortal()
  await loadCatalogues(db)
  await db.orm.insert(alerts).values([
    { name: 'Corte', text: 'Sin agua en Maipú', color_id: 1, status_id: 1 },
    { name: 'Pasado', text: 'Ya terminó', color_id: 2, status_id: 2 },
  ])
  const told = await anonymous(alertEndpoints.listPublic)
  expect(told.alerts.map((alert) => alert.name)).toEqual(['Corte'])
  expect(told.alerts[0]?.color.primary_code).toMatch(/^#[0-9A-F]{6}$/i)
})
