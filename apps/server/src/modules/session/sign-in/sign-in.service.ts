/** Signs people in with a password, and with the second factor of accounts that have one. */
import { ApiError, type ApiErrorCode } from '@mi-portal/contract/api-error'
import type { Credentials } from '@mi-portal/contract/credentials'
import { cleanDocument } from '@mi-portal/contract/values/document-number'
import type { Audit } from '../../../platform/audit.ts'
import type { Origin } from '../../../platform/http/actor.ts'
import type { Branding } from '../../../platform/mail-layout.ts'
import type { Passwords } from '../../../platform/security/passwords.ts'
import {
  callerNetwork,
  type Limit,
  limits,
  type RateLimiter,
  type Subject,
} from '../../../platform/security/rate-limiter.ts'
import type { PeopleService } from '../../people/people.service.ts'
import type { Device } from '../devices.rules.ts'
import type { SecondFactorService } from '../second-factor/second-factor.service.ts'
import { type SignInArea, signInAreaOf, signInErrorOf } from '../session.rules.ts'
import type { SessionService } from '../session.service.ts'
import type { TemporaryKey } from '../temporary-keys.store.ts'
import type { MailedCodesService } from './mailed-codes.service.ts'
import type { Person, SessionOpeningService, TransactionCheck } from './session-opening.service.ts'
import { type SignInLimitsService, signInSubject } from './sign-in-limits.service.ts'

type SignInServiceDependencies = {
  readonly people: PeopleService
  readonly secondFactor: SecondFactorService
  readonly mailedCodes: MailedCodesService
  readonly findKeys: SessionService['findKeys']
  readonly passwords: Passwords
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly limiting: SignInLimitsService
  readonly opening: SessionOpeningService
  readonly branding: Pick<Branding, 'promises'>
}

