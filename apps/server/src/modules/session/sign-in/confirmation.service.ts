/** Confirms that the person who uses a session still is the one who signed in. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { PasswordConfirmation } from '@mi-portal/contract/session-confirmation'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import type { Passwords } from '../../../platform/security/passwords.ts'
import { limits, type RateLimiter } from '../../../platform/security/rate-limiter.ts'
import type { PeopleService } from '../../people/people.service.ts'
import type { SecondFactorService } from '../second-factor/second-factor.service.ts'
import type { SessionStore } from '../session.store.ts'
import type { Person } from './session-opening.service.ts'
import { type SignInLimitsService, signInLimitOf, signInSubject } from './sign-in-limits.service.ts'

type ConfirmationDependencies = {
  readonly db: Database
  readonly store: SessionStore
  readonly people: PeopleService
  readonly secondFactor: SecondFactorService
  readonly passwords: Passwords
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
  readonly limiting: SignInLimitsService
}

const action = 'session.confirm'

export function createConfirmationService({
  db,
  store,
  people,
  secondFactor,
  passwords,
  rateLimiter,
  audit,
  clock,
  limiting,
}: ConfirmationDependencies) {
  /** Records the confirmation of the caller's session. Throws 401 if the session has ended meanwhile. */
  async function recordConfirmation(
    tx: Queries,
    actor: Actor,
    origin: Origin,
    way: 'password' | 'passkey',
  ): Promise<void> {
    if (!(await store.confirm(tx, actor.sessionId, clock.now(), way === 'passkey')))
      throw new ApiError('noSession')
    await audit.add(tx, {
      actorId: actor.id,
      actorRole: actor.rol,
      action,
      patientId: null,
      origin,
      detail: { way },
    })
  }

  /**
   * Counts a wrong password like one of a sign-in, and for the account from any network. Throws 429 above the second limit, which only
   * the holder of a session can use up: a stranger in the same network does not make the owner wait.
   */
  async function countWrong(person: Person, subject: string, origin: Origin): Promise<void> {
    const { over, retryAfter } = await rateLimiter.consume(limits.confirmation, String(person.id))
    const count = await limiting.countWrong(signInLimitOf(person.rol), subject, origin.ip, true)
    if (over) throw new ApiError('tooManySignIns', { retryAfter })
    await audit.record({
      actorId: person.id,
      actorRole: person.rol,
      action,
      patientId: null,
      outcome: 'refused',
      origin,
    })
    await limiting.notifyOfGuesses(person, count)
  }

  /**
   * Confirms the caller's session by their own password, and by a code if the account has a second factor. Returns false if the
   * code is still missing. Throws 400 for a wrong password or code, and 429 after too many.
   */
  async function confirmByPassword(
    actor: Actor,
    { password, code }: PasswordConfirmation,
    origin: Origin,
  ): Promise<boolean> {
    const person = await people.byId(actor.id)
    if (!person) throw new ApiError('noSession')
    const subject = signInSubject(person.document_type_id, person.document_number)
    const rejectIfLimited = async () => {
      const { over, retryAfter } = await rateLimiter.peek(limits.confirmation, String(person.id))
      if (over) throw new ApiError('tooManySignIns', { retryAfter })
    }
    await rejectIfLimited()
    if (!(await passwords.verify(person.password_hash, password, origin.ip))) {
      await countWrong(person, subject, origin)
      throw new ApiError('wrongConfirmation', { param: 'password' })
    }
    // Of many passwords at once, a right one beyond the limit is not answered either.
    await rejectIfLimited()
    await rateLimiter.reset(limits.confirmation, String(person.id))
    if (!(await secondFactor.isOn(person.id))) {
      await db.transaction((tx) => recordConfirmation(tx, actor, origin, 'password'))
      return true
    }
    if (code === undefined) return false
    await secondFactor.withCode({ holder: person, code, atSignIn: false, action, origin }, (demandRight) =>
      db.transaction(async (tx) => {
        await demandRight(tx)
        await recordConfirmation(tx, actor, origin, 'password')
      }),
    )
    return true
  }

  return {
    confirmByPassword,
    /** Confirms the caller's session within the caller's transaction, after their passkey was verified. */
    confirmByPasskey: (tx: Queries, actor: Actor, origin: Origin) =>
      recordConfirmation(tx, actor, origin, 'passkey'),
  }
}

export type ConfirmationService = ReturnType<typeof createConfirmationService>
