import { expect, onTestFinished, test } from 'vitest'
import { appRole, overEmbedded } from './driver.ts'
import { openEmbedded } from './embedded.ts'
import { allowUpkeep, upkeepJob } from './upkeep.ts'

async function openOwned() {
  const embedded = await openEmbedded(null)
  const db = overEmbedded(embedded)
  onTestFinished(() => db.close())
  await db.script(
    `create role ${appRole}; create table visits (id int, note text); create table "Odd name" (id int)`,
  )
  return db
}

/** Pages that a table takes on the disk. */
async function sizeOf(db: Awaited<ReturnType<typeof openOwned>>): Promise<number> {
  const [row] = (await db.plain(`select pg_relation_size('visits') as size`)) as { size: number }[]
  return row?.size ?? 0
}

test('every night the room of rows that are gone is used again, and the planner learns the sizes', async () => {
  const db = await openOwned()
  await allowUpkeep(db, appRole)
  await allowUpkeep(db, appRole)
  const fill = `insert into visits select n, repeat('x', 200) from generate_series(1, 2000) n`
  await db.script(fill)
  const size = await sizeOf(db)
  for (let night = 0; night < 3; night++) {
    await db.script('delete from visits')
    await db.script(`set role ${appRole}`)
    expect(await upkeepJob(db).run()).toEqual({ tables: expect.any(Number) })
    await db.script('reset role')
    await db.script(fill)
  }
  expect(await sizeOf(db)).toBe(size)
  await db.script(`set role ${appRole}`)
  await upkeepJob(db).run()
  expect(await db.plain(`select reltuples from pg_class where relname = 'visits'`)).toEqual([
    { reltuples: 2000 },
  ])
})

test('the role that keeps it in order can neither read nor change a table by that', async () => {
  const db = await openOwned()
  await allowUpkeep(db, appRole)
  await db.script(`set role ${appRole}`)
  for (const forbidden of [
    'select * from visits',
    'delete from visits',
    'truncate visits',
    'drop table visits',
  ])
    await expect(db.script(forbidden)).rejects.toThrow()
})