export function createSignInService({
  people,
  secondFactor,
  mailedCodes,
  findKeys,
  passwords,
  rateLimiter,
  audit,
  limiting,
  opening: { openSession },
  branding,
}: SignInServiceDependencies) {
  const { rejectFlood, countWrong, notifyOfGuesses, rejectIfLimited, openWithinLimit } = limiting

  /**
   * Returns which of the account's passwords this is: its own, a temporary one, or none. Every password that is answered as wrong is
   * verified twice, also without an account or a temporary password and on the other sign-in page, so that the response time shows
   * neither.
   */
  async function verifyPassword(person: Person | null, password: string, area: SignInArea, from: string) {
    const own = await passwords.verify(person?.password_hash ?? null, password, from)
    if (own && person !== null && signInAreaOf(person.rol) === area) return { right: true, key: null }
    const [first = null, ...others] = await findKeys(person?.id ?? 0, password)
    for (const key of [first, ...others])
      if (await passwords.verify(key?.hash ?? null, password, from))
        return { right: true, key: own ? null : key }
    return { right: own, key: null }
  }

  /** The answer to an account whose identity is being confirmed says until when the clinic promises to decide. */
  function rejectionError(code: ApiErrorCode): ApiError {
    if (code !== 'awaitingValidation') return new ApiError(code)
    const msg = `Estamos validando tu identidad. Te avisaremos por correo electrónico en un plazo de ${branding.promises.identity}`
    return new ApiError(code, { msg })
  }

  const describeStanding = (person: Person) => ({
    rol: person.rol,
    status: person.status,
    deleted: person.deleted_at !== null,
    outgrown: people.outgrownStep(person),
    locked: person.locked_at !== null,
    deceased: person.deceased_at !== null,
  })

  /**
   * Opens the session of a challenge if the code is right. Throws 400 with error number 8 for a wrong code or a challenge
   * that is over, and the account's own error if it may not sign in any more.
   */
  async function answerSecondFactor(
    answer: { challenge: string; code: string },
    device: Device,
    origin: Origin,
  ) {
    const { personId, keyHash } = await secondFactor.attemptChallenge(answer.challenge)
    const person = await people.byId(personId)
    const rejection = person ? signInErrorOf(describeStanding(person), signInAreaOf(person.rol), true) : null
    if (!person || rejection !== null) throw rejectionError(rejection ?? 'challengeOver')
    const attempt = { holder: person, code: answer.code, atSignIn: true, action: 'session.open', origin }
    return secondFactor.withCode(attempt, (demandRight) =>
      openSession(person, keyHash, device, origin, {
        before: async (tx) => {
          await demandRight(tx)
          if (!(await secondFactor.closeChallenge(tx, answer.challenge))) throw new ApiError('challengeOver')
        },
      }),
    )
  }

  function auditDenial(
    person: Person | null,
    rejection: ApiErrorCode | null,
    device: Device,
    origin: Origin,
  ) {
    return audit.record({
      actorId: person?.id ?? null,
      actorRole: person?.rol ?? 'anonymous',
      action: 'session.open',
      patientId: null,
      outcome: 'refused',
      origin,
      detail: { refusal: rejection, device: device.words },
    })
  }

  type Admitted = {
    readonly person: Person
    /** Whether the account has a second factor. */
    readonly hasFactor: boolean
    readonly key: TemporaryKey | null
    readonly area: SignInArea
    readonly device: Device
    readonly origin: Origin
  }

  async function admit(
    { person, hasFactor, key, area, device, origin }: Admitted,
    {
      limit,
      tried,
      count,
      isChecked,
    }: {
      readonly limit: Limit
      readonly tried: Subject
      readonly count: number
      readonly isChecked: boolean
    },
  ) {
    // In nearly all sign-ins nothing was counted before, and only the session has to be written.
    if (count === 0 && area === 'patient' && key === null && !hasFactor)
      return openWithinLimit(limit, tried, (bar) => openSession(person, null, device, origin, { bar }))
    if (!isChecked) await rejectIfLimited(limit, tried)
    if (count > 0) await rateLimiter.reset(limit, tried)
    if (key !== null && key.mailed_to === null)
      return {
        second_factor: true,
        challenge: await mailedCodes.sendCode(person, key.hash),
        code_from: 'email' as const,
      }
    return continueSignIn(person, key?.hash ?? null, hasFactor, device, origin)
  }

  /** Asks for the second factor of a person who has one; otherwise opens the session. */
  async function continueSignIn(
    person: Person,
    keyHash: string | null,
    hasFactor: boolean,
    device: Device,
    origin: Origin,
  ) {
    if (!hasFactor) return openSession(person, keyHash, device, origin, {})
    const challenge = await secondFactor.challenge(person.id, keyHash)
    return { second_factor: true, challenge, code_from: 'app' as const }
  }

  /**
   * Completes a sign-in with a password that staff typed. Throws 400 with error number 8 for a wrong code or a challenge that is over, and
   * the account's own error if it may not sign in any more.
   */
  async function answerMailedCode(
    answer: { challenge: string; code: string },
    device: Device,
    origin: Origin,
  ) {
    const { personId, keyHash, isRight } = await mailedCodes.answerChallenge(answer.challenge, answer.code)
    const person = await people.byId(personId)
    if (!isRight) {
      await auditDenial(person, 'wrongSecondFactor', device, origin)
      throw new ApiError('wrongSecondFactor', { param: 'code' })
    }
    const rejection = person ? signInErrorOf(describeStanding(person), signInAreaOf(person.rol), true) : null
    if (!person || rejection !== null) throw rejectionError(rejection ?? 'challengeOver')
    return continueSignIn(person, keyHash, await hasSecondFactor(person), device, origin)
  }

  /**
   * Hashes the password again if it was hashed with less work than configured now. If the server is too busy, a later
   * sign-in does.
   */
  async function renewHash({ id, password_hash }: Person, password: string): Promise<void> {
    if (password_hash === null || !passwords.isOutdated(password_hash)) return
    try {
      await people.accounts.renewHash(id, password_hash, await passwords.hash(password))
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
  }

  const hasSecondFactor = async (person: Person | null) => person !== null && secondFactor.isOn(person.id)

  async function signIn(credentials: Credentials, area: SignInArea, device: Device, origin: Origin) {
    const number = cleanDocument(credentials.document_type_id, credentials.document_number)
    const account = signInSubject(credentials.document_type_id, number)
    const limit = area === 'staff' ? limits.signInStaff : limits.signIn
    const tried = callerNetwork(origin.ip, account)
    const [standings, person] = await Promise.all([
      rateLimiter.peekThree([
        [limit, tried],
        [limits.signInAddress, callerNetwork(origin.ip)],
        [limits.signInAccount, account],
      ]),
      people.byDocument(credentials.document_type_id, number, credentials.document_country),
    ])
    const isChecked = await rejectFlood({ standings, person, device, solution: credentials.altcha })
    // The question for the second factor takes no time of its own: a password takes longer to verify.
    const [{ right, key }, hasFactor] = await Promise.all([
      verifyPassword(person, credentials.password, area, origin.ip),
      hasSecondFactor(person),
    ])
    const wrongCount = right ? 0 : await countWrong(limit, account, origin.ip, isChecked)
    const rejection = person ? signInErrorOf(describeStanding(person), area, right) : ('noAccount' as const)
    if (rejection === null && person) {
      const count = standings[0].count
      const answer = await admit(
        { person, hasFactor, key, area, device, origin },
        { limit, tried, count, isChecked },
      )
      if (key === null) await renewHash(person, credentials.password)
      return answer
    }
    if (right && !isChecked) await rejectIfLimited(limit, tried)
    await auditDenial(person, rejection, device, origin)
    if (person !== null) await notifyOfGuesses(person, wrongCount)
    throw rejectionError(rejection ?? 'wrongPassword')
  }

  /**
   * Returns the person whose passkey signed the challenge of a sign-in. Throws the account's own error if they may not sign in,
   * or not on this page.
   */
  async function findByPasskey(
    personId: number,
    area: SignInArea,
    device: Device,
    origin: Origin,
  ): Promise<Person> {
    const person = await people.byId(personId)
    const rejection = person ? signInErrorOf(describeStanding(person), area, true) : ('noAccount' as const)
    if (person && rejection === null) return person
    await auditDenial(person, rejection, device, origin)
    const isElsewhere = rejection === 'wrongPassword' || rejection === 'noAccount'
    throw isElsewhere ? new ApiError('passkeyRejected') : rejectionError(rejection ?? 'passkeyRejected')
  }

  return {
    findByPasskey,
    /** Opens a session after a passkey was verified. `recordUse` runs in the same transaction and may prevent it. */
    openByPasskey: (person: Person, device: Device, origin: Origin, recordUse: TransactionCheck) =>
      openSession(person, null, device, origin, { before: recordUse, byPasskey: true }),
    signIn: (credentials: Credentials, device: Device, origin: Origin) =>
      signIn(credentials, 'patient', device, origin),
    signInStaff: (credentials: Credentials, device: Device, origin: Origin) =>
      signIn(credentials, 'staff', device, origin),
    answerSecondFactor,
    answerMailedCode,
  }
}

export type SignInService = ReturnType<typeof createSignInService>
