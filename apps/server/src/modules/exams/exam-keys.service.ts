/**
 * Signed keys of exams. A tab or a frame cannot send the session's header, so it opens a file with a signed key. The key
 * contains only numbers, is valid for five minutes, and ends with the session that requested it and with the access
 * to the patient.
 */

import { ApiError } from '@mi-portal/contract/api-error'
import type { Audit } from '../../platform/audit.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Context } from '../../platform/context/context.ts'
import {
  type Actor,
  type AuthorizedPatient,
  auditRoleOf,
  type Origin,
  type RecordRole,
} from '../../platform/http/actor.ts'
import { callerNetwork, limits, type RateLimiter } from '../../platform/security/rate-limiter.ts'
import type { Secrets } from '../../platform/security/secrets.ts'
import { createSigner, type Signer } from '../../platform/security/tokens.ts'
import { recheckAccess } from '../family/patient-access.ts'
import type { OpenedResultsService } from './opened/opened-results.service.ts'

type ExamKeysDependencies = {
  readonly ctx: Context
  readonly opened: OpenedResultsService
  /** Returns whether a session still lives, by its id. */
  readonly isAlive: (sessionId: number) => Promise<boolean>
  readonly rateLimiter: RateLimiter
  readonly audit: Audit
  readonly clock: Clock
  readonly secrets: Secrets
}

const keySeconds = 300

/**
 * The contents of a key: the person who requested it, the exam, its patient and the session. `until` is in seconds
 * since 1970.
 */
export type Grant = {
  readonly examId: number
  readonly patientId: number
  readonly sessionId: number
  readonly personId: number
  readonly until: number
  /** The number of one of the exam's documents. */
  readonly document: number
}

export function signKey(signer: Signer, grant: Grant): string {
  return signer.sign([
    grant.examId,
    grant.patientId,
    grant.sessionId,
    grant.personId,
    grant.until,
    grant.document,
  ])
}

function readKey(signer: Signer, key: string): Grant | null {
  const [examId, patientId, sessionId, personId, until, document = 0] = signer.open(key) ?? []
  if (
    examId === undefined ||
    patientId === undefined ||
    sessionId === undefined ||
    personId === undefined ||
    until === undefined
  )
    return null
  return { examId, patientId, sessionId, personId, until, document }
}

export function createExamKeysService(dependencies: ExamKeysDependencies) {
  const { ctx, opened, isAlive, rateLimiter, audit, clock, secrets } = dependencies
  const seconds = () => Math.floor(clock.now().getTime() / 1000)

  function grantTo(actor: Actor, patient: AuthorizedPatient<'exams'>, examId: number): Grant {
    return {
      examId,
      patientId: patient.id,
      sessionId: actor.sessionId,
      personId: actor.id,
      until: seconds() + keySeconds,
      document: 0,
    }
  }

  /**
   * Rejects an invalid key with 404, and with 429 once this IP address tried too many. Audits the 404 of a signed key.
   */
  async function rejectKey(grant: Grant | null, action: string, origin: Origin): Promise<never> {
    await rateLimiter.consumeEach([limits.fileKey], callerNetwork(origin.ip))
    if (grant !== null) await auditKey(grant, null, grant.examId, action, origin)
    throw new ApiError('notFound')
  }

  /**
   * Returns the access that the person of a key has to the patient now. Null if the key has expired, its session has
   * ended or the person has no access to the patient any more.
   */
  async function authorizeGrant(grant: Grant): Promise<AuthorizedPatient<'exams'> | null> {
    if (seconds() >= grant.until || !(await isAlive(grant.sessionId))) return null
    return recheckAccess(ctx, grant.personId, grant.patientId, 'exams')
  }

  async function auditKey(
    grant: Grant,
    role: RecordRole | null,
    examId: number,
    action: string,
    origin: Origin,
  ) {
    await audit.record({
      actorId: grant.personId,
      // Without access, the entry names the role of an account, as every denied call does.
      actorRole: auditRoleOf({ rol: 'STANDART_ROLE' }, { role: role ?? 'self' }),
      action,
      patientId: grant.patientId,
      object: `attention_id=${examId}`,
      outcome: role === null ? 'refused' : 'done',
      origin,
    })
  }

  /**
   * Runs `read` for a valid key. Each exam of `examsOf`, by default the exam of the key, gets an audit entry and counts as
   * opened.
   * A right key works even after many wrong ones from the same IP address.
   */
  async function open<T>(
    signer: Signer,
    key: string,
    action: string,
    origin: Origin,
    read: (patient: AuthorizedPatient<'exams'>, grant: Grant) => Promise<T | null>,
    examsOf?: (content: T) => readonly number[],
  ): Promise<T> {
    const grant = readKey(signer, key)
    const patient = grant === null ? null : await authorizeGrant(grant)
    const content = grant === null || patient === null ? null : await read(patient, grant)
    if (grant === null || patient === null || content === null) return rejectKey(grant, action, origin)
    for (const examId of examsOf?.(content) ?? [grant.examId])
      await Promise.all([
        auditKey(grant, patient.role, examId, action, origin),
        opened.record(grant.personId, examId),
      ])
    return content
  }

  /**
   * Returns the access of a valid key, and rejects any other key. The caller writes the audit entry. `action` is for the entry of a
   * rejected key.
   */
  async function authorize(signer: Signer, key: string, action: string, origin: Origin) {
    const grant = readKey(signer, key)
    const patient = grant === null ? null : await authorizeGrant(grant)
    return grant === null || patient === null ? rejectKey(grant, action, origin) : { grant, patient }
  }

  return {
    /** Returns a signer for one purpose: a key of another purpose does not open with it. */
    signerFor: (purpose: string) => createSigner(secrets, purpose),
    grantTo,
    authorize,
    open,
  }
}

export type ExamKeys = ReturnType<typeof createExamKeysService>
