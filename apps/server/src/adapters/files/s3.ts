/**
 * The file store in a bucket of an S3-compatible service. A file is first written to the local disk, because the service needs
 * its length and digest before its bytes. The bucket receives the file as a whole or not at all.
 */
import { randomUUID } from 'node:crypto'
import { openAsBlob } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { isFileKey } from '../../platform/security/file-key.ts'
import type { FileStore } from '../../ports/files.ts'
import { writeNewFile } from './new-file.ts'

export type S3Place = {
  readonly endpoint: string
  readonly bucket: string
  /** The prefix of every key: empty, or ending in a slash. */
  readonly prefix: string
  readonly region: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

const silence = 60_000

export function createS3Store(place: S3Place): FileStore {
  const { accessKeyId, secretAccessKey, region } = place
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })

  function makeAddress(key: string): string {
    if (!isFileKey(key)) throw new Error('files: not a key of the file store')
    return `${place.endpoint}/${place.bucket}/${place.prefix}${key}`
  }

  async function ask(method: string, key: string, rest: { body?: Blob; headers?: Record<string, string> }) {
    const signal = AbortSignal.timeout(silence)
    return client.fetch(makeAddress(key), { method, redirect: 'error', signal, ...rest })
  }

  return {
    put: async (key, content) => {
      makeAddress(key)
      const spool = join(tmpdir(), `mi-portal-${randomUUID()}.part`)
      try {
        const { bytes, sha256 } = await writeNewFile(spool, content)
        const answer = await ask('PUT', key, {
          body: await openAsBlob(spool),
          headers: { 'x-amz-content-sha256': Buffer.from(sha256).toString('hex') },
        })
        if (!answer.ok) throw await readRejection(answer, 'PUT')
        await answer.body?.cancel()
        return { bytes, sha256 }
      } finally {
        await rm(spool, { force: true })
      }
    },
    read: async (key) => {
      if (!isFileKey(key)) return null
      const answer = await ask('GET', key, {})
      if (answer.status !== 200) {
        const error = await readRejection(answer, 'GET')
        if (isMissingFile(error)) return null
        throw error
      }
      return answer.body === null ? Readable.from([]) : Readable.fromWeb(answer.body as ReadableStream)
    },
    remove: async (key) => {
      const answer = await ask('DELETE', key, {})
      if (answer.ok) return answer.body?.cancel()
      const error = await readRejection(answer, 'DELETE')
      if (!isMissingFile(error)) throw error
    },
  }
}

class BucketError extends Error {
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, method: string) {
    super(`files: the bucket answered ${status}${code && ` ${code}`} to ${method}`)
    this.status = status
    this.code = code
  }
}

/** Reads why a request was rejected. Only the error code of the response is used, because the message may be logged. */
async function readRejection(answer: Response, method: string): Promise<BucketError> {
  const text = await answer.text().catch(() => '')
  return new BucketError(answer.status, /<Code>(\w{1,60})<\/Code>/.exec(text)?.[1] ?? '', method)
}

/** Returns whether the file does not exist. A missing bucket answers 404 too, which says nothing about the file. */
function isMissingFile({ status, code }: BucketError): boolean {
  return status === 404 && code !== 'NoSuchBucket'
}
