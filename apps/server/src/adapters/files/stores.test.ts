/** What every file store does, in a folder and in a bucket, and what only one of them does. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startBucket } from '../../../test/files/bucket.ts'
import { freePort } from '../../../test/free-port.ts'
import { ConfigError } from '../../platform/config/reader.ts'
import { newFileKey } from '../../platform/security/file-key.ts'
import { checkFileStore } from './check-store.ts'
import { createFolderStore } from './folder.ts'
import { createS3Store } from './s3.ts'

const root = mkdtempSync(join(tmpdir(), 'mi-portal-files-'))
let bucket: Awaited<ReturnType<typeof startBucket>>
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(async () => {
  rmSync(root, { recursive: true })
  await bucket.stop()
})

async function* breaking() {
  yield Buffer.from('medio')
  throw new Error('the caller went away')
}

const spools = () => readdirSync(tmpdir()).filter((name) => /^mi-portal-.*\.part$/.test(name))

const stores = [
  ['folder', () => createFolderStore(root)],
  ['bucket', () => createS3Store(bucket.place)],
] as const

describe.each(stores)('a file in a %s', (_, open) => {
  const contentOf = async (key: string) => {
    const stream = await open().read(key)
    return stream === null ? null : buffer(stream)
  }

  test('a file is read back unchanged, and writing it returns its size and digest', async () => {
    const key = newFileKey()
    const written = await open().put(key, Readable.from(['{"título":', '"β-hCG"}']))
    const stored = Buffer.from('{"título":"β-hCG"}')
    expect(written.bytes).toBe(stored.byteLength)
    expect(Buffer.from(written.sha256)).toEqual(createHash('sha256').update(stored).digest())
    expect(await contentOf(key)).toEqual(stored)
  })

  test('a stream of megabytes and an empty file are stored whole, and a second write replaces the first', async () => {
    const key = newFileKey()
    const parts = Array.from({ length: 50 }, () => randomBytes(100_000))
    expect((await open().put(key, Readable.from(parts))).bytes).toBe(5_000_000)
    expect((await contentOf(key))?.equals(Buffer.concat(parts))).toBe(true)
    await open().put(key, Buffer.from('otra'))
    expect(String(await contentOf(key))).toBe('otra')
    await open().put(key, Buffer.alloc(0))
    expect((await contentOf(key))?.length).toBe(0)
  })

  test('a stream that fails leaves no file, and an existing file with its key stays unchanged', async () => {
    const [key, other] = [newFileKey(), newFileKey()]
    await open().put(key, Buffer.from('entero'))
    for (const one of [key, other])
      await expect(open().put(one, Readable.from(breaking()))).rejects.toThrow('the caller went away')
    expect([String(await contentOf(key)), await contentOf(other), spools()]).toEqual(['entero', null, []])
  })

  test('writing or removing with an invalid key is rejected, and reading with it returns null', async () => {
    const store = open()
    for (const key of [
      '',
      '..',
      '../outside',
      'ABCDEF0123456789ABCDEF0123456789',
      `${newFileKey()}/x`,
      `${newFileKey()}?acl`,
    ]) {
      await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a key')
      await expect(store.remove(key)).rejects.toThrow('not a key')
      expect(await store.read(key)).toBeNull()
    }
  })

  test('a removed file is gone, and removing it again is no error', async () => {
    const key = newFileKey()
    await open().put(key, Buffer.from('x'))
    await open().remove(key)
    await open().remove(key)
    expect(await contentOf(key)).toBeNull()
  })
})

test('a file of a folder is stored two folders deep, and only its owner can read it', async () => {
  const key = newFileKey()
  await createFolderStore(root).put(key, Buffer.from('x'))
  expect(statSync(join(root, key.slice(0, 2), key.slice(2, 4), key)).mode & 0o777).toBe(0o600)
})

async function errorOf(check: Promise<void>): Promise<unknown> {
  return check.then(
    () => null,
    (error: unknown) => error,
  )
}

test('a writable folder and bucket pass the check, and no file is left in them', async () => {
  const folder = join(root, 'store')
  await checkFileStore(createFolderStore(folder))
  const left = readdirSync(folder, { recursive: true, withFileTypes: true })
  expect(left.filter((entry) => entry.isFile())).toEqual([])
  const stored = bucket.names()
  await checkFileStore(createS3Store(bucket.place))
  expect(bucket.names()).toEqual(stored)
})

test('a missing bucket, a wrong key and a server that does not answer are rejected with the variable and the cause', async () => {
  for (const [wrong, cause] of [
    [{ bucket: 'ninguno' }, '404 NoSuchBucket to PUT'],
    [{ accessKeyId: 'OTRA' }, '403 InvalidAccessKeyId to PUT'],
    [{ endpoint: `http://127.0.0.1:${await freePort()}` }, 'ECONNREFUSED'],
  ] as const) {
    const error = await errorOf(checkFileStore(createS3Store({ ...bucket.place, ...wrong })))
    expect(error).toBeInstanceOf(ConfigError)
    expect(String(error)).toContain('FILES_URL: ')
    expect(String(error)).toContain(cause)
  }
})

test('a folder that cannot be created is rejected with the name of the variable', async () => {
  const file = join(root, 'no-folder')
  writeFileSync(file, '')
  const error = await errorOf(checkFileStore(createFolderStore(file)))
  expect(error).toBeInstanceOf(ConfigError)
  expect(String(error)).toMatch(/FILES_URL: .*(ENOTDIR|EEXIST)/)
})
