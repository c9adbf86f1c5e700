/** The IndexedDB database of this device: a patient's encrypted data, and choices that belong to the device. */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb'

/** What AES-GCM returned, and the initialization vector that it was given. */
export interface Sealed {
  readonly iv: Uint8Array<ArrayBuffer>
  readonly bytes: ArrayBuffer
}

/** Whose data the device stores and until when. Times are in ms since the epoch. */
export interface StoredSession {
  /** Of the key. Without the salt, the data cannot be decrypted. */
  readonly salt: Uint8Array<ArrayBuffer>
  /** Can be decrypted only with the key of the session that stored the data. */
  readonly proof: Sealed
  readonly startedAt: number
  readonly lastUsedAt: number
  /** From then on the data must not be readable. */
  readonly validUntil: number
}

interface DeviceDatabase extends DBSchema {
  session: { key: 'only'; value: StoredSession }
  /** The keys are keyed hashes of the records' names. */
  records: { key: string; value: Sealed }
  choices: { key: string; value: true }
}

/** Runs work on the database, and closes it so that no open connection blocks another tab. */
export async function withDatabase<Result>(
  work: (database: IDBPDatabase<DeviceDatabase>) => Promise<Result>,
): Promise<Result> {
  const database = await openDB<DeviceDatabase>('portal-device', 1, {
    upgrade(created) {
      created.createObjectStore('session')
      created.createObjectStore('records')
      created.createObjectStore('choices')
    },
  })
  try {
    return await work(database)
  } finally {
    database.close()
  }
}

/** Returns whether a user of this device made the choice of this name. */
export async function hasChosen(name: string): Promise<boolean> {
  return withDatabase(async (database) => (await database.get('choices', name)) === true)
}

/** Stores a choice that belongs to the device and stays when users sign out. */
export async function storeChoice(name: string): Promise<void> {
  await withDatabase((database) => database.put('choices', true, name))
}
