/**
 * Signed keys of exams. A tab or a frame cannot send the session's header, so it opens a file with a signed key. The key contains only
 * numbers, is valid for five minutes, and ends with the session that requested it and with the access to the patient.
 */
import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { ActorContext, CallContext, Context } from '../../platform/context/context.ts'
import { getSigner } from '../../platform/context/signers.ts'
import { type AuthorizedPatient, getAuditRole, type RecordRole } from '../../platform/http/actor.ts'
import { callerNetwork, limits } from '../../platform/security/rate-limiter.ts'
import { recheckAccess } from '../family/patient-access.ts'
import { isSessionAlive } from '../session/use-sessions.ts'
import { recordOpened } from './opened/find-new-results.ts'

const keySeconds = 300

type Purpose = 'exam-viewer' | 'exam-file' | 'exam-visit' | 'exam-images' | 'image-download'

/** The contents of a key: the person who requested it, the exam, its patient and the session. `until` is in seconds since 1970. */
export type Grant = {
  readonly examId: number
  readonly patientId: number
  readonly sessionId: number
  readonly personId: number
  readonly until: number
  readonly document: number
}

const getSeconds = ({ clock }: Context) => Math.floor(clock.now().getTime() / 1000)

export function signKey(ctx: Context, purpose: Purpose, grant: Grant): string {
  const { examId, patientId, sessionId, personId, until, document } = grant
  return getSigner(ctx, purpose).sign([examId, patientId, sessionId, personId, until, document])
}

function readKey(ctx: Context, purpose: Purpose, key: string): Grant | null {
  const [examId, patientId, sessionId, personId, until, document = 0] =
    getSigner(ctx, purpose).open(key) ?? []
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

export function grantExam(ctx: ActorContext, patient: AuthorizedPatient<'exams'>, examId: number): Grant {
  return {
    examId,
    patientId: patient.id,
    sessionId: ctx.actor.sessionId,
    personId: ctx.actor.id,
    until: getSeconds(ctx) + keySeconds,
    document: 0,
  }
}

function auditKey(
  { auditLog, origin }: CallContext,
  { personId, patientId }: Grant,
  role: RecordRole | null,
  examId: number,
  action: string,
): Promise<void> {
  return auditLog.record({
    actorId: personId,
    // Without access, the entry names the role of an account, as every denied call does.
    actorRole: getAuditRole({ rol: 'STANDART_ROLE' }, { role: role ?? 'self' }),
    action,
    patientId,
    object: `attention_id=${examId}`,
    outcome: role === null ? 'refused' : 'done',
    origin,
  })
}

/** Rejects an invalid key with 404, and with 429 once this IP address tried too many. Audits the 404 of a signed key. */
async function rejectKey(ctx: CallContext, grant: Grant | null, action: string): Promise<never> {
  await ctx.rateLimiter.consumeEach([limits.fileKey], callerNetwork(ctx.origin.ip))
  if (grant !== null) await auditKey(ctx, grant, null, grant.examId, action)
  throw new ApiError('notFound')
}

async function authorizeGrant(ctx: Context, grant: Grant): Promise<AuthorizedPatient<'exams'> | null> {
  if (getSeconds(ctx) >= grant.until || !(await isSessionAlive(ctx, grant.sessionId))) return null
  return recheckAccess(ctx, grant.personId, grant.patientId, 'exams')
}

export type OpenedKey = { readonly grant: Grant; readonly patient: AuthorizedPatient<'exams'> }

/** Rejects a key that is not valid, with an entry of `action`. The caller writes the entry of a valid one. */
export async function authorizeKey(
  ctx: CallContext,
  purpose: Purpose,
  key: string,
  action: string,
): Promise<OpenedKey> {
  const grant = readKey(ctx, purpose, key)
  const patient = grant === null ? null : await authorizeGrant(ctx, grant)
  return grant === null || patient === null ? rejectKey(ctx, grant, action) : { grant, patient }
}

/**
 * Runs `read` for a valid key, and rejects the key if it finds nothing. Each exam of `listExams`, by default the exam of the key, gets an
 * audit entry and counts as opened. A right key works even after many wrong ones from the same IP address.
 */
export async function openKey<T>(
  ctx: CallContext,
  purpose: Purpose,
  key: string,
  action: string,
  read: (opened: OpenedKey) => Promise<T | null>,
  listExams?: (content: T) => readonly number[],
): Promise<T> {
  const opened = await authorizeKey(ctx, purpose, key, action)
  const { grant, patient } = opened
  const content = await read(opened)
  if (content === null) return rejectKey(ctx, grant, action)
  for (const examId of listExams?.(content) ?? [grant.examId])
    await Promise.all([
      auditKey(ctx, grant, patient.role, examId, action),
      recordOpened(ctx, grant.personId, examId),
    ])
  return content
}
