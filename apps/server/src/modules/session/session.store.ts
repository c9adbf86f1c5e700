import type { Role } from '@mi-portal/contract/people'
import type { ChosenSet } from '@mi-portal/contract/permissions'
import { sessionLimits } from '@mi-portal/contract/session-limits'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { insertAuditEntries } from '../../platform/audit.ts'
import type { Context } from '../../platform/context/context.ts'
import type { Queries } from '../../platform/database/database.ts'
import { frequentStatement, relaxed, statement } from '../../platform/database/statement.ts'
import type { Claim, Origin } from '../../platform/http/actor.ts'
import { purgeTemporaryKeys } from './temporary-keys.store.ts'

export type SessionEnd =
  | 'signed-out'
  | 'taken-over'
  | 'password-changed'
  | 'account-closed'
  | 'account-locked'
  | 'use-reported'
  | 'second-factor-changed'

/** Channel on which every server learns at once that a session was ended. The payload is the session's id. */
export const endedChannel = 'portal_sessions_ended'

type OpenedSession = {
  readonly id: number
  readonly person_id: number
  readonly rol: Role
  readonly permission_set: ChosenSet | null
  readonly site_ids: readonly number[] | null
  readonly document_type_id: DocumentTypeId
  readonly is_minor: boolean
  readonly temporary_key: boolean
  /** Staff without the second factor that the installation requires. */
  readonly lacks_factor: boolean
  /** A patient who has to accept a legal text first. */
  readonly lacks_consent: boolean
  /** The person signed in or confirmed the session within `sessionLimits.confirmed`. */
  readonly is_confirmed: boolean
  readonly ended_by: SessionEnd | null
  readonly live: boolean
}

/** What a check of a session by its token needs. */
type SessionCheck = {
  readonly token_hash: Uint8Array
  readonly now: Date
  /** The latest birth date of an adult. */
  readonly adult_birth: string
  /** The latest birth date of a person for whom the law reserves data. */
  readonly reserve_birth: string
  readonly staff_need_factor: boolean
}

/** The birth dates that separate the ages today. */
type LatestBirths = Pick<SessionCheck, 'adult_birth' | 'reserve_birth'>

/** What a check of a session by its id needs. */
type SessionById = Pick<SessionCheck, 'now' | 'adult_birth' | 'reserve_birth'> & { readonly id: number }

type NewSession = {
  readonly person_id: number
  readonly token_hash: Uint8Array
  /** Hash of the temporary password that the session is opened with, or null. */
  readonly temporary_key_hash: string | null
  readonly idle_minutes: number
  readonly now: Date
  readonly expires_at: Date
  readonly device_hash: Uint8Array
  /** Whether the person signs in with a passkey, which is a second factor too. */
  readonly passkey_verified: boolean
}

/**
 * Condition: the session was used within its idle time. A last use in the future was written by a wrong clock, and
 * counting from it would prolong the session. Clocks of several servers may differ by less than five minutes.
 */
const usedLately = `s.last_used_at + make_interval(mins => s.idle_minutes) > :now::timestamptz
         and s.last_used_at < :now::timestamptz + interval '5 minutes'`

/** Condition: the session has not ended, and its account is open and was not opened for an age that its holder has outgrown. */
const isLive = `s.ended_at is null and s.expires_at > :now::timestamptz
     and ${usedLately}
     and is_open(p) and not has_outgrown_access(p, :adult_birth::date, :reserve_birth::date)`

/** The database maintains both flags on the session. */
const lacksConsent = `p.rol = 'STANDART_ROLE' and s.lacks_consent`
const lacksFactor = `:staff_need_factor::boolean and p.rol <> 'STANDART_ROLE' and not s.has_factor`

/** Condition: the person signed in or confirmed the session lately. A time in the future was written by a wrong clock. */
const isConfirmed = `coalesce(s.confirmed_at, s.created_at) > :now::timestamptz - interval '${sessionLimits.confirmed} minutes'
       and coalesce(s.confirmed_at, s.created_at) < :now::timestamptz + interval '5 minutes'`

