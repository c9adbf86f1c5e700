import { ApiError, type FieldError } from '@mi-portal/contract/calls/api-error'

import { nameFieldNames, personalDataFields, pickFields } from '@mi-portal/contract/fields/person-fields'
import { type ProfileEdit, profileEndpoints } from '@mi-portal/contract/profile'
import { maskEmail } from '@mi-portal/contract/values/email'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'

import { limits } from '../../platform/security/rate-limiter.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import { storePendingEmail } from '../people/accounts/change-emails.ts'
import { editOwnData } from '../people/accounts/change-personal-data.ts'
import {
  findChoiceErrors,
  findMailboxErrors,
  isPersonMinor,
  type Person,
  toPatient,
} from '../people/read-people.ts'
import { ownPhoto, schedulePhotoDeletion, storePhotos } from '../photos/store-photos.ts'
import { createReportLink } from '../session/account-links/create-account-links.ts'
import { findOwnPerson } from './find-own-person.ts'
import { confirmEmail, emailChangeAsked } from './profile.mails.ts'
import {
  changedFields,
  describeEmailChange,
  nameErrors,
  profileLimits,
  sameMailbox,
} from './profile.rules.ts'

const minute = 60_000

async function pendEmail(ctx: Context, tx: Queries, person: Person, email: string): Promise<void> {
  const token = newToken()
  const now = ctx.clock.now()
  const until = new Date(now.getTime() + profileLimits.emailHours * 60 * minute)
  const { id: person_id, greeting_name } = person
  await storePendingEmail(tx, { person_id, email, token_hash: hashToken(token), now, expires_at: until })
  await ctx.mail.queue(tx, confirmEmail, {
    recipient: email,
    person_id,
    data: { token, hours: profileLimits.emailHours },
    notAfter: until,
  })
  if (person.email === null) return
  await ctx.mail.queue(tx, emailChangeAsked, {
    recipient: person.email,
    person_id,
    data: {
      first_name: greeting_name,
      masked: maskEmail(email),
      reportPath: await createReportLink(ctx, tx, person_id, describeEmailChange('asked', now)),
    },
  })
}

async function findEditErrors(ctx: Context, person: Person, form: ProfileEdit): Promise<FieldError[]> {
  const fieldErrors = [
    ...nameErrors(person, form),
    ...(await findChoiceErrors(ctx, form, person.forecast_id)),
    ...(sameMailbox(form.email, person.email) ? [] : await findMailboxErrors(ctx, person.id, form.email)),
  ]
  if (fieldErrors.some(({ param }) => param === 'date_birth')) return fieldErrors
  if (isPersonMinor(ctx, person) === isPersonMinor(ctx, form)) return fieldErrors
  const [guarded] = new ApiError('birthDateGuarded', { param: 'date_birth' }).fieldErrors
  return guarded ? [guarded, ...fieldErrors] : fieldErrors
}

export const editProfile = operation(profileEndpoints.edit, async (ctx, { form, pictures }) => {
  const photo = pictures.file ?? null
  const person = await findOwnPerson(ctx)
  const fieldErrors = await findEditErrors(ctx, person, form)
  if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors, msg: fieldErrors[0]?.msg })
  const names = form.first_name === undefined ? person : { ...form, first_name: form.first_name }
  const data = pickFields({ ...form, ...pickFields(names, nameFieldNames) }, personalDataFields)
  const newEmail = sameMailbox(form.email, person.email) ? null : form.email
  if (newEmail !== null) await ctx.rateLimiter.consumeEach([limits.emailChange], String(person.id))
  const changed = [
    ...changedFields(person, data),
    ...(newEmail === null ? [] : ['email_pending']),
    ...(photo === null ? [] : ['file']),
  ]
  await storePhotos(ctx, photo === null ? [] : [{ picture: photo, purpose: 'profile' }], ([stored]) =>
    ctx.db.transaction(async (tx) => {
      const own = stored === undefined ? null : await ownPhoto(ctx, tx, stored)
      const edited = await editOwnData(tx, person.id, data, own, ctx.clock.now())
      if (edited === null) throw new ApiError('noSession')
      await schedulePhotoDeletion(ctx, tx, [edited.replaced])
      if (newEmail !== null) await pendEmail(ctx, tx, person, newEmail)
      await ctx.audit.add(tx, 'profile.edit', { patientId: ctx.actor.id, detail: { changed } })
    }),
  )
  return { data: { patient: toPatient(ctx, await findOwnPerson(ctx), ctx.actor.temporaryKey) } }
})
