import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
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
  expect(bucket.names()).toContain(`archivos/${key}`)
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

test('requests fail with a wrong access key, a wrong secret, a missing bucket or no server', async () => {
  for (const [wrong, cause] of [
    [{ accessKeyId: 'OTRA' }, '403 InvalidAccessKeyId'],
    [{ secretAccessKey: 'otro' }, '403 SignatureDoesNotMatch'],
    [{ bucket: 'ninguno' }, '404 NoSuchBucket'],
    [{ endpoint: 'http://127.0.0.1:9' }, ''],
  ] as const) {
    const store = createS3Store({ ...place, ...wrong })
    await expect(store.put(newFileKey(), Buffer.from('x'))).rejects.toThrow(cause)
  }
  const nowhere = createS3Store({ ...place, bucket: 'ninguno' })
  await expect(nowhere.read(newFileKey())).rejects.toThrow('answered 404 NoSuchBucket to GET')
  await expect(nowhere.remove(newFileKey())).rejects.toThrow('answered 404 NoSuchBucket to DELETE')
  const stranger = createS3Store({ ...place, secretAccessKey: 'otro' })
  await expect(stranger.read(newFileKey())).rejects.toThrow('answered 403')
  await expect(stranger.remove(newFileKey())).rejects.toThrow('answered 403')
})
