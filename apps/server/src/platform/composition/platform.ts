import { createAudit } from '../audit.ts'
import { createAddressCaps } from '../security/address-caps.ts'
import { createTries } from '../security/tries.ts'
import type { Platform } from './module.ts'

/**
 * Adds the audit log and the rate limits to the parts that the process opened at its start. `consumeSolution` returns whether the
 * solution of a robot check was valid.
 */
export function createPlatform(
  parts: Omit<Platform, 'audit' | 'tries' | 'addressCaps'>,
  consumeSolution: Parameters<typeof createAddressCaps>[1],
): Platform {
  const { config, db, clock } = parts
  const tries = createTries(db, clock, config.limitsFactor, config.ownLimits)
  const addressCaps = createAddressCaps(tries, consumeSolution)
  return { ...parts, audit: createAudit(db, clock), tries, addressCaps }
}
