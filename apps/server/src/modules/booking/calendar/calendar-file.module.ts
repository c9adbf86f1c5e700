import type { Platform } from '../../../platform/composition/module.ts'
import { resolveInstallationText } from '../../../platform/database/installation-values.ts'
import { bookingStore } from '../booking.store.ts'
import { calendarFileService } from './calendar-file.service.ts'

/** The calendar entries of appointments, which are downloaded or attached to a mail. */
export function calendarFileModule({ config, db, clock }: Platform) {
  const findEntry = bookingStore(db).calendarEntry
  const resolveHost = (host: string) => resolveInstallationText(db, 'calendar_host', host)
  return { calendarFile: calendarFileService({ resolveHost, findEntry, house: config, clock }) }
}
