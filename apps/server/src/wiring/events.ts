/** What happens in other domains when something happens in a lower one, in the transaction that announces it. */
import * as confirmationsSql from '../modules/confirmations/confirmations.sql.ts'
import { dropChangesRequestedBy } from '../modules/confirmations/decide-changes.ts'
import { deleteEmergencyContact } from '../modules/emergency-contacts/emergency-contacts.sql.ts'
import { deleteFavourites } from '../modules/favourites/favourites.sql.ts'
import * as passkeysSql from '../modules/passkeys/passkeys.sql.ts'
import { deleteReadAnswers } from '../modules/service-requests/service-requests.sql.ts'
import { forgetAccountLinks } from '../modules/session/account-links/create-account-links.ts'
import { forgetDevices } from '../modules/session/known-devices.store.ts'
import { endAllSessions, lockSessions } from '../modules/session/use-sessions.ts'
import type { Context } from '../platform/context/context.ts'

export function registerReactions(ctx: Context): void {
  const { accountClosed, accountDisabled, personDied, secondFactorReset } = ctx.events
  personDied.on(async (tx, { personId }) => {
    await lockSessions(tx, personId)
    await endAllSessions(ctx, tx, personId, 'account-closed')
    await forgetAccountLinks(tx, personId)
  })
  accountClosed.on(async (tx, { personId }) => {
    await forgetDevices(tx, personId)
    await forgetAccountLinks(tx, personId)
    await passkeysSql.forget(tx, personId)
  })
  secondFactorReset.on((tx, { personId }) => passkeysSql.forget(tx, personId))
  for (const ended of [accountClosed, accountDisabled])
    ended.on((tx, { personId }) => dropChangesRequestedBy(ctx, tx, personId))
  accountClosed.on(async (tx, { personId }) => {
    await confirmationsSql.forget(tx, personId)
    await tx.run(deleteEmergencyContact, { person_id: personId })
    await tx.run(deleteFavourites, { person_id: personId })
    await tx.run(deleteReadAnswers, { person_id: personId })
  })
}
