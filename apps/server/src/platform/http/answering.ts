import { createHash } from 'node:crypto'
import type { Endpoint } from '@mi-portal/contract/calls/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

const jsonType = 'application/json; charset=utf-8'

function envelope(result: unknown): object {
  return { status: 'Ok', ...(typeof result === 'object' ? result : {}) }
}

type Work = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
type Answering = (request: FastifyRequest, reply: FastifyReply) => unknown

export function answering(endpoint: Endpoint, work: Work): Answering {
  if (endpoint.raw) return work
  if (endpoint.cache === 'catalogue') return createAnswerCache(endpoint, work, unchanged)
  if (endpoint.cache === 'published') return createAnswerCache(endpoint, work, published)
  if (endpoint.cache === undefined) return async (request, reply) => envelope(await work(request, reply))
  const cached = `public, max-age=${endpoint.cache}`
  return async (request, reply) => {
    const result = await work(request, reply)
    reply.header('cache-control', cached)
    return envelope(result)
  }
}

// A proxy that compresses the response turns the ETag into a weak one, and a browser may send several ETags.
function isKnown(named: string | undefined, etag: string): boolean {
  return named === etag || (named?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false)
}

// Catalogues have far fewer addresses than this. The limit keeps requests for unknown ids from filling the memory.
const maxCachedAnswers = 1000

type Validity = {
  /** Seconds during which a client does not ask again. */
  readonly maxAge: number
  /** Returns a name of the data behind the responses. Responses of another revision are computed again. */
  readonly getRevision: (request: FastifyRequest) => string
}

const unchanged: Validity = { maxAge: 3600, getRevision: () => '' }
const published: Validity = { maxAge: 60, getRevision: ({ server }) => server.publishedRevision() }

function createAnswerCache(endpoint: Endpoint, work: Work, { maxAge, getRevision }: Validity): Answering {
  const answers = new Map<string, { readonly body: Buffer; readonly etag: string }>()
  let revision = ''

  async function workOut(address: string, request: FastifyRequest, reply: FastifyReply) {
    const worked = revision
    // Cached as bytes, because a text would have to be encoded again for every response.
    const body = Buffer.from(JSON.stringify(envelope(await work(request, reply))))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const [oldest] = answers.keys()
    if (answers.size >= maxCachedAnswers && oldest !== undefined) answers.delete(oldest)
    if (worked === revision) answers.set(address, { body, etag })
    return { body, etag }
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { body, etag }: { body: Buffer; etag: string },
  ) {
    reply.header('cache-control', `public, max-age=${maxAge}`).header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.header('content-type', jsonType).send(body)
  }

  return (request, reply) => {
    const present = getRevision(request)
    if (present !== revision) {
      answers.clear()
      revision = present
    }
    // The query string is ignored if the endpoint declares none.
    const address = endpoint.query ? request.url : (request.url.split('?', 1)[0] ?? '')
    const cached = answers.get(address)
    if (cached === undefined)
      return workOut(address, request, reply).then((made) => send(request, reply, made))
    // Sent without a promise: this is the most frequent response of the server.
    send(request, reply, cached)
  }
}