const found = `select s.id, s.person_id, p.rol, p.permission_set, p.site_ids, p.document_type_id, s.temporary_key, s.ended_by, s.last_used_at,
       ${isLive} as live,
       coalesce(p.date_birth > :adult_birth::date, false) as is_minor,
       ${lacksFactor} as lacks_factor, ${lacksConsent} as lacks_consent,
       ${isConfirmed} as is_confirmed
     from sessions s join people p on p.id = s.person_id
     where s.token_hash = :token_hash`

/**
 * The one statement of every signed-in call that counts as use. Finds and checks the session, updates its last use
 * once a minute and, for a patient's claim on their own record, writes the audit entry. `may_lack_consent`: the call is
 * answered while a consent is pending. `needs_confirmation`: the call is answered only in a confirmed session.
 */
const open = frequentStatement<
  OpenedSession,
  SessionCheck & {
    action: string | null
    patient_id: number | null
    object: string | null
    ip: string | null
    request_id: string | null
    may_lack_consent: boolean
    needs_confirmation: boolean
  }
>(
  'session.open',
  `with found as (
     ${found} and ${relaxed}
   ), pushed as (
     update sessions s set last_used_at = :now::timestamptz
     where s.id in (
       select o.id from sessions o join found f on f.id = o.id
       where f.live and f.last_used_at < :now::timestamptz - interval '1 minute'
       for no key update of o skip locked)
   ), noted as (
     ${insertAuditEntries(
       `select :now::timestamptz, f.person_id, f.rol, :action, f.person_id, :object, 'done', :ip::inet, :request_id, null::jsonb
       from found f
       where :action::text is not null and f.live and f.rol = 'STANDART_ROLE' and not f.temporary_key
         and (not f.lacks_consent or :may_lack_consent::boolean)
         and (f.is_confirmed or not :needs_confirmation::boolean)
         and (:patient_id::int is null or :patient_id::int = f.person_id)`,
     )}
   )
   select id, person_id, rol, permission_set, site_ids, document_type_id, is_minor, temporary_key, lacks_factor, lacks_consent,
     is_confirmed, ended_by, live from found`,
)

/** Finds the session of a call that does not count as use and is about no record. */
const selectSession = frequentStatement<OpenedSession & { last_used_at: Date }, SessionCheck>(
  'session.peek',
  found,
)
const byId = frequentStatement<Omit<OpenedSession, 'lacks_factor' | 'is_confirmed'>, SessionById>(
  'session.byId',
  `select s.id, s.person_id, p.rol, p.permission_set, p.site_ids, p.document_type_id, coalesce(p.date_birth > :adult_birth::date, false) as is_minor,
     s.temporary_key, s.ended_by, ${lacksConsent} as lacks_consent,
     ${isLive} as live
   from sessions s join people p on p.id = s.person_id where s.id = :id`,
)

const alive = statement<{ id: number }, SessionById>(
  'session.alive',
  `select s.id from sessions s join people p on p.id = s.person_id
   where s.id = :id and ${isLive}`,
)
const findAlive = statement<{ id: number }, Omit<SessionById, 'id'> & { ids: readonly number[] }>(
  'session.findAlive',
  `select s.id from sessions s join people p on p.id = s.person_id
   where s.id = any(:ids::int[]) and ${isLive}`,
)
const extendExpiry = statement<never, { id: number; now: Date }>(
  'session.extend',
  'update sessions set last_used_at = :now::timestamptz where id = :id and ended_at is null',
)
/** A session in which a passkey was proven has a second factor. */
const confirmOne = statement<{ id: number }, { id: number; now: Date; passkey: boolean }>(
  'session.confirm',
  `update sessions set confirmed_at = :now::timestamptz, passkey_verified = passkey_verified or :passkey::boolean,
     has_factor = has_factor or :passkey::boolean
   where id = :id and ended_at is null returning id`,
)
const endOne = statement<
  { person_id: number; published: unknown },
  { id: number; now: Date; ended_by: SessionEnd }
>(
  'session.end',
  `update sessions set ended_at = :now::timestamptz, ended_by = :ended_by where id = :id and ended_at is null
   returning person_id, pg_notify('${endedChannel}', id::text) as published`,
)
const endOthers = statement<
  { live: boolean; device_hash: Uint8Array | null; published: unknown },
  { person_id: number; now: Date; ended_by: SessionEnd; kept_id: number }
