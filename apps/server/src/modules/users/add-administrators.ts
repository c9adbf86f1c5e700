import { ApiError } from '@mi-portal/contract/calls/api-error'
import { getGreetingName } from '@mi-portal/contract/fields/full-name'
import { userEndpoints } from '@mi-portal/contract/users'
import { documentType } from '@mi-portal/contract/values/document-number'

import { operation } from '../../platform/context/operation.ts'
import { storeConsent } from '../consents/manage-consents.ts'
import { readCurrentText } from '../legal/publish-texts.ts'
import { disablePerson } from '../people/accounts/change-account-access.ts'
import { insertAccount } from '../people/accounts/change-personal-data.ts'
import { createVerificationLink } from '../people/create-verification-link.ts'
import { findChoiceErrors, findPersonByDocument, getOpeningAges } from '../people/read-people.ts'
import { createTemporaryKey, giveTemporaryKey } from '../session/use-sessions.ts'
import { requestOrAnnounceAccess } from './permissions/give-access.ts'
import { readUser } from './read-users.ts'
import { datePhotosOfDocuments, ownFormPhotos, storeFormPhotos } from './store-form-photos.ts'
import { welcomeDays } from './two-people/open-accounts.ts'
import { toStoredForm } from './two-people/opening.rules.ts'
import { staffWelcome } from './users.mails.ts'
import { rejectFieldErrors } from './users.rules.ts'

const newRights = { permission_set: 'administrator', sites: null } as const

export const createAdministrator = operation(userEndpoints.createAdministrator, async (ctx, call) => {
  const { form, pictures } = call
  const rol = 'ADMIN_ROLE'
  rejectFieldErrors(await findChoiceErrors(ctx, form))
  const data = toStoredForm(form)
  const known = await findPersonByDocument(
    ctx,
    data.document_type_id,
    data.document_number,
    data.document_country,
  )
  if (known !== null) {
    const closed = known.deleted_at !== null
    throw new ApiError(closed ? 'documentClosed' : 'documentTaken', { param: 'document_number' })
  }
  const terms = await readCurrentText(ctx, 'terms')
  const { key, hash, tag } = await createTemporaryKey(ctx)
  const { id: addedId, waits } = await storeFormPhotos(ctx, pictures, (stored) =>
    ctx.db.transaction(async (tx) => {
      const now = ctx.clock.now()
      const ownPhotos = await ownFormPhotos(ctx, tx, stored)
      const id = await insertAccount(tx, {
        ...data,
        ...ownPhotos,
        // The member of staff who opens the account has seen the passport.
        status_passport: data.document_type_id === documentType.passport,
        ...getOpeningAges(ctx, data),
        rol,
        now,
      })
      if (id === null) throw new ApiError('documentTaken', { param: 'document_number' })
      await datePhotosOfDocuments(ctx, tx, ownPhotos)
      await storeConsent(ctx, tx, {
        personId: id,
        kind: 'terms',
        version: terms.version,
        text: terms.text,
        channel: 'staff',
        ip: ctx.origin.ip,
      })
      const detail = { rol, document_type_id: data.document_type_id, terms: terms.version }
      await ctx.audit.add(tx, 'users.create', { patientId: id, detail })
      const given = { person: { id, ...data }, rights: null, before: null, after: newRights }
      if (await requestOrAnnounceAccess(ctx, tx, given)) {
        await disablePerson(tx, id, now)
        return { id, waits: true }
      }
      const until = new Date(now.getTime() + welcomeDays * 24 * 3_600_000)
      await giveTemporaryKey(ctx, tx, id, { hash, tag, until, mailedTo: data.email })
      const { token } = await createVerificationLink(ctx, tx, id, data.email)
      await ctx.mail.queue(tx, staffWelcome, {
        recipient: data.email,
        person_id: id,
        data: { first_name: getGreetingName(data), key, days: welcomeDays, token },
        notAfter: until,
      })
      return { id, waits: false }
    }),
  )
  return { patient: await readUser(ctx, addedId), waiting: waits ? ['staff-access' as const] : [] }
})
