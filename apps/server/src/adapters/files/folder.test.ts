import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { newFileKey } from '../../platform/security/file-key.ts'
import { folderStore } from './folder.ts'

const root = mkdtempSync(join(tmpdir(), 'mi-portal-files-'))
afterAll(() => rmSync(root, { recursive: true }))
const store = folderStore(join(root, 'store'))

async function contentOf(key: string): Promise<string | null> {
  const stream = await store.read(key)
  return stream === null ? null : (await buffer(stream)).toString()
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}

test('what was put is read back, with its size and digest', async () => {
  const key = newFileKey()
  const written = await store.put(key, Buffer.from('un informe'))
  expect(written.bytes).toBe(10)
  expect(Buffer.from(written.sha256).toString('hex')).toBe(
    createHash('sha256').update('un informe').digest('hex'),
  )
  expect(await contentOf(key)).toBe('un informe')
})

test('a stream is written whole, and a second put under the key replaces the file', async () => {
  const key = newFileKey()
  await store.put(key, Readable.from([Buffer.from('primera '), Buffer.from('parte')]))
  expect(await contentOf(key)).toBe('primera parte')
  await store.put(key, Buffer.from('otra'))
  expect(await contentOf(key)).toBe('otra')
})

test('a file is two folders deep and readable by its owner alone', async () => {
  const key = newFileKey()
  await store.put(key, Buffer.from('x'))
  const place = join(root, 'store', key.slice(0, 2), key.slice(2, 4), key)
  expect(statSync(place).mode & 0o777).toBe(0o600)
})

test('a stream that breaks leaves nothing behind, and the file that was there stays as it was', async () => {
  const own = folderStore(join(root, 'broken'))
  const key = newFileKey()
  await own.put(key, Buffer.from('entero'))
  async function* breaking() {
    yield Buffer.from('medio')
    throw new Error('the caller went away')
  }
  await expect(own.put(key, Readable.from(breaking()))).rejects.toThrow('the caller went away')
  await expect(own.put(newFileKey(), Readable.from(breaking()))).rejects.toThrow('the caller went away')
  expect(filesUnder(join(root, 'broken'))).toEqual([key])
  const left = await own.read(key)
  expect(left && (await buffer(left)).toString()).toBe('entero')
})

test('a key that is not there reads as null, and so does one that is no key', async () => {
  expect(await store.read(newFileKey())).toBeNull()
  expect(await store.read('../../etc/passwd')).toBeNull()
})

test('nothing is written or removed under what is no key', async () => {
  for (const key of ['', '..', '../outside', 'ABCDEF0123456789ABCDEF0123456789', `${newFileKey()}/x`]) {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a key')
    await expect(store.remove(key)).rejects.toThrow('not a key')
  }
})

test('a removed file is gone, and removing it again is no fault', async () => {
  const key = newFileKey()
  await store.put(key, Buffer.from('x'))
  await store.remove(key)
  await store.remove(key)
  expect(await store.read(key)).toBeNull()
})
