/** A registry by HTTP (docs/integration/civil-registry.md). RUNs and card numbers are in bodies, never in addresses, which proxies log. */

import { ApiError } from '@mi-portal/contract/calls/api-error'
import { formatRun } from '@mi-portal/contract/values/run'
import type * as z from 'zod/mini'
import type { Platform } from '../../platform/composition/platform.ts'
import { bytesWithin } from '../../platform/external/bytes-within.ts'
import { createFailureBreaker } from '../../platform/external/failure-breaker.ts'
import { createTroubleLog } from '../../platform/external/trouble-log.ts'
import { describeError } from '../../platform/logger.ts'
import type { CivilRegistry, HolderFacts } from '../../ports/civil-registry.ts'
import * as civilRegistrySql from './civil-registry.sql.ts'
import { type HolderAnswer, holderAnswer, personAnswer, unknownPersonAnswer } from './http-answers.ts'
import { createWrongAnswers, normalizeGivenNames } from './wrong-answers.ts'

/** Milliseconds: timeout of one request, and how long the circuit breaker stays open. */
export type RegistryTimeouts = { readonly attempt: number; readonly rest: number }

type HttpRegistryDependencies = Pick<Platform, 'db' | 'clock' | 'logger'> & {
  readonly url: string
  readonly token: string | undefined
  readonly secret: string
  readonly timeouts?: RegistryTimeouts
}

const ordinary: RegistryTimeouts = { attempt: 4_000, rest: 15_000 }
const mostBytes = 64 * 1024
const longestWait = 3_600

class Unanswered extends Error {
  readonly wait: number | undefined
  constructor(message: string, cause?: unknown, wait?: number) {
    super(message, { cause })
    this.wait = wait
  }
}

export function createHttpRegistry(dependencies: HttpRegistryDependencies): CivilRegistry {
  const { url, token, secret, db, clock, logger, timeouts = ordinary } = dependencies
  const now = () => clock.now().getTime()
  const logTrouble = createTroubleLog(logger, now)
  const breaker = createFailureBreaker(now, timeouts.rest)

  function down(cause: unknown, retryAfter?: number): ApiError {
    return new ApiError('registryDown', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })
  }

  function rejectAnswer(fields: object): ApiError {
    logTrouble(fields, 'civil registry: the answer cannot be used')
    return down(new Error('the answer of the civil registry cannot be used'))
  }

  async function send(path: string, body: object): Promise<{ status: number; bytes: Uint8Array }> {
    try {
      const answer = await fetch(`${url}${path}`, {
        method: 'POST',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify(body),
        redirect: 'manual',
        signal: AbortSignal.timeout(timeouts.attempt),
      })
      if (answer.status === 429 || answer.status >= 500) {
        await answer.body?.cancel()
        const seconds = Number(answer.headers.get('retry-after') ?? Number.NaN)
        logTrouble({ path, status: answer.status }, 'civil registry: the service is not available')
        throw new Unanswered(
          `the civil registry answered ${answer.status}`,
          undefined,
          seconds >= 0 ? Math.min(seconds, longestWait) : undefined,
        )
      }
      return { status: answer.status, bytes: await bytesWithin(mostBytes, answer) }
    } catch (cause) {
      if (cause instanceof Unanswered) throw cause
      logTrouble({ path, ...describeError(cause) }, 'civil registry: the service did not answer')
      throw new Unanswered('the civil registry did not answer', cause)
    }
  }

  async function post(path: string, body: object) {
    const wait = breaker.secondsToWait()
    if (wait !== null) throw down(new Error('no request is sent while the circuit breaker is open'), wait)
    try {
      const answer = await send(path, body)
      breaker.succeeded()
      return answer
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      breaker.failed()
      throw down(error, error.wait)
    }
  }

  function parse(path: string, bytes: Uint8Array): unknown {
    try {
      return JSON.parse(new TextDecoder().decode(bytes))
    } catch {
      throw rejectAnswer({ path, cause: 'not JSON' })
    }
  }

  async function ask<Schema extends z.ZodMiniType>(
    path: string,
    body: object,
    schema: Schema,
  ): Promise<z.output<Schema> | null> {
    const { status, bytes } = await post(path, body)
    if (status === 404 && unknownPersonAnswer.safeParse(parse(path, bytes)).success) return null
    if (status === 401 || status === 403)
      throw rejectAnswer({ path, status, cause: 'CIVIL_REGISTRY_TOKEN is not accepted' })
    if (status !== 200) throw rejectAnswer({ path, status })
    const read = schema.safeParse(parse(path, bytes))
    if (read.success) return read.data
    throw rejectAnswer({
      path,
      cause: 'not as described',
      members: read.error.issues.map((issue) => issue.path.map(String).join('.')),
    })
  }

  async function askPerson(run: string) {
    const person = await ask('/person', { run: formatRun(run) }, personAnswer)
    if (person !== null && person.run !== run)
      throw rejectAnswer({ path: '/person', cause: 'the answer is about another RUN' })
    return person
  }

  async function findCommune(cut: string | null | undefined): Promise<string> {
    if (!cut) return ''
    return (await db.run(civilRegistrySql.communeName, { cut: cut.padStart(5, '0') }))[0]?.name ?? ''
  }

  async function readFacts(run: string, answer: HolderAnswer): Promise<HolderFacts> {
    const [birth_commune, home_commune] = await Promise.all(
      [answer.birth_commune, answer.home_commune].map(findCommune),
    )
    const codes = [answer.home_commune, answer.birth_commune].flatMap((cut) =>
      cut ? [cut.padStart(5, '0')] : [],
    )
    const others = await db.run(civilRegistrySql.otherCommunes, { cut: codes[0] ?? '', own: codes, key: run })
    return {
      own: {
        date_birth: answer.date_birth,
        mother_given_names: normalizeGivenNames(answer.mother_given_names),
        father_given_names: normalizeGivenNames(answer.father_given_names),
        marital_status: answer.marital_status ?? '',
        birth_commune: birth_commune ?? '',
        home_commune: home_commune ?? '',
      },
      others: createWrongAnswers(
        secret,
        run,
        answer.date_birth,
        others.map(({ name }) => name),
      ),
    }
  }

  return {
    person: async (run) => {
      const person = await askPerson(run)
      if (person === null) return null
      const { names, last_name, second_name, date_birth, deceased } = person
      const on = typeof deceased === 'string' ? deceased : null
      return { run, names, last_name, second_name, date_birth, deceased: deceased ? { on } : null }
    },
    findParents: async (run) => {
      const person = await askPerson(run)
      return [person?.mother_run, person?.father_run].filter((parent) => typeof parent === 'string')
    },
    findHolderFacts: async (run, cardNumber) => {
      const answer = await ask('/holder', { run: formatRun(run), card_number: cardNumber }, holderAnswer)
      return answer?.is_holder ? readFacts(run, answer) : null
    },
    listUnrecordedDeaths: async () => [],
    markDeathRecorded: async () => {},
  }
}
