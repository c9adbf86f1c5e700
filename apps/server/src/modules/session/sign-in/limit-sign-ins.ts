import { ApiError } from '@mi-portal/contract/calls/api-error'
import { accountStatus, type Role } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Context } from '../../../platform/context/context.ts'
import { brokenConstraint } from '../../../platform/database/constraint-errors.ts'
import {
  callerNetwork,
  type Limit,
  limits,
  type RateLimitState,
  rateLimitExceeded,
  type Subject,
} from '../../../platform/security/rate-limiter.ts'
import type { Person } from '../../people/read-people.ts'
import type { Device } from '../devices.rules.ts'
import { findDevice } from '../known-devices.sql.ts'
import { passwordsGuessed } from '../session.mails.ts'
import { getSignInArea } from '../session.rules.ts'
import { hashDevice, type TransactionCheck } from './open-session.ts'

/** Wrong passwords of one account within an hour after which its owner is notified. */
const noticeAfter = 5

export function getSignInLimit(rol: Role): Limit {
  return getSignInArea(rol) === 'staff' ? limits.signInStaff : limits.signIn
}

export function signInSubject(documentType: DocumentTypeId, number: string): string {
  return `${documentType}:${number}`
}

type Flood = {
  /** The counts of this network for this account, of this network for all accounts, and of all networks for this account. */
  readonly standings: readonly [own: RateLimitState, network: RateLimitState, account: RateLimitState]
  readonly person: Person | null
  readonly device: Device
  readonly solution: string | undefined
}

/**
 * Demands a robot check where this account was tried too often from this network, the network failed too often altogether, or the
 * account was tried too often from anywhere; in the last case not of a device that its owner has used before. A stranger in the
 * owner's network can use up each of these limits, so none of them makes the owner wait. Returns whether a check was solved.
 */
export async function rejectFlood(
  ctx: Context,
  { standings, person, device, solution }: Flood,
): Promise<boolean> {
  const [own, network, account] = standings
  const known =
    account.over && person !== null
      ? await ctx.db.run(findDevice, { person_id: person.id, device_hash: hashDevice(person.id, device) })
      : []
  return ctx.ipRateLimits.requireRobotCheckAbove(
    known.length > 0 ? [own, network] : [own, network, account],
    'sign-in',
    solution,
  )
}

/**
 * Counts a wrong password and returns how many the account had in the last hour from anywhere. Concurrent requests, on one
 * server or several, cannot exceed the limit of the network for this account without a robot check each. A password beyond that
 * limit is not answered, so it does not count against the account for other networks.
 */
export async function countWrongPassword(
  ctx: Context,
  limit: Limit,
  account: string,
  address: string,
  isChecked: boolean,
): Promise<number> {
  const [{ over, retryAfter }] = await Promise.all([
    ctx.rateLimiter.consume(limit, callerNetwork(address, account)),
    ctx.rateLimiter.count(limits.signInAddress, callerNetwork(address)),
  ])
  if (over && !isChecked) throw new ApiError('robotCheckNeeded', { retryAfter })
  return (await ctx.rateLimiter.count(limits.signInAccount, account)).count
}

export async function notifyOfGuesses(ctx: Context, person: Person, count: number): Promise<void> {
  const { email } = person
  const isOpen = person.status === accountStatus.enabled && person.deleted_at === null
  if (count < noticeAfter || email === null || !isOpen) return
  const { over } = await ctx.rateLimiter.consume(limits.signInNotice, String(person.id))
  if (over) return
  await ctx.db.transaction((tx) =>
    ctx.mail.queue(tx, passwordsGuessed, {
      recipient: email,
      person_id: person.id,
      data: { first_name: person.greeting_name, isStaff: getSignInArea(person.rol) === 'staff' },
    }),
  )
}

export async function rejectIfLimited(ctx: Context, limit: Limit, tried: Subject): Promise<void> {
  const { over, retryAfter } = await ctx.rateLimiter.peek(limit, tried)
  if (over) throw new ApiError('robotCheckNeeded', { retryAfter })
}

/** Opens no session, and throws 429 like {@link rejectIfLimited}, if the sign-in limit is reached in the same transaction. */
export async function openWithinLimit<T>(
  ctx: Context,
  limit: Limit,
  tried: Subject,
  open: (bar: TransactionCheck) => Promise<T>,
): Promise<T> {
  try {
    return await open((tx) => ctx.rateLimiter.failWhenExceeded(tx, limit, tried))
  } catch (error) {
    if (brokenConstraint(error) !== rateLimitExceeded) throw error
    const { retryAfter } = await ctx.rateLimiter.peek(limit, tried)
    throw new ApiError('robotCheckNeeded', { retryAfter })
  }
}
