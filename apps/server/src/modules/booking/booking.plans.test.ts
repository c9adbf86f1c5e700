import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { asked, explained } from '../../../test/statements/plans.ts'
import { bookingStore } from './booking.store.ts'

const now = new Date('2026-11-26T15:00:00Z')
const in14Days = new Date('2026-12-10T15:00:00Z')

// What is joined may be joined to every hour that was ever booked, however few hours are looked at.
test.each([
  ['a specialty', null],
  ['a professional', '12345678-5'],
])('whether an hour of %s is free is asked of each and never joined', async (_, rut) => {
  const db = await openTestDatabase()
  const search = await asked(db, (seen) =>
    bookingStore(seen).free({
      now,
      from: now,
      to: in14Days,
      codes: [101],
      offices: null,
      minutes: 0,
      modality: null,
      rut,
    }),
  )
  const { joins } = await explained(db, search)
  expect(joins).not.toContain('Anti')
  await db.close()
})
