import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { makeTestFolder } from '../../../test/files/folder.ts'
import { memoryFiles } from '../../../test/files/memory-files.ts'
import { newFileKey } from '../../platform/security/file-key.ts'
import { createFolderStore } from './folder.ts'
import { createSealedFiles } from './sealed.ts'

const [old, fresh] = ['o'.repeat(48), 'f'.repeat(48)] as const
function openFolder() {
  const root = makeTestFolder()
  return createFolderStore(root)
}

async function bytesOf(stream: Readable | null): Promise<Buffer | null> {
  return stream === null ? null : buffer(stream)
}

test('a sealed file of any length is read back unchanged, and its stored bytes are encrypted', async () => {
  const inner = openFolder()
  const files = createSealedFiles(inner, [fresh])
  for (const length of [0, 64, 65_535, 65_536, 65_537, 131_072, 1_000_003]) {
    const content = randomBytes(length)
    const key = newFileKey()
    const written = await files.put(key, content)
    expect(written.bytes).toBe(length)
    expect(Buffer.from(written.sha256)).toEqual(createHash('sha256').update(content).digest())
    expect((await bytesOf(await files.read(key)))?.equals(content)).toBe(true)
    const stored = await bytesOf(await inner.read(key))
    expect(stored?.includes(content.subarray(0, 64))).toBe(length === 0)
  }
})

test('a file that was stored unencrypted can be read, and a renewal seals it', async () => {
  const inner = openFolder()
  const files = createSealedFiles(inner, [fresh])
  for (const content of [Buffer.from('%PDF-1.7 antiguo'), Buffer.alloc(0), randomBytes(200_000)]) {
    const key = newFileKey()
    await inner.put(key, content)
    expect((await bytesOf(await files.read(key)))?.equals(content)).toBe(true)
    expect(await files.renew(key)).toBe('renewed')
    expect((await bytesOf(await inner.read(key)))?.subarray(0, 8).toString('latin1')).toBe('\0MPSEAL1')
    expect((await bytesOf(await files.read(key)))?.equals(content)).toBe(true)
    expect(await files.renew(key)).toBe('current')
  }
  expect(await files.read(newFileKey())).toBeNull()
  expect(await files.renew(newFileKey())).toBe('missing')
})

test('a file of a previous secret can be read with that secret, and without it after a renewal of its head', async () => {
  const inner = openFolder()
  const key = newFileKey()
  const content = randomBytes(150_000)
  await createSealedFiles(inner, [old]).put(key, content)
  const before = await bytesOf(await inner.read(key))
  const between = createSealedFiles(inner, [fresh, old])
  expect((await bytesOf(await between.read(key)))?.equals(content)).toBe(true)
  await expect(createSealedFiles(inner, [fresh]).read(key)).rejects.toThrow('a secret that is not known')
  expect(await createSealedFiles(inner, [fresh]).renew(key)).toBe('unreadable')
  expect(await between.renew(key)).toBe('renewed')
  const after = await bytesOf(await inner.read(key))
  expect(after?.subarray(74).equals(before?.subarray(74) ?? Buffer.alloc(0))).toBe(true)
  expect((await bytesOf(await createSealedFiles(inner, [fresh]).read(key)))?.equals(content)).toBe(true)
  await expect(createSealedFiles(inner, [old]).read(key)).rejects.toThrow('a secret that is not known')
})

async function withStored(length = 200_000) {
  const inner = memoryFiles()
  const files = createSealedFiles(inner, [fresh])
  const key = newFileKey()
  await files.put(key, randomBytes(length))
  const stored = (await bytesOf(await inner.read(key))) ?? Buffer.alloc(0)
  /** Replaces the stored bytes and reads the file. Returns `read` or the message of the error. */
  const readChanged = async (bytes: Buffer, at = key) => {
    await inner.put(at, bytes)
    try {
      await bytesOf(await files.read(at))
      return 'read'
    } catch (error) {
      return error instanceof Error ? error.message : ''
    }
  }
  return { stored, key, readChanged, files, inner }
}
const piece = 65_536 + 16
const head = 74

test('reading a sealed file fails if one bit of its head or content was changed', async () => {
  const { stored, readChanged } = await withStored()
  for (const place of [10, 30, head + 5, head + piece + 5, stored.length - 1]) {
    const changed = Buffer.from(stored)
    changed.writeUInt8(changed.readUInt8(place) ^ 1, place)
    // The identifier of the sealing key is only a hint, so changing it does no harm.
    expect([place, await readChanged(changed)]).toEqual([
      place,
      place === 10 ? 'read' : expect.stringContaining('changed'),
    ])
  }
})

test('reading a sealed file fails if its end or a piece is missing, or pieces were exchanged or added', async () => {
  const { stored, readChanged } = await withStored()
  const parts = [0, 1, 2].map((index) => stored.subarray(head + index * piece, head + (index + 1) * piece))
  const [first = stored, second = stored, third = stored] = parts
  const start = stored.subarray(0, head)
  const last = stored.subarray(head + 3 * piece)
  for (const changed of [
    stored.subarray(0, head),
    stored.subarray(0, head + piece),
    stored.subarray(0, stored.length - 1),
    Buffer.concat([start, first, third, last]),
    Buffer.concat([start, second, first, third, last]),
    Buffer.concat([stored, last]),
  ])
    expect(await readChanged(Buffer.from(changed))).toMatch(/changed|ends too early/)
  expect(await readChanged(stored)).toBe('read')
})

test('a sealed file cannot be opened under the key of another file', async () => {
  const { stored, readChanged } = await withStored(10)
  expect(await readChanged(stored, newFileKey())).toContain('changed')
})

test('a destroyed stream closes the stored file, and a failed upload leaves no file', async () => {
  const root = makeTestFolder()
  const files = createSealedFiles(createFolderStore(root), [fresh])
  const key = newFileKey()
  await files.put(key, randomBytes(3_000_000))
  const openFiles = () => readdirSync('/proc/self/fd').length
  const later = createSealedFiles(createFolderStore(root), [old])
  const before = openFiles()
  for (let index = 0; index < 20; index += 1) {
    const stream = await files.read(key)
    await new Promise((resolve) => stream?.once('readable', resolve))
    stream?.destroy()
    // The stored file is also closed if no byte is read, if it is already current, and if it cannot be opened.
    const unread = await files.read(key)
    unread?.destroy()
    expect(await files.renew(key)).toBe('current')
    expect(await later.renew(key)).toBe('unreadable')
    await expect(later.read(key)).rejects.toThrow('not known')
  }
  await expect.poll(openFiles).toBeLessThan(before + 10)
  async function* breaking() {
    yield Buffer.from('medio')
    throw new Error('the caller went away')
  }
  const broken = newFileKey()
  await expect(files.put(broken, Readable.from(breaking()))).rejects.toThrow('the caller went away')
  expect(await files.read(broken)).toBeNull()
})
