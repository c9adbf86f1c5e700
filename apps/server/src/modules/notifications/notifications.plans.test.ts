import { expect, test } from 'vitest'
import { buildPerson } from '../../../test/build.ts'
import { openTestDatabase } from '../../../test/database.ts'
import { asked, asOwner, explained } from '../../../test/statements/plans.ts'
import { createNotificationsStore } from './notifications.store.ts'

test('a page of notifications with its counts is read from an index, without sorting, in at most twelve buffers', async () => {
  const db = await openTestDatabase()
  const rows = 100_000
  const person = await buildPerson(db)
  await asOwner(
    db,
    `insert into people (document_type_id, document_number, first_name, last_name, rol, status)
     select 1, 'N' || n, 'Nombre', 'Apellido', 'STANDART_ROLE', 1 from generate_series(1, 2000) n;
     insert into notifications (person_id, type, text, patient_id, created_at)
     select 1 + (n * 7919) % 2000, 'exams_procedures', 'Tienes un nuevo resultado disponible', 1 + (n * 7919) % 2000,
       timestamptz '2026-11-26 15:00Z' - make_interval(mins => n * 11 % 1000000)
     from generate_series(1, ${rows}) n`,
  )
  await asOwner(db, 'vacuum analyze notifications')
  const births = { adult: '2008-11-26', reserve: '2012-11-26' }
  const now = new Date('2026-11-26T15:00:00Z')
  const page = await asked(db, async (seen) => {
    const { total } = await createNotificationsStore(seen).page(person.id, births, now, {
      page: 1,
      limit: 5,
    })
    expect(total).toBe(rows / 2000)
  })
  const { nodes, buffers } = await explained(db, page)
  expect(nodes.filter((node) => node?.includes('Sort') || node === 'Seq Scan')).toEqual([])
  expect(buffers).toBeLessThanOrEqual(12)
  await db.close()
}, 60_000)