>(
  'session.endOthers',
  `update sessions set ended_at = :now::timestamptz, ended_by = :ended_by
   where person_id = :person_id and ended_at is null and id <> :kept_id
   returning expires_at > :now::timestamptz
     and last_used_at + make_interval(mins => idle_minutes) > :now::timestamptz as live,
     device_hash, pg_notify('${endedChannel}', id::text) as published`,
)
const openedAt = statement<{ created_at: Date }, { id: number }>(
  'session.openedAt',
  'select created_at from sessions where id = :id',
)
const lockPersonSql = statement<{ id: number }, { person_id: number }>(
  'session.lockPerson',
  'select id from people where id = :person_id for update',
)
const insert = statement<{ id: number }, NewSession>(
  'session.insert',
  `insert into sessions (person_id, token_hash, temporary_key, temporary_key_hash, idle_minutes, created_at,
     last_used_at, expires_at, device_hash, passkey_verified)
   values (:person_id, :token_hash, :temporary_key_hash::text is not null, :temporary_key_hash, :idle_minutes,
     :now::timestamptz, :now::timestamptz, :expires_at::timestamptz, :device_hash, :passkey_verified)
   returning id`,
)
/**
 * Opens a session in one statement with its audit entry. Opens none if the person has a session that has not ended, or
 * if other devices of theirs are remembered and this one is not. The few devices are counted because in a new
 * installation `exists` is planned as a scan of all devices.
 */
const insertAlone = statement<
  { person_id: number },
  NewSession & { actor_role: Role; ip: string | null; request_id: string | null; detail: string }
>(
  'session.insertAlone',
  `with known as (
     update known_devices set seen_at = :now::timestamptz where person_id = :person_id and device_hash = :device_hash
     returning person_id
   ), first as (
     insert into known_devices (person_id, device_hash, seen_at)
     select :person_id, :device_hash, :now::timestamptz
     where (select count(*) from known_devices where person_id = :person_id) = 0
     on conflict do nothing
     returning person_id
   ), opened as (
     insert into sessions (person_id, token_hash, temporary_key, temporary_key_hash, idle_minutes, created_at,
       last_used_at, expires_at, device_hash, passkey_verified)
     select person_id, :token_hash, :temporary_key_hash::text is not null, :temporary_key_hash, :idle_minutes,
       :now::timestamptz, :now::timestamptz, :expires_at::timestamptz, :device_hash, :passkey_verified::boolean
     from (select person_id from known union all select person_id from first) as expected
     on conflict (person_id) where ended_at is null do nothing
     returning person_id
   )
   ${insertAuditEntries(
     `select :now::timestamptz, person_id, :actor_role, 'session.open', null::int, null, 'done', :ip::inet, :request_id,
       :detail::jsonb
     from opened`,
   )}
   returning actor_id as person_id`,
)
const keyOfSession = statement<{ hash: string | null; lacks_passkey_proof: boolean }, { id: number }>(
  'session.keyOf',
  `select temporary_key_hash as hash,
     not has_factor and exists (select from passkeys k where k.person_id = s.person_id) as lacks_passkey_proof
   from sessions s where id = :id and ended_at is null`,
)
const makeOrdinary = statement<never, { id: number }>(
  'session.makeOrdinary',
  'update sessions set temporary_key = false, temporary_key_hash = null where id = :id',
)

const purgeSessionsSql = statement<{ id: number }, { before: Date }>(
  'session.purge',
  'delete from sessions where expires_at < :before::timestamptz returning id',
)
export const openStoredSession = async (
  ctx: Context,
  tokenHash: Uint8Array,
  now: Date,
  births: LatestBirths,
  staffNeedFactor: boolean,
  claim: Claim | null,
  origin: Origin,
) =>
  (
    await ctx.db.run(open, {
      token_hash: tokenHash,
      now,
      ...births,
      staff_need_factor: staffNeedFactor,
      action: claim?.action ?? null,
      patient_id: claim?.patientId ?? null,
      object: claim?.object ?? null,
      ip: origin.ip,
      request_id: origin.requestId,
      may_lack_consent: claim?.beforeConsent ?? false,
      needs_confirmation: claim?.stepUp ?? false,
    })
  )[0] ?? null

