import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { newFileKey } from '../../platform/security/file-key.ts'
import { createFolderStore } from './folder.ts'

const root = mkdtempSync(join(tmpdir(), 'mi-portal-files-'))
afterAll(() => rmSync(root, { recursive: true }))
const store = createFolderStore(join(root, 'store'))

async function contentOf(key: string): Promise<string | null> {
  const stream = await store.read(key)
  return stream === null ? null : (await buffer(stream)).toString()
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name)
}

test('a file in a folder is read back unchanged, and writing it returns its size and digest', async () => {
  const key = newFileKey()
  const written = await store.put(key, Buffer.from('un informe'))
  expect(written.bytes).toBe(10)
  expect(Buffer.from(written.sha256).toString('hex')).toBe(
    createHash('sha256').update('un informe').digest('hex'),
  )
  expect(await contentOf(key)).toBe('un informe')
})

test('a stream is stored as a whole file, and a second write with the same key replaces it', async () => {
  const key = newFileKey()
  await store.put(key, Readable.from([Buffer.from('primera '), Buffer.from('parte')]))
  expect(await contentOf(key)).toBe('primera parte')
  await store.put(key, Buffer.from('otra'))
  expect(await contentOf(key)).toBe('otra')
})

test('a file is stored two folders deep and only its owner can read it', async () => {
  const key = newFileKey()
  await store.put(key, Buffer.from('x'))
  const place = join(root, 'store', key.slice(0, 2), key.slice(2, 4), key)
  expect(statSync(place).mode & 0o777).toBe(0o600)
})

test('a stream that fails leaves no partial file, and an existing file with its key stays unchanged', async () => {
  const own = createFolderStore(join(root, 'broken'))
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

test('reading an unknown or invalid key returns null', async () => {
  expect(await store.read(newFileKey())).toBeNull()
  expect(await store.read('../../etc/passwd')).toBeNull()
})

test('writing or removing a file with an invalid key is rejected', async () => {
  for (const key of ['', '..', '../outside', 'ABCDEF0123456789ABCDEF0123456789', `${newFileKey()}/x`]) {
    await expect(store.put(key, Buffer.from('x'))).rejects.toThrow('not a key')
    await expect(store.remove(key)).rejects.toThrow('not a key')
  }
})

test('a removed file is gone, and removing it again is no error', async () => {
  const key = newFileKey()
  await store.put(key, Buffer.from('x'))
  await store.remove(key)
  await store.remove(key)
  expect(await store.read(key)).toBeNull()
})
