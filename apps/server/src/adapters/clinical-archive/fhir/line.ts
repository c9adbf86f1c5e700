/**
 * The line to a FHIR server: who we say we are, how long we wait, what is asked again, and when we stop asking. Only
 * reads are asked again; what changes something is asked once.
 */
import { Failure } from '@mi-portal/contract/failure'
import * as z from 'zod/mini'
import type { Clock } from '../../../platform/clock.ts'
import { bundleResource, tokenAnswer } from './resources.ts'

export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  | {
      readonly kind: 'client'
      readonly tokenUrl: string
      readonly clientId: string
      readonly clientSecret: string
      readonly scope: string
    }

/** Milliseconds: one try, the pause before the first repetition, and the rest after too many failures. */
export type Patience = { readonly attempt: number; readonly pause: number; readonly rest: number }

type LineParts = {
  /** The server's base address, without a slash at its end. */
  readonly url: string
  readonly credentials: Credentials
  readonly clock: Clock
  readonly patience?: Patience
}

const ordinary: Patience = { attempt: 5_000, pause: 200, rest: 15_000 }
const attempts = 3
/** Failures in a row after which nobody is kept waiting any more. */
const failuresToRest = 4
const mostBytes = 32 * 1024 * 1024
const mostPages = 60

/** The server did not answer, or said that it cannot now: worth another try. */
class Unanswered extends Error {
  readonly wait: number | undefined
  /** It took all of its time: whoever waits has waited long enough. */
  readonly isLate: boolean
  constructor(message: string, cause?: unknown, wait?: number) {
    super(message, { cause })
    this.wait = wait
    this.isLate = cause instanceof Error && cause.name === 'TimeoutError'
  }
}

type Answer = {
  readonly status: number
  readonly type: string
  readonly etag: string | null
  readonly bytes: Uint8Array
}

function down(cause: unknown, retryAfter?: number): Failure {
  return new Failure('archiveDown', { cause, ...(retryAfter === undefined ? {} : { retryAfter }) })
}

async function bytesOf(answer: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > mostBytes) throw new Error('the archive sent more than it may')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function jsonOf(answer: Answer): unknown {
  try {
    return JSON.parse(Buffer.from(answer.bytes).toString('utf8'))
  } catch (cause) {
    throw down(cause)
  }
}