/** Checks the session without counting as use. */
export const peekSession = async (
  ctx: Context,
  tokenHash: Uint8Array,
  now: Date,
  births: LatestBirths,
  staffNeedFactor: boolean,
) =>
  (
    await ctx.db.run(selectSession, {
      token_hash: tokenHash,
      now,
      ...births,
      staff_need_factor: staffNeedFactor,
    })
  )[0] ?? null

export const findSession = async (ctx: Context, id: number, now: Date, births: LatestBirths) =>
  (await ctx.db.run(byId, { id, now, ...births }))[0] ?? null

export const isSessionStored = async (ctx: Context, id: number, now: Date, births: LatestBirths) =>
  (await ctx.db.run(alive, { id, now, ...births })).length > 0

/** Returns which of these sessions live. */
export const listStoredSessions = async (
  ctx: Context,
  ids: readonly number[],
  now: Date,
  births: LatestBirths,
) => (await ctx.db.run(findAlive, { ids, now, ...births })).map(({ id }) => id)

export async function extendSession(ctx: Context, id: number, now: Date) {
  await ctx.db.run(extendExpiry, { id, now })
}

/** Records that the person confirmed the session now, with a passkey or not; returns false if it has ended. */
export const markConfirmed = async (tx: Queries, id: number, now: Date, passkey: boolean) =>
  (await tx.run(confirmOne, { id, now, passkey })).length > 0

export const endSession = async (tx: Queries, id: number, now: Date, by: SessionEnd) =>
  (await tx.run(endOne, { id, now, ended_by: by })).length > 0

/** Ends every session of a person except one (0: all). */
export async function endOtherSessions(
  tx: Queries,
  personId: number,
  now: Date,
  by: SessionEnd,
  but: number,
) {
  await tx.run(endOthers, { person_id: personId, now, ended_by: by, kept_id: but })
}

/** Ends every session of a person; returns true if a session of another device was still usable. */
export const takeOverSessions = async (tx: Queries, personId: number, now: Date, device: Uint8Array) =>
  (await tx.run(endOthers, { person_id: personId, now, ended_by: 'taken-over', kept_id: 0 })).some(
    ({ live, device_hash }) => live && (device_hash === null || Buffer.compare(device_hash, device) !== 0),
  )

/** Makes concurrent sign-ins of one account wait for each other. */
export async function lockPerson(tx: Queries, personId: number) {
  await tx.run(lockPersonSql, { person_id: personId })
}

export async function insertSession(tx: Queries, session: NewSession) {
  await tx.run(insert, session)
}

/**
 * Returns false and opens no session if the person has one that has not ended, or if the owner has to be notified
 * of an unknown device.
 */
export async function insertOnlySession(
  tx: Queries,
  session: NewSession,
  role: Role,
  origin: Origin,
  detail: object,
) {
  const opened = await tx.run(insertAlone, {
    ...session,
    actor_role: role,
    ip: origin.ip,
    request_id: origin.requestId,
    detail: JSON.stringify(detail),
  })
  return opened.length > 0
}

/** Returns when a session was opened; null for an unknown one. */
export const findSessionStart = async (ctx: Context, id: number) =>
  (await ctx.db.run(openedAt, { id }))[0]?.created_at ?? null

/**
 * Returns the hash of the temporary password that a session was opened with (null without one), and whether its account has a
 * passkey, but nothing besides the password was proven in the session. Null after the end of the session.
 */
export const findKeyOfSession = async (ctx: Context, id: number) =>
  (await ctx.db.run(keyOfSession, { id }))[0] ?? null

/** Turns a session opened with a temporary password into an ordinary one. */
export async function makeSessionOrdinary(tx: Queries, id: number) {
  await tx.run(makeOrdinary, { id })
}

/** Removes sessions that expired before `gone` and temporary passwords that have expired; returns both counts. */
export const purgeSessions = async (ctx: Context, gone: Date, now: Date) => ({
  sessions: (await ctx.db.run(purgeSessionsSql, { before: gone })).length,
  temporaryKeys: await purgeTemporaryKeys(ctx, now),
})
