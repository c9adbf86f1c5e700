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
import { createS3Store, type S3Place } from './s3.ts'

let bucket: Awaited<ReturnType<typeof startBucket>>
let place: S3Place

beforeAll(async () => {
  bucket = await startBucket()
  place = bucket.place
})

afterAll(() => bucket.stop())

async function contentOf(key: string): Promise<Buffer | null> {
  const stream = await createS3Store(place).read(key)
  return stream === null ? null : buffer(stream)
}

const spools = () => readdirSync(tmpdir()).filter((name) => /^mi-portal-.*\.part$/.test(name))

test('a file in a bucket is read back unchanged, is stored under the prefix, and has its size and digest returned', async () => {
  const key = newFileKey()
  const written = await createS3Store(place).put(key, Buffer.from('un informe'))
  expect(written.bytes).toBe(10)
  expect(Buffer.from(written.sha256)).toEqual(createHash('sha256').update('un informe').digest())
  expect(String(await contentOf(key))).toBe('un informe')
  expect(readdirSync(join(bucket.directory, 'portal', 'archivos')).some((name) => name.startsWith(key))).toBe(
    true,
  )
})

test('a stream of megabytes and an empty file are stored in the bucket, and a second write replaces the first', async () => {
  const key = newFileKey()
  const parts = Array.from({ length: 50 }, () => randomBytes(100_000))
  const written = await createS3Store(place).put(key, Readable.from(parts))
  expect(written.bytes).toBe(5_000_000)
  expect((await contentOf(key))?.equals(Buffer.concat(parts))).toBe(true)
  await createS3Store(place).put(key, Buffer.from('otra'))
  expect(String(await contentOf(key))).toBe('otra')
  await createS3Store(place).put(key, Buffer.alloc(0))
  expect((await contentOf(key))?.length).toBe(0)
})

test('a stream that fails leaves no file in the bucket and none on the local disk', async () => {
  async function* breaking() {
    yield Buffer.from('medio')
    throw new Error('the caller went away')
  }
  const key = newFileKey()
  await expect(createS3Store(place).put(key, Readable.from(breaking()))).rejects.toThrow(
    'the caller went away',
  )
  expect(await contentOf(key)).toBeNull()
  expect(spools()).toEqual([])
})

test('a stream of strings is stored as UTF-8, with the size and digest of those bytes', async () => {
  const key = newFileKey()
  const written = await createS3Store(place).put(key, Readable.from(['{"título":', '"β-hCG"}']))
  const stored = Buffer.from('{"título":"β-hCG"}')
  expect(written.bytes).toBe(stored.byteLength)
  expect(Buffer.from(written.sha256)).toEqual(createHash('sha256').update(stored).digest())
  expect(await contentOf(key)).toEqual(stored)
})

test('a file removed from the bucket is gone, and removing it again is no error', async () => {
  const key = newFileKey()
  const store = createS3Store(place)
  await store.put(key, Buffer.from('x'))
  await store.remove(key)
  await store.remove(key)
  expect(await store.read(key)).toBeNull()
})

test('writing or removing with an invalid key is rejected before the bucket is asked, and reading it returns null', async () => {
  const store = createS3Store(place)
  for (const key of ['', '..', '../otro/cubo', `${newFileKey()}?acl`]) {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a key')
    await expect(store.remove(key)).rejects.toThrow('not a key')
    expect(await store.read(key)).toBeNull()
  }
})

test('requests fail with a wrong access key, a missing bucket or no server', async () => {
  for (const wrong of [{ accessKeyId: 'OTRA' }, { bucket: 'ninguno' }, { endpoint: 'http://127.0.0.1:9' }]) {
    const store = createS3Store({ ...place, ...wrong })
    await expect(store.put(newFileKey(), Buffer.from('x'))).rejects.toThrow()
  }
  const nowhere = createS3Store({ ...place, bucket: 'ninguno' })
  await expect(nowhere.read(newFileKey())).rejects.toThrow('answered 404 NoSuchBucket to GET')
  await expect(nowhere.remove(newFileKey())).rejects.toThrow('answered 404 NoSuchBucket to DELETE')
  const stranger = createS3Store({ ...place, accessKeyId: 'OTRA' })
  await expect(stranger.read(newFileKey())).rejects.toThrow('answered 403')
  await expect(stranger.remove(newFileKey())).rejects.toThrow('answered 403')
})

/** Computes the AWS signature (version 4) of a received request. */
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

test('every request to the bucket is signed with the secret, and a file also with its digest', async () => {
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
  const store = createS3Store({
    ...place,
    endpoint: `http://127.0.0.1:${port}`,
    secretAccessKey: 'un-secreto',
  })
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
