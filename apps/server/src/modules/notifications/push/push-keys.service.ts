/** The key pair that identifies this installation to push services: created once, and stored encrypted. */

import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/database.ts'
import type { Logger } from '../../../platform/logger.ts'
import { createSealer } from '../../../platform/security/seal.ts'
import type { Secrets } from '../../../platform/security/secrets.ts'
import type { PushKeys, PushService } from '../../../ports/push-service.ts'
import * as pushSubscriptionsSql from './push-subscriptions.sql.ts'

type PushKeysDependencies = {
  readonly db: Database
  readonly push: PushService
  readonly clock: Clock
  readonly logger: Logger
  readonly secrets: Secrets
}

const place = 'push_keys.private_key'

export function createPushKeysService({ db, push, clock, logger, secrets }: PushKeysDependencies) {
  const sealer = createSealer(secrets, 'push-keys')
  let loading: Promise<PushKeys | null> | undefined

  async function read(): Promise<PushKeys | null> {
    const row = await pushSubscriptionsSql.keys(db)
    if (row === null) return null
    const opened = sealer.open(row.private_key, place)
    if (opened === null) {
      logger.error(
        {},
        'the key of push messages is encrypted under an unknown secret, so none are sent: add it to SECRET_KEY_PREVIOUS',
      )
      return null
    }
    const renewed = sealer.renew(row.private_key, place)
    if (renewed !== null) await pushSubscriptionsSql.sealKeys(db, row.public_key, renewed)
    return { publicKey: row.public_key, privateKey: opened.toString('utf8') }
  }

  async function load(): Promise<PushKeys | null> {
    if ((await pushSubscriptionsSql.keys(db)) === null) {
      const { publicKey, privateKey } = push.createKeys()
      await pushSubscriptionsSql.insertKeys(
        db,
        publicKey,
        sealer.seal(Buffer.from(privateKey), place),
        clock.now(),
      )
    }
    return read()
  }

  /** Returns the keys, which are created at the first call. Null if they cannot be decrypted. */
  return (): Promise<PushKeys | null> => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined
      throw error
    })
    return loading
  }
}

export type ReadPushKeys = ReturnType<typeof createPushKeysService>
