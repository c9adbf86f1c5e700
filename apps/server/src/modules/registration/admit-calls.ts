import type { CallContext } from '../../platform/context/context.ts'
import type { Limit } from '../../platform/security/rate-limiter.ts'

export async function admitCounted(
  { ipRateLimits, origin }: CallContext,
  countedLimits: readonly Limit[],
  altcha: string | undefined,
): Promise<void> {
  const address = await ipRateLimits.admit('registration', countedLimits, origin.ip, altcha)
  await address.countFailure()
}
