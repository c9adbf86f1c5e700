import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startBucket } from '../../../test/files/bucket.ts'
import { freePort } from '../../../test/free-port.ts'
import { ConfigError } from '../../platform/config/reader.ts'
import { checkFileStore } from './check-store.ts'
import { createFolderStore } from './folder.ts'
import { createS3Store } from './s3.ts'

const root = mkdtempSync(join(tmpdir(), 'mi-portal-check-'))
let bucket: Awaited<ReturnType<typeof startBucket>>
beforeAll(async () => {
  bucket = await startBucket()
})
afterAll(async () => {
  await bucket.stop()
  rmSync(root, { recursive: true })
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
  await checkFileStore(createS3Store(bucket.place))
  expect(bucket.names()).toEqual([])
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
