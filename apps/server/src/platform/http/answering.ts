/** How a row's results are sent: in the envelope, with the caching the row declares. */
import { createHash } from 'node:crypto'
import type { Endpoint } from '@mi-portal/contract/endpoint'
import type { FastifyReply, FastifyRequest } from 'fastify'

const jsonType = 'application/json; charset=utf-8'

function envelope(result: unknown): object {
  return { status: 'Ok', ...(typeof result === 'object' ? result : {}) }
}

/** Works a result out, without its envelope. */
type Work = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>
type Answering = (request: FastifyRequest, reply: FastifyReply) => unknown

/** The route's handler for what `work` gives. */
export function answering(endpoint: Endpoint, work: Work): Answering {
  if (endpoint.raw) return work
  if (endpoint.cache === 'catalogue') return keepingAnswers(endpoint, work)
  if (endpoint.cache === undefined) return async (request, reply) => envelope(await work(request, reply))
  const kept = `public, max-age=${endpoint.cache}`
  return async (request, reply) => {
    const result = await work(request, reply)
    reply.header('cache-control', kept)
    return envelope(result)
  }
}

// A proxy that compresses writes the etag as a weak one; a browser may name several.
function isKnown(named: string | undefined, etag: string): boolean {
  return named === etag || (named?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag) ?? false)
}

// Far more than there are addresses of catalogues; what is asked about unknown ids cannot fill the memory.
const mostKept = 1000

/**
 * A catalogue changes with a version of the portal only: each address is worked out once, then answered from memory
 * with its etag, or with 304 to who has it already.
 */
function keepingAnswers(endpoint: Endpoint, work: Work): Answering {
  const answers = new Map<string, { readonly body: Buffer; readonly etag: string }>()

  async function workOut(address: string, request: FastifyRequest, reply: FastifyReply) {
    // Bytes and not text, which would be encoded anew for every answer.
    const body = Buffer.from(JSON.stringify(envelope(await work(request, reply))))
    const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
    const [oldest] = answers.keys()
    if (answers.size >= mostKept && oldest !== undefined) answers.delete(oldest)
    answers.set(address, { body, etag })
    return { body, etag }
  }

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    { body, etag }: { body: Buffer; etag: string },
  ) {
    reply.header('cache-control', 'public, max-age=3600').header('etag', etag)
    if (isKnown(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.header('content-type', jsonType).send(body)
  }

  return (request, reply) => {
    // A query the row does not know says nothing.
    const address = endpoint.query ? request.url : (request.url.split('?', 1)[0] ?? '')
    const kept = answers.get(address)
    if (kept === undefined) return workOut(address, request, reply).then((made) => send(request, reply, made))
    // Without a promise: this is the hottest answer there is.
    send(request, reply, kept)
  }
}
