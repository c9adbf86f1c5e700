import type { Platform } from '../../../platform/composition/module.ts'
import { bookingStore } from '../booking.store.ts'
import { calendarFileService } from './calendar-file.service.ts'
import { calendarFileStore } from './calendar-file.store.ts'

/** The calendar entries of appointments, which are downloaded or attached to a mail. */
export function calendarFileModule({ config, db, clock }: Platform) {
  const findEntry = bookingStore(db).calendarEntry
  const store = calendarFileStore(db)
  return { calendarFile: calendarFileService({ store, findEntry, house: config, clock }) }
}
