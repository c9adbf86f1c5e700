import { createHash, createHmac, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBucket } from '../../../test/files/bucket.ts'
import { newFileKey } from '../../platform/security/file-key.ts'
import { type S3Place, s3Store } from './s3.ts'

let bucket: Awaited<ReturnType<typeof startBucket>>
let place: S3Place

beforeAll(async () => {
  bucket = await startBucket()
  place = {
    endpoint: bucket.endpoint,
    bucket: 'portal',
    prefix: 'archivos/',
    region: 'us-east-1',
    // What this server takes as the right ones.
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
})

afterAll(() => bucket.stop())

async function contentOf(key: string): Promise<Buffer | null> {
  const stream = await s3Store(place).read(key)
  return stream === null ? null : buffer(stream)
}

const spools = () => readdirSync(tmpdir()).filter((name) => /^mi-portal-.*\.part$/.test(name))

test('what was put is read back, with its size and digest, and lies under the prefix', async () => {
  const key = newFileKey()
  const written = await s3Store(place).put(key, Buffer.from('un informe'))
  expect(written.bytes).toBe(10)
  expect(Buffer.from(written.sha256)).toEqual(createHash('sha256').update('un informe').digest())
  expect(String(await contentOf(key))).toBe('un informe')
  expect(readdirSync(join(bucket.directory, 'portal', 'archivos')).some((name) => name.startsWith(key))).toBe(
    true,
  )
})

test('a stream of megabytes is written whole, an empty file too, and a second put replaces the first', async () => {
  const key = newFileKey()
  const parts = Array.from({ length: 50 }, () => randomBytes(100_000))
  const written = await s3Store(place).put(key, Readable.from(parts))
  expect(written.bytes).toBe(5_000_000)
  expect((await contentOf(key))?.equals(Buffer.concat(parts))).toBe(true)
  await s3Store(place).put(key, Buffer.from('otra'))
  expect(String(await contentOf(key))).toBe('otra')
  await s3Store(place).put(key, Buffer.alloc(0))
  expect((await contentOf(key))?.length).toBe(0)
})

test('a stream that breaks leaves nothing behind: not in the bucket, not on this machine', async () => {
  async function* breaking() {
    yield Buffer.from('medio')
    throw new Error('the caller went away')
  }
  const key = newFileKey()
  await expect(s3Store(place).put(key, Readable.from(breaking()))).rejects.toThrow('the caller went away')
  expect(await contentOf(key)).toBeNull()
  expect(spools()).toEqual([])
})

test('a removed file is gone, and removing it again is no fault', async () => {
  const key = newFileKey()
  const store = s3Store(place)
  await store.put(key, Buffer.from('x'))
  await store.remove(key)
  await store.remove(key)
  expect(await store.read(key)).toBeNull()
})

test('what is no key is neither written nor removed, and reads as null', async () => {
  const store = s3Store(place)
  for (const key of ['', '..', '../otro/cubo', `${newFileKey()}?acl`]) {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a key')
    await expect(store.remove(key)).rejects.toThrow('not a key')
    expect(await store.read(key)).toBeNull()
  }
})

test('with a wrong key, without the bucket or without a server nothing is taken for done', async () => {
  for (const wrong of [{ accessKeyId: 'OTRA' }, { bucket: 'ninguno' }, { endpoint: 'http://127.0.0.1:9' }]) {
    const store = s3Store({ ...place, ...wrong })
    await expect(store.put(newFileKey(), Buffer.from('x'))).rejects.toThrow()
  }
  const stranger = s3Store({ ...place, accessKeyId: 'OTRA' })
  await expect(stranger.read(newFileKey())).rejects.toThrow('answered 403')
  await expect(stranger.remove(newFileKey())).rejects.toThrow('answered 403')
})

/** The signature that version 4 prescribes for a request, worked out from what arrived. */
function signatureOf(request: IncomingMessage, secret: string): string {
  const header = (name: string) => String(request.headers[name] ?? '')
  const [, scope = '', names = ''] =
    /Credential=[^/]+\/([^,]+), SignedHeaders=([^,]+)/.exec(header('authorization')) ?? []
  const signed = names.split(';').map((name) => `${name}:${header(name).trim()}\n`)
  const canonical = [
    request.method,
    request.url,
    '',
    signed.join(''),
    names,
    header('x-amz-content-sha256'),
  ].join('\n')
  const digest = createHash('sha256').update(canonical).digest('hex')
  const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
  const key = scope.split('/').reduce<string | Buffer>(hmac, `AWS4${secret}`)
  return hmac(key, `AWS4-HMAC-SHA256\n${header('x-amz-date')}\n${scope}\n${digest}`).toString('hex')
}

test('every request is signed with the secret, and a file with its own digest', async () => {
  const seen: { method: string | undefined; right: boolean; sha256: string; length: string }[] = []
  const strict = createServer(async (request, response) => {
    const body = await buffer(request)
    const given = /Signature=([0-9a-f]{64})/.exec(String(request.headers.authorization))?.[1]
    const sha256 = createHash('sha256').update(body).digest('hex')
    seen.push({
      method: request.method,
      right: given === signatureOf(request, 'un-secreto'),
      sha256: String(request.headers['x-amz-content-sha256']) === sha256 ? 'own' : 'other',
      length: String(request.headers['content-length']),
    })
    response.writeHead(request.method === 'DELETE' ? 204 : 200).end()
  })
  await new Promise<void>((resolve) => strict.listen(0, '127.0.0.1', resolve))
  const { port } = strict.address() as AddressInfo
  const store = s3Store({ ...place, endpoint: `http://127.0.0.1:${port}`, secretAccessKey: 'un-secreto' })
  const key = newFileKey()
  await store.put(key, Buffer.from('un informe'))
  await store.read(key)
  await store.remove(key)
  await new Promise((resolve) => strict.close(resolve))
  expect(seen.map(({ method, right }) => [method, right])).toEqual([
    ['PUT', true],
    ['GET', true],
    ['DELETE', true],
  ])
  expect(seen[0]).toMatchObject({ sha256: 'own', length: '10' })
})
