import { ApiError } from '@mi-portal/contract/calls/api-error'
import { emailVerificationEndpoints } from '@mi-portal/contract/email-verification'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { maskEmail } from '@mi-portal/contract/values/email'
import { toAuditActor } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import { limits } from '../../platform/security/rate-limiter.ts'
import { hashToken } from '../../platform/security/tokens.ts'
import { findEmailChange, recordEmailAnswer, storeConfirmedEmail } from '../people/accounts/change-emails.ts'
import { createVerificationLink } from '../people/create-verification-link.ts'
import { isEmailQuestionDue } from '../people/email.rules.ts'
import { isGuardianMailbox, toPatient } from '../people/read-people.ts'
import { createReportLink } from '../session/account-links/create-account-links.ts'
import { findOwnPerson } from './find-own-person.ts'
import { emailChanged, verifyEmail } from './profile.mails.ts'
import { describeEmailChange, sameMailbox } from './profile.rules.ts'

export async function queueVerification(
  ctx: Context,
  tx: Queries,
  personId: number,
  email: string,
): Promise<void> {
  const { token, days, until } = await createVerificationLink(ctx, tx, personId, email)
  await ctx.mail.queue(tx, verifyEmail, {
    recipient: email,
    person_id: personId,
    data: { token, days },
    notAfter: until,
  })
}

/**
 * Verifies the address to which the token was sent, and makes it the present one. Returns it masked. Repeated calls return the same.
 * Throws 404 for an unknown token, and 410 for one that is over.
 */
export const confirmEmail = operation(profileEndpoints.confirmEmail, async (ctx, { body }) => {
  const confirmed = await ctx.db.transaction(async (tx) => {
    const change = await findEmailChange(tx, hashToken(body.token))
    if (change === null) throw new ApiError('notFound')
    const isPresent = sameMailbox(change.email, change.current_email)
    const isDone = change.used_at !== null && isPresent && change.current_verified
    if (isDone && change.open) return change.email
    const isOver = change.used_at !== null || change.expires_at <= ctx.clock.now() || !change.open
    if (isOver) throw new ApiError('emailLinkOver')
    if (await isGuardianMailbox(ctx, change.person_id, change.email)) throw new ApiError('guardianMailbox')
    await storeConfirmedEmail(tx, change, ctx.clock.now())
    await ctx.auditLog.add(tx, {
      ...toAuditActor(null, ctx.origin),
      action: 'profile.email',
      patientId: change.person_id,
    })
    if (change.current_email !== null && !isPresent) {
      await ctx.mail.queue(tx, emailChanged, {
        recipient: change.current_email,
        person_id: change.person_id,
        data: {
          first_name: change.first_name,
          masked: maskEmail(change.email),
          reportPath: await createReportLink(
            ctx,
            tx,
            change.person_id,
            describeEmailChange('made', ctx.clock.now()),
          ),
        },
      })
    }
    return change.email
  })
  return { email: maskEmail(confirmed) }
})

export const readEmailState = operation(emailVerificationEndpoints.state, async (ctx) => {
  const person = await findOwnPerson(ctx)
  const { email, email_pending } = toPatient(ctx, person)
  return {
    email: email === null ? null : maskEmail(email),
    verified: person.email_verified_at !== null,
    pending: email_pending,
    question: isEmailQuestionDue(person, ctx.clock.now()),
  }
})

export const resendVerification = operation(emailVerificationEndpoints.resend, async (ctx) => {
  const person = await findOwnPerson(ctx)
  const { email } = person
  if (email === null)
    throw new ApiError('changedMeanwhile', { msg: 'Tu cuenta no tiene un e-mail. Agrégalo en tu perfil' })
  if (person.email_verified_at !== null)
    throw new ApiError('changedMeanwhile', { msg: 'Tu e-mail ya está verificado' })
  await ctx.rateLimiter.consumeEach([limits.emailChange], String(person.id))
  await ctx.db.transaction(async (tx) => {
    await queueVerification(ctx, tx, person.id, email)
    await ctx.audit.add(tx, 'profile.emailLink', { patientId: ctx.actor.id })
  })
  return { email: maskEmail(email) }
})

export const answerEmailQuestion = operation(
  emailVerificationEndpoints.answerQuestion,
  async (ctx, { body }) => {
    await ctx.db.transaction(async (tx) => {
      await recordEmailAnswer(tx, ctx.actor.id, ctx.clock.now())
      const detail = { answer: body.answer }
      await ctx.audit.add(tx, 'profile.emailQuestion', { patientId: ctx.actor.id, detail })
    })
    return {}
  },
)
