/**
 * Stores data of the signed-in patient on this device, encrypted, for times without a connection. The data can be read only with the
 * token of the session that stored them, and only until that session ends.
 */
import { now } from '../clock.ts'
import { type StoredSession, withDatabase } from './device-database.ts'
import { deriveKeys, type SessionKeys } from './session-key.ts'

/** The clock of a device may be set back by a correction; a larger step back would prolong the stored data. */
const toleratedStepBackMs = 5 * 60_000

const proofName = 'proof'

interface SessionUser {
  token: string
  id: number
}

/** A stored value, and when it was stored, in ms since the epoch. */
export interface OfflineRecord<Value> {
  readonly name: string
  readonly savedAt: number
  readonly value: Value
}

export interface OfflineStore<Value> {
  /** When this session first stored data, in ms since the epoch. */
  readonly startedAt: number
  /** When the data stop being readable, in ms since the epoch, as it was known when the store was opened. */
  readonly validUntil: number
  /** Stores a value under a name, in place of the value that it had. Does nothing once the session's data were deleted. */
  put(name: string, value: Value): Promise<void>
  /** Returns all records; none once the session's data were deleted or have expired. */
  readAll(): Promise<OfflineRecord<Value>[]>
  remove(name: string): Promise<void>
  /** Sets when the session ends without further calls, in ms since the epoch. */
  extend(validUntil: number): Promise<void>
}

/** Deletes all stored data of patients, with the salt of their key. */
export async function deleteOfflineData(): Promise<void> {
  await withDatabase(async (database) => {
    const transaction = database.transaction(['session', 'records'], 'readwrite')
    await Promise.all([
      transaction.objectStore('session').clear(),
      transaction.objectStore('records').clear(),
      transaction.done,
    ])
  })
}

function isExpired({ validUntil, lastUsedAt }: StoredSession): boolean {
  const nowMs = now().getTime()
  return nowMs >= validUntil || nowMs < lastUsedAt - toleratedStepBackMs
}

/**
 * Opens the data that this session stored on this device. Deletes data of another session and expired data, and returns null in
 * their place.
 */
export async function openOfflineStore<Value>(user: SessionUser): Promise<OfflineStore<Value> | null> {
  const session = await withDatabase((database) => database.get('session', 'only'))
  if (!session) return null
  if (!isExpired(session)) {
    const keys = await deriveKeys(user, session.salt)
    const isOwn = await keys.unseal(proofName, session.proof).then(
      () => true,
      () => false,
    )
    if (isOwn) return createStore(session, keys)
  }
  await deleteOfflineData()
  return null
}

/** Opens the data of this session like {@link openOfflineStore}, or begins to store data of the session. */
export async function beginOfflineStore<Value>(
  user: SessionUser,
  validUntil: number,
): Promise<OfflineStore<Value>> {
  const existing = await openOfflineStore<Value>(user)
  if (existing) return existing
  const salt = crypto.getRandomValues(new Uint8Array(32))
  const keys = await deriveKeys(user, salt)
  const proof = await keys.seal(proofName, null)
  const startedAt = now().getTime()
  const session = { salt, proof, startedAt, lastUsedAt: startedAt, validUntil }
  await withDatabase((database) => database.put('session', session, 'only'))
  return createStore(session, keys)
}

function createStore<Value>(opened: StoredSession, keys: SessionKeys): OfflineStore<Value> {
  /** Returns whether the stored session is still the opened one: another tab may have deleted or replaced it. */
  const isCurrent = (session: StoredSession | undefined): session is StoredSession =>
    session?.salt.join() === opened.salt.join() && !isExpired(session)

  async function put(name: string, value: Value) {
    const record: OfflineRecord<Value> = { name, savedAt: now().getTime(), value }
    const key = await keys.hideName(name)
    const sealed = await keys.seal(key, record)
    await withDatabase(async (database) => {
      const transaction = database.transaction(['session', 'records'], 'readwrite')
      if (isCurrent(await transaction.objectStore('session').get('only')))
        await transaction.objectStore('records').put(sealed, key)
      await transaction.done
    })
  }

  return {
    startedAt: opened.startedAt,
    validUntil: opened.validUntil,
    put,
    async readAll() {
      const { session, names, sealed } = await withDatabase(async (database) => {
        const transaction = database.transaction(['session', 'records'])
        const [session, names, sealed] = await Promise.all([
          transaction.objectStore('session').get('only'),
          transaction.objectStore('records').getAllKeys(),
          transaction.objectStore('records').getAll(),
        ])
        return { session, names, sealed }
      })
      if (!isCurrent(session)) return []
      return Promise.all(
        sealed.map((one, index) => keys.unseal(names[index] ?? '', one) as Promise<OfflineRecord<Value>>),
      )
    },
    async remove(name) {
      const key = await keys.hideName(name)
      await withDatabase((database) => database.delete('records', key))
    },
    async extend(validUntil) {
      await withDatabase(async (database) => {
        const transaction = database.transaction('session', 'readwrite')
        const session = await transaction.store.get('only')
        if (isCurrent(session))
          await transaction.store.put({ ...session, validUntil, lastUsedAt: now().getTime() }, 'only')
        await transaction.done
      })
    },
  }
}
