/** What an operation may use of the platform. It holds no store, service or rule of a domain. */
import type { PublicClinic } from '@mi-portal/contract/clinic/public-clinic'
import type { Audit, AuditEntry } from '../audit.ts'
import type { Clock } from '../clock.ts'
import type { Database, Queries } from '../database/database.ts'
import type { Actor, Origin } from '../http/actor.ts'
import type { RateLimiter } from '../security/rate-limiter.ts'

export type Context = {
  readonly db: Database
  readonly clock: Clock
  readonly audit: Audit
  readonly rateLimiter: RateLimiter
  /** Returns what the clinic has published. */
  readonly publicClinic: () => PublicClinic
}

/** What an audit entry says besides its action, its actor and where the call comes from. */
type Audited = Partial<Pick<AuditEntry, 'patientId' | 'object' | 'outcome' | 'detail'>>

/** The audit log of one call: its entries name the caller and the origin by themselves. */
type CallAudit = {
  /** Records a change in the transaction that makes it. */
  readonly add: (tx: Queries, action: string, audited?: Audited) => Promise<void>
  /** Records a read or a denied attempt. */
  readonly record: (action: string, audited?: Audited) => Promise<void>
  /** Records the read of a list: one entry for each of these patients. */
  readonly recordEach: (action: string, patientIds: readonly number[]) => Promise<void>
}

/** The context of a call: the one of the server, and who calls from where. */
export type CallContext = Omit<Context, 'audit'> & { readonly audit: CallAudit; readonly origin: Origin }

export function createCallContext(
  { audit, ...context }: Context,
  actor: Pick<Actor, 'id' | 'rol'> | null,
  origin: Origin,
): CallContext {
  const toEntry = (action: string, audited: Audited): AuditEntry => ({
    actorId: actor?.id ?? null,
    actorRole: actor?.rol ?? 'anonymous',
    patientId: null,
    ...audited,
    action,
    origin,
  })
  return {
    ...context,
    origin,
    audit: {
      add: (tx, action, audited = {}) => audit.add(tx, toEntry(action, audited)),
      record: (action, audited = {}) => audit.record(toEntry(action, audited)),
      recordEach: (action, patientIds) => audit.recordEach(toEntry(action, {}), [...new Set(patientIds)]),
    },
  }
}
