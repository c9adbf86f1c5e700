/**
 * Identity checks: started for a RUN and ended with a code. A passed check has a `solem`, which one registration can
 * use. Only the browser that passed the check gets the `solem`, and not others who know the window's address.
 */

import { timingSafeEqual } from 'node:crypto'
import { ApiError } from '@mi-portal/contract/api-error'
import type { IdentityState, IdentityStep } from '@mi-portal/contract/identity'
import { permits } from '@mi-portal/contract/permissions'
import type { Day } from '@mi-portal/contract/values/dates'
import * as z from 'zod/mini'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { IpRateLimits } from '../../platform/security/ip-rate-limits.ts'
import { callerNetwork, limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import { hashToken, newToken } from '../../platform/security/tokens.ts'
import type { CivilRegistry } from '../../ports/civil-registry.ts'
import type {
  IdentityCheck,
  IdentityChecks,
  IdentityProofs,
  ProvenPerson,
  ProviderCheck,
} from '../../ports/identity-check.ts'
import { codeOf, lifetimes, splitSurnames, verdictOf } from './identity.rules.ts'
import type { CheckRow } from './identity.sql.ts'
import * as identitySql from './identity.sql.ts'

type IdentityDependencies = {
  readonly db: Database
  readonly checks: IdentityChecks
  readonly registry: CivilRegistry
  readonly recordDeath: (personId: number, run: string, on: Day | null) => Promise<unknown>
  /** Returns the member of staff whose session has this token, or null. */
  readonly staff: (token: string, origin: Origin) => Promise<Actor | null>
  readonly rateLimiter: RateLimiter
  readonly ipRateLimits: IpRateLimits
  readonly audit: Audit
  readonly clock: Clock
  readonly publicUrl: string
  /** Marks the right options, so that a visitor of the demonstration can pass. */
  readonly marksRight: boolean
}

type Started = {
  readonly document_number: string
  readonly number: string
  readonly email?: string | undefined
  readonly cellphone?: string | undefined
  readonly altcha?: string | undefined
}

/** A step, with the `solem` if this call earned it. */
type Outcome = { readonly step: IdentityStep; readonly solem: string | null }

const askedQuestions = z.array(
  z.object({
    text: z.string(),
    options: z.array(z.object({ id: z.string(), text: z.string() })),
    right: z.string(),
  }),
)
// Limits of failed attempts from one IP address: a wrong card number, wrong answers.
const countedLimits = [limits.identityStart, limits.identityStartDay]
const returnStateSchema = z.record(z.string(), z.string())

export function createIdentityService(dependencies: IdentityDependencies) {
  const { db, checks, registry, recordDeath, staff, rateLimiter, audit, clock, publicUrl, marksRight } =
    dependencies

  function questionsOf(row: CheckRow) {
    const read = z.safeParse(askedQuestions, row.questions)
    return read.success ? read.data : []
  }

  function done(state: IdentityState, solem: string | null): IdentityStep {
    const code = codeOf(state)
    return { state: 'done', question: null, result: code === null ? null : { code, solem } }
  }

  function present(row: CheckRow, answered: number): IdentityStep {
    const questions = questionsOf(row)
    const current = questions[answered]
    if (current === undefined) return { state: 'asking', question: null, result: null }
    const options = current.options.map((option) =>
      marksRight && option.id === current.right ? { ...option, right: true } : option,
    )
    return {
      state: 'asking',
      question: { number: answered + 1, of: questions.length, text: current.text, options },
      result: null,
    }
  }

  async function recordAudit(row: CheckRow, state: IdentityState, origin: Origin): Promise<void> {
    await audit.record({
      actorId: null,
      actorRole: 'anonymous',
      action: 'identity.check',
      patientId: await identitySql.patientOf(db, row.run),
      outcome: state === 'verified' ? 'done' : 'refused',
      origin,
      detail: { provider: row.provider, state },
    })
  }

  async function finish(
    row: CheckRow,
    state: IdentityState,
    origin: Origin,
    person: ProvenPerson | null = null,
  ): Promise<Outcome> {
    const now = clock.now()
    const solem = state === 'verified' ? newToken() : null
    const proof =
      solem === null
        ? null
        : {
            hash: hashToken(solem),
            expiresAt: new Date(now.getTime() + lifetimes.proof),
            names: person?.names ?? null,
            lastname: person?.lastname ?? null,
          }
    // Another call ended the check concurrently; its result counts.
    if (!(await identitySql.end(db, row.id, state, now, proof))) {
      const ended = await found(row.id, row)
      return { step: done(ended.state, null), solem: null }
    }
    if (state === 'failed')
      for (const limit of countedLimits) await rateLimiter.count(limit, callerNetwork(origin.ip))
    await recordAudit(row, state, origin)
    return { step: done(state, solem), solem }
  }

  async function found(id: number, fallback: CheckRow): Promise<CheckRow> {
    return (await identitySql.byId(db, id)) ?? fallback
  }

  /** Finds the check of a window's address, and ends it if it has expired. */
  async function open(key: string, origin: Origin): Promise<CheckRow> {
    const row = await identitySql.byKey(db, hashToken(key))
    if (row === null) throw new ApiError('notFound')
    if (row.state !== 'asking' || row.expires_at > clock.now()) return row
    await finish(row, 'expired', origin)
    return { ...row, state: 'expired' }
  }

  /** Returns the state of a check. `solem` is the proof that this browser has already. */
  async function step(key: string, solem: string | null, origin: Origin): Promise<IdentityStep> {
    const row = await open(key, origin)
    if (row.state === 'asking') return present(row, row.answered)
    const own = solem !== null && row.solem_hash !== null && timingSafeEqual(row.solem_hash, hashToken(solem))
    return done(row.state, own ? solem : null)
  }

  async function answer(key: string, number: number, option: string, origin: Origin): Promise<Outcome> {
    const row = await open(key, origin)
    const question = questionsOf(row)[row.answered]
    if (row.state !== 'asking' || question === undefined || number !== row.answered + 1)
      return { step: await step(key, null, origin), solem: null }
    if (row.answered === 0 && (await rateLimiter.consume(limits.identityTry, row.run)).over)
      return finish(row, 'failed', origin)
    const counted = await identitySql.answer(db, row.id, row.answered, option !== question.right, clock.now())
    if (counted === null) return { step: await step(key, null, origin), solem: null }
    const verdict = verdictOf(counted.answered, counted.wrong, questionsOf(row).length)
    if (verdict !== 'asking') return finish(row, verdict, origin)
    return { step: present(row, counted.answered), solem: null }
  }

  /** Returns how a check starts with the embedded provider: with questions, or ended at once. */
  async function startEmbedded(
    check: IdentityCheck,
    started: Started,
  ): Promise<{ state: IdentityState; questions: unknown }> {
    if (check.kind !== 'embedded') return { state: 'asking', questions: null }
    const questions = await check.ask(started.document_number, started.number)
    if (questions === null) return { state: 'unknown', questions: null }
    // Only a holder of the card learns that the attempts are used up.
    const { over } = await rateLimiter.peek(limits.identityTry, started.document_number)
    return over ? { state: 'failed', questions: null } : { state: 'asking', questions }
  }

  /** A check that began before the mode was changed still returns from its provider. */
  function provider(): ProviderCheck {
    const check = checks.of('oidc')
    if (check?.kind !== 'oidc') throw new ApiError('notFound')
    return check
  }

  const resultAddress = (key: string) => `${publicUrl}/identidad/${key}/resultado`

  /**
   * Returns the person of a RUN. A death that the registry reports is recorded, if the clinic knows the person, and rejected:
   * another person proved this identity.
   */
  async function findRegistered(run: string) {
    const person = await registry.person(run)
    if (!person?.deceased) return person
    const known = await identitySql.patientOf(db, run)
    if (known !== null) await recordDeath(known, run, person.deceased.on)
    throw new ApiError('registeredAsDeceased')
  }

  /**
   * Returns what the civil registry and the provider know of the person of a proof; null if the proof is not valid.
   */
  async function find(solem: string, run: string) {
    const proof = await identitySql.proven(db, hashToken(solem), run, clock.now())
    if (proof === null) return null
    const person = await findRegistered(run)
    const { last_name, second_name } = person ?? splitSurnames(proof.lastname ?? '')
    return {
      names: person?.names ?? proof.names,
      last_name,
      second_name,
      date_birth: person?.date_birth ?? null,
    }
  }

  const proofs: IdentityProofs = {
    isLeftToStaff: async () => (await checks.current()).kind === 'staff',
    find,
    consume: (tx, solem, run) => identitySql.consumeProof(tx, hashToken(solem), run, clock.now()),
  }

  return {
    proofs,

    /** Records the deaths of patients that a file of the registry brought. Returns how many. */
    recordImportedDeaths: async (): Promise<number> => {
      const deaths = await registry.listUnrecordedDeaths()
      for (const { personId, run, on } of deaths) await recordDeath(personId, run, on)
      return deaths.length
    },

    /** Starts a check. An unknown RUN or a wrong card number shows only at the end. */
    start: async (started: Started, origin: Origin) => {
      const check = await checks.current()
      if (check.kind === 'staff') throw new ApiError('notFound')
      const address = await dependencies.ipRateLimits.admit(
        'registration',
        countedLimits,
        origin.ip,
        started.altcha,
      )
      const key = newToken()
      const now = clock.now()
      const beginning = await startEmbedded(check, started)
      if (beginning.state === 'unknown') await address.countFailure()
      await identitySql.insert(db, {
        keyHash: hashToken(key),
        provider: check.kind,
        run: started.document_number,
        ...beginning,
        email: started.email ?? null,
        cellphone: started.cellphone ?? null,
        now,
        expiresAt: new Date(now.getTime() + lifetimes.check),
      })
      const window = check.kind === 'oidc' ? `/api/identity/oidc/${key}` : `/identidad/${key}`
      return { verification_id: key, url: `${publicUrl}${window}` }
    },

    step,

    /** Counts an answer once; the same answer again returns the present step. */
    answer,

    cancel: async (key: string, origin: Origin): Promise<IdentityStep> => {
      const row = await open(key, origin)
      return row.state === 'asking' ? (await finish(row, 'cancelled', origin)).step : done(row.state, null)
    },

    /**
     * Returns the provider's address and the mark that the browser must bring back. If the check has ended, returns the
     * address of its result, without a mark.
     */
    goToProvider: async (key: string, origin: Origin) => {
      const there = provider()
      const row = await open(key, origin)
      if (row.provider !== 'oidc') throw new ApiError('notFound')
      if (row.state !== 'asking') return { address: resultAddress(key), mark: null }
      const { address, returnState } = await there.begin()
      const mark = newToken()
      if (
        !(await identitySql.storeReturnState(db, row.id, {
          ...returnState,
          mark: hashToken(mark).toString('base64url'),
        }))
      )
        return { address: resultAddress(key), mark: null }
      return { address: address.href, mark }
    },

    /**
     * Checks the return from the provider. Throws if this browser started no such check, or if the return is not the
     * answer to it.
     */
    returnFromProvider: async (
      brought: { readonly key: string; readonly mark: string } | null,
      query: string,
      origin: Origin,
    ) => {
      const there = provider()
      const row = brought === null ? null : await identitySql.byKey(db, hashToken(brought.key))
      const returnState = row === null ? null : z.safeParse(returnStateSchema, row.questions)
      if (
        brought === null ||
        row === null ||
        !returnState?.success ||
        returnState.data.mark !== hashToken(brought.mark).toString('base64url')
      )
        throw new ApiError('identityWindowOver')
      const current = await open(brought.key, origin)
      const result = { address: resultAddress(brought.key), solem: null }
      if (current.state !== 'asking') return result
      const person = await there.finish(
        new URL(query, `${publicUrl}/api/identity/oidc/return`),
        returnState.data,
      )
      if (person === 'refused') throw new ApiError('identityWindowOver')
      if (person === 'cancelled' || person === 'failed') {
        await finish(row, person, origin)
        return result
      }
      // A proof of another identity proves nothing about this RUN.
      const { solem } = await finish(row, person.run === row.run ? 'verified' : 'failed', origin, person)
      return { ...result, solem }
    },

    /**
     * Returns the names and the birth date of a RUN to a person who proved to be its holder and to staff that open accounts; throws 403
     * for anyone else.
     */
    info: async (
      run: string,
      given: { readonly solem: string | null; readonly token: string | undefined },
      origin: Origin,
    ) => {
      const proven = given.solem === null ? null : await find(given.solem, run)
      const caller = proven === null && given.token !== undefined ? await staff(given.token, origin) : null
      const actor = caller !== null && permits(caller.permissions, 'users.edit') ? caller : null
      if (proven === null && actor === null) {
        await rateLimiter.consumeEach([limits.registryLook, limits.registryLookDay], callerNetwork(origin.ip))
        throw new ApiError('forbidden')
      }
      const person = proven ?? (await findRegistered(run))
      if (!person?.names) throw new ApiError('notFound')
      await audit.record({
        actorId: actor?.id ?? null,
        actorRole: actor?.rol ?? 'anonymous',
        action: 'identity.info',
        patientId: await identitySql.patientOf(db, run),
        origin,
      })
      return {
        names: person.names,
        lastname: `${person.last_name} ${person.second_name}`.trim(),
        date_birth: person.date_birth ?? '',
      }
    },

    purge: (before: Date) => identitySql.purge(db, before),
  }
}

export type IdentityService = ReturnType<typeof createIdentityService>
