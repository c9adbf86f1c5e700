/**
 * The file store in a bucket of an S3-compatible service. A file comes to lie on this machine's disk first, because the
 * service wants its length and digest before its bytes; the bucket sees it whole or not at all.
 */
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream, openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { isFileKey } from '../../platform/security/file-key.ts'
import type { FileStore } from '../../ports/files.ts'

export type S3Place = {
  /** `https://s3.example.cl`, without a slash at its end. */
  readonly endpoint: string
  readonly bucket: string
  /** Before every key; empty, or ending in a slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const silence = 60_000

/** Keeps files in the bucket, addressed by path. Every call is tried up to three times before it fails. */
export function s3Store(place: S3Place): FileStore {
  const { accessKeyId, secretAccessKey, region } = place
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })

  function addressOf(key: string): string {
    if (!isFileKey(key)) throw new Error('files: not a key of the file store')
    return `${place.endpoint}/${place.bucket}/${place.prefix}${key}`
  }

  async function ask(method: string, key: string, rest: { body?: Blob; headers?: Record<string, string> }) {
    return client.fetch(addressOf(key), { method, signal: AbortSignal.timeout(silence), ...rest })
  }

  return {
    put: async (key, content) => {
      addressOf(key)
      const spool = join(tmpdir(), `mi-portal-${randomUUID()}.part`)
      try {
        const { bytes, sha256 } = await writeSpool(spool, content)
        const answer = await ask('PUT', key, {
          body: await openAsBlob(spool),
          headers: { 'x-amz-content-sha256': sha256.toString('hex') },
        })
        await refuse(answer, 'PUT', [200])
        return { bytes, sha256 }
      } finally {
        await rm(spool, { force: true })
      }
    },
    read: async (key) => {
      if (!isFileKey(key)) return null
      const answer = await ask('GET', key, {})
      if (answer.status === 404) {
        await answer.body?.cancel()
        return null
      }
      await refuse(answer, 'GET', [200], false)
      return answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as ReadableStream)
    },
    remove: async (key) => {
      await refuse(await ask('DELETE', key, {}), 'DELETE', [200, 204, 404])
    },
  }
}

/** Throws for an answer that is none of these; what the service said stays out of the message, which may be logged. */
async function refuse(answer: Response, method: string, expected: readonly number[], read = true) {
  const isExpected = expected.includes(answer.status)
  if (read || !isExpected) await answer.body?.cancel()
  if (!isExpected) throw new Error(`files: the bucket answered ${answer.status} to ${method}`)
}

async function writeSpool(path: string, content: Uint8Array | Readable) {
  const hash = createHash('sha256')
  let bytes = 0
  const source = content instanceof Uint8Array ? Readable.from([content]) : content
  await pipeline(
    source,
    async function* (pieces: AsyncIterable<Uint8Array>) {
      for await (const piece of pieces) {
        hash.update(piece)
        bytes += piece.byteLength
        yield piece
      }
    },
    createWriteStream(path, { flags: 'wx', mode: 0o600 }),
  )
  return { bytes, sha256: hash.digest() }
}
