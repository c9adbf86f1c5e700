import { expect, test } from 'vitest'
import { fillCatalogues } from '../../../seed/catalogues.ts'
import { ask } from '../../../test/ask.ts'
import { startEmptyPortal } from '../../../test/portal.ts'

/** Starts an empty portal. `start` loads the catalogues as the start of a demonstration with this clinic does. */
async function openDemonstration() {
  const { db } = await startEmptyPortal()
  return {
    start: (demonstrationClinic?: string) =>
      fillCatalogues(db, { isDemonstration: true, demonstrationClinic }),
    siteNames: async () =>
      (await ask<{ name: string }>(db, 'select name from offices where retired_at is null order by id')).map(
        ({ name }) => name,
      ),
  }
}

const usualSites = ['Providencia', 'Maipú']
const otherSites = ['Viña del Mar', 'Quilpué', 'Concón']

test('a demonstration without a chosen clinic shows the usual one', async () => {
  const { start, siteNames } = await openDemonstration()
  await start()
  expect(await siteNames()).toEqual(usualSites)
})

test('a demonstration with a chosen clinic shows it, also when a later start chooses none', async () => {
  const { start, siteNames } = await openDemonstration()
  await start('tres-sedes')
  expect(await siteNames()).toEqual(otherSites)
  await start()
  await start('tres-sedes')
  expect(await siteNames()).toEqual(otherSites)
})

test('a start that chooses another clinic than the one in the database is rejected and changes nothing', async () => {
  const { start, siteNames } = await openDemonstration()
  await start()
  await expect(start('tres-sedes')).rejects.toThrow(
    /^DEMO_CLINIC should be demonstration, the clinic in this database; another one needs another DATA_DIR/,
  )
  expect(await siteNames()).toEqual(usualSites)
})

test('a start that chooses a clinic that is not shipped is rejected with the names of those that are', async () => {
  const { start, siteNames } = await openDemonstration()
  await expect(start('otra')).rejects.toThrow('DEMO_CLINIC should be one of demonstration, tres-sedes')
  expect(await siteNames()).toEqual([])
})
