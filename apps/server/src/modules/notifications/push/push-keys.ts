/** The key pair that identifies this installation to push services: created once, and stored encrypted. */
import type { Context } from '../../../platform/context/context.ts'
import { findRow } from '../../../platform/database/database.ts'
import { createSealer } from '../../../platform/security/seal.ts'
import type { PushKeys } from '../../../ports/push-service.ts'
import { findKeys, insertKeys, sealKeys } from './push-subscriptions.sql.ts'

const place = 'push_keys.private_key'

const createMemory = (): { loading: Promise<PushKeys | null> | undefined } => ({ loading: undefined })

async function loadKeys({ db, ports, clock, logger, config }: Context): Promise<PushKeys | null> {
  if (ports.push === null) return null
  const sealer = createSealer(config.secrets, 'push-keys')
  if ((await findRow(db, findKeys, {})) === null) {
    const { publicKey, privateKey } = ports.push.createKeys()
    const private_key = sealer.seal(Buffer.from(privateKey), place)
    await db.run(insertKeys, { public_key: publicKey, private_key, now: clock.now() })
  }
  const stored = await findRow(db, findKeys, {})
  if (stored === null) return null
  const opened = sealer.open(stored.private_key, place)
  if (opened === null) {
    logger.error(
      {},
      'the key of push messages is encrypted under an unknown secret, so none are sent: add it to SECRET_KEY_PREVIOUS',
    )
    return null
  }
  const renewed = sealer.renew(stored.private_key, place)
  if (renewed !== null) await db.run(sealKeys, { public_key: stored.public_key, private_key: renewed })
  return { publicKey: stored.public_key, privateKey: opened.toString('utf8') }
}

export function readPushKeys(ctx: Context): Promise<PushKeys | null> {
  const memory = ctx.inMemory(createMemory)
  memory.loading ??= loadKeys(ctx).catch((error: unknown) => {
    memory.loading = undefined
    throw error
  })
  return memory.loading
}
