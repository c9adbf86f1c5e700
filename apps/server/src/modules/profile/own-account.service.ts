/** What the services of a person's own account share: their dependencies, the person and the audit entry. */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Context } from '../../platform/context/context.ts'
import type { AccountEnded } from '../../platform/context/events.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { Logger } from '../../platform/logger.ts'
import type { IpRateLimits } from '../../platform/security/ip-rate-limits.ts'
import type { Passwords } from '../../platform/security/passwords.ts'
import type { RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { PasswordBranding } from '../../platform/security/weak-passwords.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { Person } from '../people/people.service.ts'
import { findPerson } from '../people/people.service.ts'

export type ProfileServiceDependencies = {
  readonly db: Database
  readonly ctx: Context

  readonly passwords: Passwords
  readonly ipRateLimits: IpRateLimits
  readonly rateLimiter: RateLimiter
  readonly audit: Audit

  readonly mail: MailQueue
  readonly clock: Clock
  readonly logger: Logger
  readonly branding: PasswordBranding
  readonly accountClosed: DomainEvent<AccountEnded>
}

export async function findOwnPerson(ctx: Context, actor: Actor): Promise<Person> {
  const person = await findPerson(ctx, actor.id)
  if (!person) throw new ApiError('noSession')
  return person
}

/** Returns the audit entry of a change by the person themself. */
export function describeOwnChange(actor: Actor, action: string, origin: Origin, detail?: object) {
  return {
    actorId: actor.id,
    actorRole: actor.rol,
    action,
    patientId: actor.id,
    origin,
    ...(detail ? { detail } : {}),
  }
}
