import { resetConfirmedSecondFactors } from '../modules/account-security/second-factor-resets/request-reset.ts'
import { forgetResetCodes } from '../modules/account-security/second-factor-resets/use-reset-codes.ts'
import { insertReceivedChange } from '../modules/agenda/external/external-changes.sql.ts'
import * as applicationsSql from '../modules/applications/applications.sql.ts'
import { denyApplication, forgetApplications } from '../modules/applications/decide-applications.ts'
import { endBookings } from '../modules/booking/deceased/end-bookings.ts'
import { deleteAnswers } from '../modules/booking/questionnaires/questionnaires.sql.ts'
import * as confirmationsSql from '../modules/confirmations/confirmations.sql.ts'
import { dropChangesRequestedBy } from '../modules/confirmations/drop-changes.ts'
import { deleteOpened } from '../modules/exams/opened/opened-results.sql.ts'
import { endSharesBy, endSharesOfPerson } from '../modules/exams/shares/shares.sql.ts'
import { withdrawExportsOfOthers } from '../modules/exports/request-exports.ts'
import { acceptConfirmedRequests } from '../modules/family/decide-requests.ts'
import * as delegationsSql from '../modules/family/delegations/delegations.sql.ts'
import { endLinkWith } from '../modules/family/end-links.ts'
import * as familySql from '../modules/family/family.sql.ts'
import { endConfirmedProtections } from '../modules/family/guardianship/protect-minors.ts'
import { proveConfirmedGuardians } from '../modules/family/judge-guardians.ts'
import * as identitySql from '../modules/identity/identity.sql.ts'
import { deleteOrdersOfPatient } from '../modules/medical-orders/medical-orders.sql.ts'
import { endChannels, endDeviceOfSession, forgetChannels } from '../modules/notifications/end-channels.ts'
import { moveToExam, withdrawCounts } from '../modules/notifications/notifications.sql.ts'
import * as passkeysSql from '../modules/passkeys/passkeys.sql.ts'
import * as registrationSql from '../modules/registration/registration.sql.ts'
import { deleteChoicesOfPerson } from '../modules/result-choices/result-choices.sql.ts'
import { openAccountCase } from '../modules/service-requests/contact/create-portal-contact.ts'
import { deleteReadAnswers } from '../modules/service-requests/service-requests.sql.ts'
import { forgetAccountLinks } from '../modules/session/account-links/create-account-links.ts'
import { forgetDevices } from '../modules/session/known-devices.sql.ts'
import { endAllSessions, lockSessions } from '../modules/session/use-sessions.ts'
import { decideConfirmedApplications } from '../modules/users/decide-users.ts'
import { applyConfirmedPermissions } from '../modules/users/permissions/edit-permissions.ts'
import { giveConfirmedAccess } from '../modules/users/permissions/give-access.ts'
import { changeConfirmedIdentities } from '../modules/users/two-people/change-identities.ts'
import { replaceConfirmedMailboxes } from '../modules/users/two-people/change-mailboxes.ts'
import { openConfirmedAccounts } from '../modules/users/two-people/open-accounts.ts'
import { recordConfirmedDeaths } from '../modules/users/two-people/report-deaths.ts'
import { deleteCertificatesOfPatient } from '../modules/visit-certificates/visit-certificates.sql.ts'
import type { Context } from '../platform/context/context.ts'

const changes = [
  acceptConfirmedRequests,
  proveConfirmedGuardians,
  endConfirmedProtections,
  resetConfirmedSecondFactors,
  decideConfirmedApplications,
  openConfirmedAccounts,
  recordConfirmedDeaths,
  changeConfirmedIdentities,
  replaceConfirmedMailboxes,
  giveConfirmedAccess,
  applyConfirmedPermissions,
]

