/** What the services of a person's own account share: their dependencies, the person and the audit entry. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { DomainEvent } from '../../platform/composition/domain-event.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Actor, Origin } from '../../platform/http/actor.ts'
import type { Logger } from '../../platform/logger.ts'
import type { IpRateLimits } from '../../platform/security/ip-rate-limits.ts'
import type { Passwords } from '../../platform/security/passwords.ts'
import type { RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { PasswordBranding } from '../../platform/security/weak-passwords.ts'
import type { MailQueue } from '../../ports/mail.ts'
import type { AccountEnded, PeopleService } from '../people/people.service.ts'
import type { PhotosService } from '../photos/photos.service.ts'
import type { AccountLinksService } from '../session/account-links/account-links.service.ts'
import type { SessionService } from '../session/session.service.ts'

export type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>

export type ProfileServiceDependencies = {
  readonly db: Database
  readonly people: PeopleService
  readonly sessions: SessionService
  readonly photos: PhotosService
  readonly passwords: Passwords
  readonly ipRateLimits: IpRateLimits
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly links: Pick<AccountLinksService, 'createReportLink'>
  readonly mail: MailQueue
  readonly clock: Clock
  readonly logger: Logger
  readonly branding: PasswordBranding
  readonly accountClosed: DomainEvent<AccountEnded>
}

export async function findOwnPerson(people: PeopleService, actor: Actor): Promise<Person> {
  const person = await people.byId(actor.id)
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
