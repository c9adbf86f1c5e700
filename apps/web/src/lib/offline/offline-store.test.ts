import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { hasChosen, storeChoice, withDatabase } from './device-database.ts'
import { beginOfflineStore, deleteOfflineData, openOfflineStore } from './offline-store.ts'

const start = Date.parse('2026-11-24T21:05:00Z')
const minute = 60_000
const user = { token: 'a-secret-of-the-session', id: 7 }

beforeEach(() => {
  vi.useFakeTimers({ now: start, toFake: ['Date'] })
})

afterEach(async () => {
  await deleteOfflineData()
  vi.useRealTimers()
})

const begin = (whose = user) => beginOfflineStore<string>(whose, start + 30 * minute)
const readAs = async (whose: typeof user) => (await openOfflineStore<string>(whose))?.readAll()
const countRecords = () => withDatabase((database) => database.count('records'))

test('the session that stored a record reads it again, with the time at which it was stored', async () => {
  const store = await begin()
  await store.put('result 1', 'Glicemia 108')
  await store.put('result 1', 'Glicemia 109')
  await store.put('result 2', 'Colesterol 190')
  await store.remove('result 2')
  expect(await readAs(user)).toEqual([{ name: 'result 1', savedAt: start, value: 'Glicemia 109' }])
})

test('the device stores neither the texts nor the names of records in a readable form, nor the token', async () => {
  const store = await begin()
  await store.put('result 1', 'Glicemia 108')
  const stored = await withDatabase(async (database) => ({
    session: await database.getAll('session'),
    names: await database.getAllKeys('records'),
    records: await database.getAll('records'),
  }))
  const bytes = [
    ...stored.records.map(({ bytes }) => bytes),
    stored.session[0]?.proof.bytes ?? new ArrayBuffer(),
  ]
  const text = `${JSON.stringify(stored)}${bytes.map((one) => new TextDecoder().decode(one)).join()}`
  expect(stored.records).toHaveLength(1)
  for (const secret of ['Glicemia', 'result', user.token]) expect(text).not.toContain(secret)
})

test('each write uses another initialization vector', async () => {
  const store = await begin()
  const vectors = new Set<string>()
  for (let count = 0; count < 5; count += 1) {
    await store.put('result', 'same text')
    const [record] = await withDatabase((database) => database.getAll('records'))
    vectors.add(String(record?.iv))
  }
  expect(vectors.size).toBe(5)
})

test('the next session of the device reads nothing of the previous one, and deletes it', async () => {
  const others = [
    { ...user, token: 'the-next-session' },
    { token: user.token, id: 8 },
  ]
  for (const other of others) {
    const store = await begin()
    await store.put('result', 'Glicemia 108')
    expect(await readAs(other)).toBeUndefined()
    expect(await countRecords()).toBe(0)
    expect(await readAs(user)).toBeUndefined()
  }
})

test('data cannot be read once the session that stored them has ended, and reading then deletes them', async () => {
  const store = await begin()
  await store.put('result', 'Glicemia 108')
  vi.setSystemTime(start + 30 * minute - 1)
  expect(await store.readAll()).toHaveLength(1)
  vi.setSystemTime(start + 30 * minute)
  expect(await store.readAll()).toEqual([])
  expect(await readAs(user)).toBeUndefined()
  expect(await countRecords()).toBe(0)
})

test('activity of the session extends the time in which its data can be read', async () => {
  const store = await begin()
  await store.put('result', 'Glicemia 108')
  await store.extend(start + 50 * minute)
  vi.setSystemTime(start + 49 * minute)
  expect(await readAs(user)).toHaveLength(1)
  vi.setSystemTime(start + 50 * minute)
  expect(await readAs(user)).toBeUndefined()
})

test('a clock that is set back does not prolong the data', async () => {
  const store = await begin()
  await store.put('result', 'Glicemia 108')
  vi.setSystemTime(start - 4 * minute)
  expect(await readAs(user)).toHaveLength(1)
  vi.setSystemTime(start - 6 * minute)
  expect(await readAs(user)).toBeUndefined()
  expect(await countRecords()).toBe(0)
})

test('a write that arrives after the data were deleted stores nothing', async () => {
  const store = await begin()
  await deleteOfflineData()
  await store.put('result', 'Glicemia 108')
  await store.extend(start + 60 * minute)
  expect(await countRecords()).toBe(0)
  expect(await store.readAll()).toEqual([])
  expect(await readAs(user)).toBeUndefined()
})

test('a write of the previous session does not reach the data of the next one', async () => {
  const before = await begin()
  const next = { token: 'the-next-session', id: 8 }
  await begin(next)
  await before.put('result', 'Glicemia 108')
  expect(await countRecords()).toBe(0)
  expect(await readAs(next)).toEqual([])
})

test('a choice of the device stays when the data of a patient are deleted', async () => {
  expect(await hasChosen('without-hint')).toBe(false)
  await storeChoice('without-hint')
  await deleteOfflineData()
  expect(await hasChosen('without-hint')).toBe(true)
})
