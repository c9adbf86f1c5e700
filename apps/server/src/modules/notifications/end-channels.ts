import type { Queries } from '../../platform/database/database.ts'
import { removeMessagesOfPerson } from './messages.sql.ts'
import { forgetChoices, forgetSettings } from './preferences/preferences.sql.ts'
import { removeDeviceOfSession, removeDevicesOfPerson } from './push/push-subscriptions.sql.ts'
import { removeCountsOfPerson } from './texts/text-counts.sql.ts'
import { removePhone } from './texts/text-phones.sql.ts'

export async function endDeviceOfSession(tx: Queries, sessionId: number): Promise<void> {
  await tx.run(removeDeviceOfSession, { session_id: sessionId })
}

export async function endChannels(tx: Queries, personId: number): Promise<void> {
  await tx.run(removeDevicesOfPerson, { person_id: personId })
  await tx.run(removePhone, { person_id: personId })
}

export async function forgetChannels(tx: Queries, personId: number): Promise<void> {
  const person = { person_id: personId }
  await tx.run(removeDevicesOfPerson, person)
  await tx.run(forgetChoices, person)
  await tx.run(forgetSettings, person)
  // Before the counts, in the order in which a delivery locks both.
  await tx.run(removeMessagesOfPerson, person)
  await tx.run(removePhone, person)
  await tx.run(removeCountsOfPerson, person)
}
