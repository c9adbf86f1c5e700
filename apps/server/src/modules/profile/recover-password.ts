import { ApiError } from '@mi-portal/contract/calls/api-error'
import { isStaff } from '@mi-portal/contract/permissions/roles'
import { profileEndpoints } from '@mi-portal/contract/profile'
import { cleanDocument } from '@mi-portal/contract/values/document-number'
import { maskEmailForStrangers } from '@mi-portal/contract/values/email'
import { toAuditActor } from '../../platform/audit.ts'
import type { CallContext, Context } from '../../platform/context/context.ts'
import { operation } from '../../platform/context/operation.ts'
import type { Queries } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import { readToken } from '../../platform/http/checks/admission.ts'
import type { AdmittedCaller } from '../../platform/security/ip-rate-limits.ts'
import { callerNetwork, limits } from '../../platform/security/rate-limiter.ts'
import { createVerificationLink } from '../people/create-verification-link.ts'
import { mailPerson } from '../people/mail-person.ts'
import { findKeyError, findPersonByDocument, getOutgrownStep, type Person } from '../people/read-people.ts'
import {
  createTemporaryKey,
  giveTemporaryKey,
  hasRoomForKey,
  lockSessions,
  openSessionOfToken,
} from '../session/use-sessions.ts'
import {
  recoveryClosed,
  staffTemporaryPassword,
  temporaryPassword,
  verifyToRecover,
} from './profile.mails.ts'
import { closedBecause, findRecoveryError, type NoKeyBecause, profileLimits } from './profile.rules.ts'

const minute = 60_000

type NewKey = Awaited<ReturnType<typeof createTemporaryKey>>

const noKeyLabels = {
  unverified:
    'El e-mail de esta cuenta no está verificado. Enviamos un enlace para verificarlo; después se puede enviar la contraseña temporal',
  held: 'El e-mail de esta cuenta lo cambió el personal hace menos de 72 horas. Hasta entonces no recibe contraseñas temporales',
  guardian:
    'El e-mail de esta cuenta es el de quien representa a la persona. No recibe contraseñas temporales',
} as const

/**
 * Returns the member of staff with this token. Returns null for anyone else, for whom the call is a public one. Throws
 * for staff who first have to choose a password or set up a second factor.
 */
async function findStaffOfToken(
  ctx: Context,
  token: string | undefined,
  origin: Origin,
): Promise<Actor | null> {
  if (token === undefined) return null
  const actor = await openSessionOfToken(ctx, token, null, origin, false).catch((error: unknown) => {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  })
  if (actor === null || !isStaff(actor)) return null
  if (actor.temporaryKey) throw new ApiError('passwordChangeRequired')
  if (actor.lacksFactor) throw new ApiError('secondFactorNeeded')
  return actor
}

async function admitStaff(ctx: CallContext, staff: Actor, person: Person): Promise<void> {
  const rejection = findRecoveryError(staff, person.rol)
  if (rejection !== null) {
    await ctx.auditLog.record({
      ...toAuditActor(staff, ctx.origin),
      action: 'profile.recover',
      patientId: person.id,
      outcome: 'refused',
    })
    throw new ApiError(rejection)
  }
  await ctx.rateLimiter.consumeEach([limits.recoverStaff], String(staff.id))
  await ctx.rateLimiter.consumeEach([limits.recover], `${staff.id}:${person.id}`)
}

/**
 * Counts the request of a caller without a session, and returns whether it may send a mail. Anybody who knows a document can use up
 * these limits, so above them the owner solves a robot check and uses what was mailed before.
 */
async function admitStranger(
  ctx: CallContext,
  stranger: AdmittedCaller,
  person: Person,
): Promise<{ readonly mayMail: boolean }> {
  const network = await ctx.rateLimiter.consume(
    limits.recover,
    callerNetwork(ctx.origin.ip, String(person.id)),
  )
  const account = await ctx.rateLimiter.consume(limits.recoverAccount, String(person.id))
  await stranger.requireRobotCheckAbove([network, account])
  return { mayMail: !account.over }
}