export function registerReactions(ctx: Context): void {
  const { accountClosed, accountDisabled, accountReported, personDied, secondFactorReset } = ctx.events
  const { appointmentReceived, consentWithdrawn, examsMerged, itemKeptPrivate } = ctx.events
  personDied.on(async (tx, { personId }) => {
    await lockSessions(tx, personId)
    await endAllSessions(ctx, tx, personId, 'account-closed')
    await forgetAccountLinks(tx, personId)
  })
  accountClosed.on(async (tx, { personId }) => {
    await tx.run(forgetDevices, { person_id: personId })
    await forgetAccountLinks(tx, personId)
    await passkeysSql.forget(tx, personId)
  })
  secondFactorReset.on((tx, { personId }) => passkeysSql.forget(tx, personId))
  for (const ended of [accountClosed, accountDisabled])
    ended.on(async (tx, { personId }) => {
      await dropChangesRequestedBy(ctx, tx, personId)
      await forgetResetCodes(tx, personId)
    })
  accountClosed.on(async (tx, { personId }) => {
    await confirmationsSql.forget(tx, personId)
    await forgetApplications(ctx, tx, personId)
    await tx.run(applicationsSql.forgetLinks, { person_id: personId })
    for (const { erase } of ctx.exportParts) if (erase) await tx.run(erase, { person_id: personId })
    await tx.run(deleteReadAnswers, { person_id: personId })
    await tx.run(identitySql.forgetContact, { person_id: personId })
    await tx.run(registrationSql.forgetDrafts, { person_id: personId })
    await tx.run(deleteOpened, { person_id: personId })
    await tx.run(deleteChoicesOfPerson, { person_id: personId })
    await tx.run(deleteCertificatesOfPatient, { patient_id: personId })
    const orders = await tx.run(deleteOrdersOfPatient, { patient_id: personId })
    const fileIds = orders.map(({ file_id }) => file_id)
    await ctx.fileRecords.setExpiry(tx, fileIds, ctx.clock.now())
    await tx.run(deleteAnswers, { patient_id: personId })
  })
  personDied.on((tx, { personId, at }) => endBookings(ctx, tx, personId, at))
  // Disabling an account that waits denies its application. The application of a locked account still waits for the decision of staff.
  accountDisabled.on(async (tx, { personId, cause }) => {
    if (cause === 'disabled') await denyApplication(ctx, tx, personId)
  })
  accountReported.on(async (tx, { personId, kind, message }) => {
    await openAccountCase(ctx, tx, { personId, kind, message })
  })
  for (const ended of [accountClosed, personDied])
    ended.on((tx, { personId, at }) => familySql.endPersonLinks(tx, personId, at))
  // A locked account is one of them: access that another person gave from it must not come back when it is unlocked.
  for (const ended of [accountClosed, accountDisabled])
    ended.on((tx, { personId, at }) => delegationsSql.endPersonDelegations(tx, personId, at))
  // An old link must not work again when a disabled account is enabled later.
  for (const ended of [accountClosed, accountDisabled])
    ended.on(async (tx, { personId, at }) => {
      await tx.run(endSharesOfPerson, { person_id: personId, now: at })
    })
  appointmentReceived.on(async (tx, change) => {
    await tx.run(insertReceivedChange, change)
  })
  examsMerged.on(async (tx, { examIds, into }) => {
    await tx.run(moveToExam, { exam_ids: examIds, exam_id: into })
  })
  itemKeptPrivate.on(async (tx, item) => {
    await ctx.mail.withdrawAbout(tx, item)
    await tx.run(withdrawCounts, item)
    await withdrawExportsOfOthers(ctx, tx, item.patient_id)
  })
  consentWithdrawn.on(async (tx, { actor, kind, patientId, at, origin }) => {
    if (kind === 'sharing') await tx.run(endSharesBy, { sharer_id: actor.id, now: at })
    if (kind === 'family_group' && patientId !== null) await endLinkWith(ctx, tx, actor, patientId, origin)
  })
  ctx.events.signedOut.on((tx, { sessionId }) => endDeviceOfSession(tx, sessionId))
  accountDisabled.on((tx, { personId }) => endChannels(tx, personId))
  personDied.on((tx, { personId }) => ctx.mail.withdrawOfDeceased(tx, personId))
  accountClosed.on((tx, { personId }) => forgetChannels(tx, personId))
  for (const react of changes) react(ctx)
}
