/**
 * Fetches pictures whose address a member of staff typed. Only public addresses are reached, also for a host name that resolves to another: otherwise
 * the server could be made to send requests into the clinic's own network. Redirects are not followed.
 */
import { lookup as resolve } from 'node:dns'
import { once } from 'node:events'
import type { IncomingMessage, RequestOptions } from 'node:http'
import { request as requestByTls } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { imageMaxBytes } from '@mi-portal/contract/values/upload'
import ipaddr from 'ipaddr.js'
import { describeError, type Logger } from '../../platform/logger.ts'
import type { PictureSource } from '../../ports/files.ts'

const timeoutMs = 10_000

function isPublicAddress(address: string): boolean {
  return ipaddr.process(address).range() === 'unicast'
}

/** Tests replace these: their server is on this machine and has no certificate. */
type Replaced = { readonly isAllowed?: (address: string) => boolean; readonly request?: typeof requestByTls }

export function createPictureSource(logger: Logger, replaced: Replaced = {}): PictureSource {
  const { isAllowed = isPublicAddress, request = requestByTls } = replaced
  /** Resolves a host name to its allowed addresses. The connection is made to one of them, so a second answer cannot replace it. */
  const lookup: LookupFunction = (host, options, callback) =>
    resolve(host, { ...options, all: true }, (error, found = []) => {
      const allowed = found.filter(({ address }) => isAllowed(address))
      const [first] = allowed
      if (error || !first) callback(error ?? new Error('no public address'), [])
      else if (options.all) callback(null, allowed)
      else callback(null, first.address, first.family)
    })

  async function read(answer: IncomingMessage): Promise<Uint8Array | null> {
    if (answer.statusCode !== 200) return null
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of answer) {
      length += chunk.length
      if (length > imageMaxBytes) return null
      chunks.push(chunk)
    }
    return Buffer.concat(chunks)
  }

  return {
    fetch: async (address) => {
      const { hostname, host, port, pathname, search } = new URL(address)
      const name = hostname.replace(/^\[|\]$/g, '')
      if (isIP(name) !== 0 && !isAllowed(name)) return null
      const options: RequestOptions = {
        ...{ hostname: name, port: port || undefined, path: `${pathname}${search}`, lookup },
        headers: { accept: 'image/png, image/jpeg' },
        signal: AbortSignal.timeout(timeoutMs),
      }
      const sent = request(options)
      try {
        sent.end()
        const [answer] = await once(sent, 'response')
        return await read(answer)
      } catch (error) {
        logger.info({ host, ...describeError(error) }, 'a picture of another site could not be fetched')
        return null
      } finally {
        sent.destroy()
      }
    },
  }
}