export function archiveLine({ url, credentials, clock, patience = ordinary }: LineParts) {
  const base = new URL(`${url}/`)
  let failures = 0
  let restsUntil = 0
  let token: { readonly value: string; readonly until: number } | undefined
  let asking: Promise<string> | undefined

  const now = () => clock.now().getTime()
  const sleep = (milliseconds: number) => new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

  /** Lets one call through once the rest is over, and nobody before. */
  function assertAwake(): void {
    if (failures < failuresToRest) return
    if (now() < restsUntil) throw down(new Error('the archive is left in peace'), (restsUntil - now()) / 1000)
    restsUntil = now() + patience.rest
  }

  function failed(): void {
    failures += 1
    if (failures >= failuresToRest) restsUntil = now() + patience.rest
  }

  async function send(to: URL | string, init: RequestInit): Promise<Answer> {
    try {
      const answer = await fetch(to, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.timeout(patience.attempt),
      })
      const wait = Number(answer.headers.get('retry-after') ?? Number.NaN)
      if (answer.status === 429 || answer.status >= 500) {
        await answer.body?.cancel()
        throw new Unanswered(
          `the archive answered ${answer.status}`,
          undefined,
          Number.isFinite(wait) ? wait : undefined,
        )
      }
      return {
        status: answer.status,
        type: answer.headers.get('content-type') ?? '',
        etag: answer.headers.get('etag'),
        bytes: await bytesOf(answer),
      }
    } catch (cause) {
      throw cause instanceof Unanswered ? cause : new Unanswered('the archive did not answer', cause)
    }
  }

  async function askToken(client: Credentials & { kind: 'client' }): Promise<string> {
    const pair = `${encodeURIComponent(client.clientId)}:${encodeURIComponent(client.clientSecret)}`
    const form = new URLSearchParams({ grant_type: 'client_credentials' })
    if (client.scope !== '') form.set('scope', client.scope)
    const answer = await send(client.tokenUrl, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(pair).toString('base64')}`, accept: 'application/json' },
      body: form,
    })
    const read = answer.status === 200 ? z.safeParse(tokenAnswer, jsonOf(answer)) : null
    if (!read?.success) throw down(new Error(`the archive gave no token (${answer.status})`))
    const lives = (read.data.expires_in ?? 60) * 1000
    token = { value: read.data.access_token, until: now() + lives - Math.min(30_000, lives / 2) }
    return token.value
  }

  async function authorization(): Promise<Record<string, string>> {
    if (credentials.kind === 'none') return {}
    if (credentials.kind === 'token') return { authorization: `Bearer ${credentials.token}` }
    if (token !== undefined && token.until > now()) return { authorization: `Bearer ${token.value}` }
    asking ??= askToken(credentials).finally(() => {
      asking = undefined
    })
    return { authorization: `Bearer ${await asking}` }
  }

  /** One call with our token; once more with a new one where the server takes the old one no longer. */
  async function ask(to: URL, init: RequestInit & { headers: Record<string, string> }): Promise<Answer> {
    const once = async () => send(to, { ...init, headers: { ...init.headers, ...(await authorization()) } })
    let answer = await once()
    if (answer.status === 401 && credentials.kind === 'client') {
      token = undefined
      answer = await once()
    }
    if (answer.status === 401 || answer.status === 403)
      throw down(new Error(`the archive does not let the portal in (${answer.status})`))
    return answer
  }

  /** Whatever came of it counts for or against the line. */
  async function counted<T>(work: () => Promise<T>): Promise<T> {
    assertAwake()
    try {
      const result = await work()
      failures = 0
      return result
    } catch (error) {
      if (!(error instanceof Unanswered)) throw error
      failed()
      throw down(error, error.wait)
    }
  }

  /** The address of something on the server itself, or null: nothing the server says leads us elsewhere. */
  function ownAddress(address: string): URL | null {
    const relative = address.replace(/^\//, '')
    const there = URL.canParse(address) ? new URL(address) : new URL(relative, base)
    const isOwn =
      there.origin === base.origin && there.pathname.startsWith(base.pathname) && there.username === ''
    return isOwn ? there : null
  }

  /** How long to wait before the next try, or null where there is none. */
  function pauseAfter(error: unknown, attempt: number): number | null {
    if (!(error instanceof Unanswered) || error.isLate || attempt === attempts) return null
    const wait = (error.wait ?? 0) * 1000
    const pause = patience.pause * 3 ** (attempt - 1) * (0.75 + Math.random() / 2)
    // A server that asks for a longer pause than a reader has gets it from the reader.
    return wait > 2_000 ? null : Math.max(pause, wait)
  }

  async function repeatedly(work: () => Promise<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work()
      } catch (error) {
        const pause = pauseAfter(error, attempt)
        if (pause === null) throw error
        await sleep(pause)
      }
    }
  }

  const get = (address: URL, accept: string) =>
    counted(() => repeatedly(() => ask(address, { method: 'GET', headers: { accept } })))

  const fhirJson = 'application/fhir+json'

  function found(answer: Answer): unknown {
    if (answer.status === 404 || answer.status === 410) return null
    if (answer.status !== 200) throw down(new Error(`the archive answered ${answer.status} to a read`))
    return jsonOf(answer)
  }

  function own(address: string): URL {
    const there = ownAddress(address)
    if (there === null) throw down(new Error('the archive points to another server'))
    return there
  }

  return {
    ownAddress,

    /** A resource by `Type/id`, or null where there is none. */
    read: async (path: string): Promise<unknown> => found(await get(own(path), fhirJson)),

    /** The bytes behind an address of the server, as they are or as a `Binary`. */
    fetch: async (address: string): Promise<Answer | null> => {
      const answer = await get(own(address), `application/pdf, ${fhirJson};q=0.5`)
      if (answer.status === 404 || answer.status === 410) return null
      if (answer.status !== 200) throw down(new Error(`the archive answered ${answer.status} to a read`))
      return answer
    },

    /** The pages of a search, one after the other, as the server links them. */
    search: async function* (type: string, query: Readonly<Record<string, string>>) {
      let next: URL | null = own(`${type}?${new URLSearchParams(query)}`)
      const seen = new Set<string>()
      while (next !== null) {
        if (seen.has(next.href) || seen.size >= mostPages)
          throw down(new Error('the pages of the archive have no end'))
        seen.add(next.href)
        const answer: Answer = await get(next, fhirJson)
        if (answer.status !== 200) throw down(new Error(`the archive answered ${answer.status} to a search`))
        const read = z.safeParse(bundleResource, jsonOf(answer))
        if (!read.success) throw down(read.error)
        yield (read.data.entry ?? []).map(({ resource }) => resource)
        const following = read.data.link?.find(({ relation }) => relation === 'next')?.url
        next = following === undefined ? null : own(following)
      }
    },

    /** Changes one resource, if it still is at that version; gives the status of the answer. */
    patch: async (path: string, version: string, operations: readonly object[]): Promise<number> =>
      counted(async () => {
        const answer = await ask(own(path), {
          method: 'PATCH',
          headers: {
            accept: fhirJson,
            'content-type': 'application/json-patch+json',
            'if-match': `W/"${version}"`,
          },
          body: JSON.stringify(operations),
        })
        return answer.status
      }),
  }
}

export type ArchiveLine = ReturnType<typeof archiveLine>
