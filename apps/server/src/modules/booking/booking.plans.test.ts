import { expect, test } from 'vitest'
import { openTestDatabase } from '../../../test/database.ts'
import { asked, explained } from '../../../test/statements/plans.ts'
import { createAvailabilityStore } from './embedded/availability.store.ts'

const now = new Date('2026-11-26T15:00:00Z')
const in14Days = new Date('2026-12-10T15:00:00Z')

// A join could read every appointment that was ever booked, even for a search with few slots.
test.each([
  ['a specialty', null],
  ['a professional', '12345678-5'],
])(
  'a search for free slots of %s checks each slot by index and never joins all appointments',
  async (_, rut) => {
    const db = await openTestDatabase()
    const search = await asked(db, (seen) =>
      createAvailabilityStore(seen).free({
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
  },
)
