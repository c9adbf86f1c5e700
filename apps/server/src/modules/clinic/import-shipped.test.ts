import { expect, test } from 'vitest'
import { fillCatalogues } from '../../../seed/catalogues.ts'
import { startEmptyPortal } from '../../../test/portal.ts'

test('a demonstration shows the chosen clinic or the usual one, and a later start can choose no other one', async () => {
  const usual = ['Providencia', 'Maipú']
  const other = ['Viña del Mar', 'Quilpué', 'Concón']
  for (const [chosen, sites, rejected] of [
    [undefined, usual, 'tres-sedes'],
    ['tres-sedes', other, 'demonstration'],
  ] as const) {
    const { db } = await startEmptyPortal()
    const start = (demonstrationClinic?: string) =>
      fillCatalogues(db, { isDemonstration: true, demonstrationClinic })
    await expect(start('otra')).rejects.toThrow('DEMO_CLINIC should be one of demonstration, tres-sedes')
    await start(chosen)
    await start()
    await expect(start(rejected)).rejects.toThrow(
      /^DEMO_CLINIC should be .*; another one needs another DATA_DIR/,
    )
    expect(await db.ask('select name from offices where retired_at is null order by id')).toEqual(
      sites.map((name) => ({ name })),
    )
  }
})