async function mailKey(ctx: Context, tx: Queries, person: Person, made: NewKey): Promise<void> {
  if (person.email === null) return
  const minutes = profileLimits.temporaryPasswordMinutes
  const until = new Date(ctx.clock.now().getTime() + minutes * minute)
  const { hash, tag } = made
  await giveTemporaryKey(ctx, tx, person.id, { hash, tag, until, mailedTo: person.email })
  await mailPerson(
    ctx,
    tx,
    person,
    isStaff(person) ? staffTemporaryPassword : temporaryPassword,
    { key: made.key, minutes },
    { notAfter: until },
  )
}

async function mailVerification(ctx: Context, tx: Queries, person: Person, email: string): Promise<void> {
  const { token, days, until } = await createVerificationLink(ctx, tx, person.id, email)
  await ctx.mail.queue(tx, verifyToRecover, {
    recipient: email,
    person_id: person.id,
    data: { token, days },
    notAfter: until,
  })
}

async function mailRecovery(
  ctx: Context,
  tx: Queries,
  person: Person,
  because: NoKeyBecause | null,
  made: NewKey,
  isStaff: boolean,
): Promise<void> {
  if (person.deceased_at !== null) return
  if (because === null) {
    await lockSessions(tx, person.id)
    // A stranger who asks again and again does not void what was just mailed.
    if (isStaff || (await hasRoomForKey(ctx, tx, person.id))) await mailKey(ctx, tx, person, made)
    return
  }
  if (person.email === null) return
  if (because === 'unverified') return mailVerification(ctx, tx, person, person.email)
  await mailPerson(ctx, tx, person, recoveryClosed, { because })
}

function rejectClosed(person: Person, closed: NoKeyBecause | null): void {
  if (person.deceased_at !== null) throw new ApiError('personDeceased')
  if (closed === 'locked' || closed === 'frozen')
    throw new ApiError('accountLocked', {
      msg: 'Esta cuenta no puede recibir contraseñas temporales hasta que se desbloquee en persona',
    })
}

export const recoverPassword = operation(
  profileEndpoints.recover,
  async (ctx, { body: document, request }) => {
    const staff = await findStaffOfToken(ctx, readToken(request), ctx.origin)
    const stranger =
      staff === null
        ? await ctx.ipRateLimits.admit('recover', [limits.recoverAddress], ctx.origin.ip, document.altcha)
        : null
    const number = cleanDocument(document.document_type_id, document.document_number)
    const person = await findPersonByDocument(
      ctx,
      document.document_type_id,
      number,
      document.document_country,
    )
    if (person === null) {
      await stranger?.countFailure()
      throw new ApiError('noAccount')
    }
    if (staff !== null) await admitStaff(ctx, staff, person)
    const { mayMail } = stranger === null ? { mayMail: true } : await admitStranger(ctx, stranger, person)
    const closed = closedBecause({
      status: person.status,
      deleted: person.deleted_at !== null,
      outgrown: getOutgrownStep(ctx, person),
      locked: person.locked_at !== null,
      frozen: person.recovery_frozen_at !== null,
    })
    if (staff !== null) rejectClosed(person, closed)
    const because = closed ?? (await findKeyError(ctx, person))
    // A temporary password is created in every case, so that the response time does not reveal which one it is.
    const made = await createTemporaryKey(ctx)
    await ctx.db.transaction(async (tx) => {
      if (mayMail) await mailRecovery(ctx, tx, person, because, made, staff !== null)
      await ctx.auditLog.add(tx, {
        ...toAuditActor(staff, ctx.origin),
        action: 'profile.recover',
        patientId: person.id,
      })
    })
    // Only staff learn why no temporary password was sent. Every other caller gets the same answer.
    if (staff !== null && (because === 'unverified' || because === 'held' || because === 'guardian'))
      throw new ApiError('changedMeanwhile', { msg: noKeyLabels[because] })
    const email = person.email === null ? null : maskEmailForStrangers(person.email)
    return { patient: { document_number: number, email } }
  },
)
