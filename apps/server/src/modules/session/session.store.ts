import type { Role } from '@mi-portal/contract/people'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { hotStatement, relaxed, statement } from '../../platform/database/statement.ts'
import type { Claim, Origin } from '../../platform/http/actor.ts'

export type SessionEnd = 'signed-out' | 'taken-over' | 'password-changed' | 'account-closed'

/** Every server learns at once which session was ended: the payload is its id. */
export const endedChannel = 'portal_sessions_ended'

type OpenedSession = {
  readonly id: number
  readonly person_id: number
  readonly rol: Role
  readonly document_type_id: DocumentTypeId
  readonly is_minor: boolean
  readonly temporary_key: boolean
  /** Staff without the second factor that the installation requires. */
  readonly lacks_factor: boolean
  /** A patient whom a legal text awaits. */
  readonly lacks_consent: boolean
  readonly ended_by: SessionEnd | null
  readonly live: boolean
}

/**
 * $2 now. A use in what is still to come was noted by a clock that was wrong: to count from there would prolong the
 * session. Clocks of several servers may differ by less.
 */
const usedLately = `s.last_used_at + make_interval(mins => s.idle_minutes) > $2::timestamptz
         and s.last_used_at < $2::timestamptz + interval '5 minutes'`

/** Both marks are kept on the session by the database, see `0031_session-marks.sql`. */
const lacksConsent = `p.rol = 'STANDART_ROLE' and s.lacks_consent`
const lacksFactor = `$4::boolean and p.rol <> 'STANDART_ROLE' and not s.has_factor`

/** $1 token hash, $2 now, $3 who was born by this day is an adult, $4 staff need a second factor */
const found = `select s.id, s.person_id, p.rol, p.document_type_id, s.temporary_key, s.ended_by, s.last_used_at,
       s.ended_at is null and s.expires_at > $2::timestamptz
         and ${usedLately}
         and p.status = 1 and p.deleted_at is null
         and not (p.opened_as_minor and p.date_birth <= $3::date) as live,
       coalesce(p.date_birth > $3::date, false) as is_minor,
       ${lacksFactor} as lacks_factor, ${lacksConsent} as lacks_consent
     from sessions s join people p on p.id = s.person_id
     where s.token_hash = $1`

/**
 * One statement for every signed-in call: finds the session, judges it, pushes its last use once a minute and, for a
 * patient's claim on their own record, leaves the audit row.
 * $5 action or null, $6 patient or null, $7 object, $8 address, $9 request id
 */
const open = hotStatement<OpenedSession>(
  'session.open',
  `with found as (
     ${found} and ${relaxed}
   ), pushed as (
     update sessions s set last_used_at = $2::timestamptz from found f
     where s.id = f.id and f.live and f.last_used_at < $2::timestamptz - interval '1 minute'
   ), noted as (
     insert into audit_events (at, actor_id, actor_role, action, patient_id, object, ip, request_id)
     select $2::timestamptz, f.person_id, f.rol, $5, f.person_id, $7, $8::inet, $9 from found f
     where $5::text is not null and f.live and f.rol = 'STANDART_ROLE' and not f.temporary_key
       and (not f.lacks_consent or $5 = 'consents.list' or $5 = 'privacy.list')
       and ($6::int is null or $6::int = f.person_id)
   )
   select id, person_id, rol, document_type_id, is_minor, temporary_key, lacks_factor, lacks_consent,
     ended_by, live from found`,
)

/** For a call that is no use of the session and about no record. */
const glance = hotStatement<OpenedSession>('session.glance', found)
/** $1 session, $2 now, $3 who was born by this day is an adult */
const byId = hotStatement<Omit<OpenedSession, 'lacks_factor'>>(
  'session.byId',
  `select s.id, s.person_id, p.rol, p.document_type_id, coalesce(p.date_birth > $3::date, false) as is_minor,
     s.temporary_key, s.ended_by, ${lacksConsent} as lacks_consent,
     s.ended_at is null and s.expires_at > $2::timestamptz
       and ${usedLately}
       and p.status = 1 and p.deleted_at is null
       and not (p.opened_as_minor and p.date_birth <= $3::date) as live
   from sessions s join people p on p.id = s.person_id where s.id = $1`,
)

const alive = statement<{ id: number }>(
  'session.alive',
  `select s.id from sessions s join people p on p.id = s.person_id
   where s.id = $1 and s.ended_at is null and s.expires_at > $2::timestamptz
     and ${usedLately}
     and p.status = 1 and p.deleted_at is null and not (p.opened_as_minor and p.date_birth <= $3::date)`,
)
const aliveOf = statement<{ id: number }>(
  'session.aliveOf',
  `select s.id from sessions s join people p on p.id = s.person_id
   where s.id = any($1::int[]) and s.ended_at is null and s.expires_at > $2::timestamptz
     and ${usedLately}
     and p.status = 1 and p.deleted_at is null and not (p.opened_as_minor and p.date_birth <= $3::date)`,
)
const push = statement<never>(
  'session.push',
  'update sessions set last_used_at = $2::timestamptz where id = $1 and ended_at is null',
)
const endOne = statement<{ person_id: number; told: unknown }>(
  'session.end',
  `update sessions set ended_at = $2::timestamptz, ended_by = $3 where id = $1 and ended_at is null
   returning person_id, pg_notify('${endedChannel}', id::text) as told`,
)
const endOthers = statement<{ live: boolean; device_hash: Uint8Array | null; told: unknown }>(
  'session.endOthers',
  `update sessions set ended_at = $2::timestamptz, ended_by = $3
   where person_id = $1 and ended_at is null and id <> $4
   returning expires_at > $2::timestamptz
     and last_used_at + make_interval(mins => idle_minutes) > $2::timestamptz as live,
     device_hash, pg_notify('${endedChannel}', id::text) as told`,
)
const lockPerson = statement<{ id: number }>(
  'session.lockPerson',
  'select id from people where id = $1 for update',
)
const insert = statement<{ id: number }>(
  'session.insert',
  `insert into sessions (person_id, token_hash, temporary_key, temporary_key_hash, idle_minutes, created_at,
     last_used_at, expires_at, device_hash)
   values ($1, $2, $3::text is not null, $3, $4, $5::timestamptz, $5::timestamptz, $6::timestamptz, $7)
   returning id`,
)
/**
 * In one statement with its audit row; nothing where the person has a session already, or others of their devices are
 * remembered and this one is not. The few devices are counted, since in a young installation `exists` is planned as a walk
 * through everybody's.
 * $7 device, $8 role, $9 address, $10 request id
 */
const insertAlone = statement<{ person_id: number }>(
  'session.insertAlone',
  `with known as (
     update known_devices set seen_at = $5::timestamptz where person_id = $1 and device_hash = $7
     returning person_id
   ), first as (
     insert into known_devices (person_id, device_hash, seen_at)
     select $1, $7, $5::timestamptz where (select count(*) from known_devices where person_id = $1) = 0
     on conflict do nothing
     returning person_id
   ), opened as (
     insert into sessions (person_id, token_hash, temporary_key, temporary_key_hash, idle_minutes, created_at,
       last_used_at, expires_at, device_hash)
     select person_id, $2, $3::text is not null, $3, $4, $5::timestamptz, $5::timestamptz, $6::timestamptz, $7
     from (select person_id from known union all select person_id from first) as expected
     on conflict (person_id) where ended_at is null do nothing
     returning person_id
   )
   insert into audit_events (at, actor_id, actor_role, action, ip, request_id)
   select $5::timestamptz, person_id, $8, 'session.open', $9::inet, $10 from opened
   returning actor_id as person_id`,
)
/** $1 person, $2 device, $3 now, $4 how many are remembered. What it asks is answered as before it. */
const meetDevice = statement<{ unknown: boolean; others: boolean }>(
  'session.meetDevice',
  `with met as (
     insert into known_devices (person_id, device_hash, seen_at) values ($1, $2, $3::timestamptz)
     on conflict (person_id, device_hash) do update set seen_at = excluded.seen_at
   ), forgotten as (
     delete from known_devices where person_id = $1 and device_hash in (
       select device_hash from known_devices where person_id = $1 and device_hash <> $2
       order by seen_at desc offset $4::int - 1)
   )
   select not exists (select from known_devices where person_id = $1 and device_hash = $2) as unknown,
     exists (select from known_devices where person_id = $1 and device_hash <> $2) as others`,
)
const temporaryKey = statement<{ hash: string }>(
  'session.temporaryKey',
  'select hash from temporary_keys where person_id = $1 and expires_at > $2::timestamptz',
)
const spendKey = statement<{ person_id: number }>(
  'session.spendKey',
  'delete from temporary_keys where person_id = $1 and hash = $2 returning person_id',
)
const putKey = statement<never>(
  'session.putKey',
  `insert into temporary_keys (person_id, hash, created_at, expires_at)
   values ($1, $2, $3::timestamptz, $4::timestamptz)
   on conflict (person_id) do update set hash = excluded.hash, created_at = excluded.created_at,
     expires_at = excluded.expires_at`,
)
const dropKey = statement<never>('session.dropKey', 'delete from temporary_keys where person_id = $1')
const keyOfSession = statement<{ temporary_key_hash: string | null }>(
  'session.keyOf',
  'select temporary_key_hash from sessions where id = $1 and ended_at is null',
)
const settle = statement<never>(
  'session.settle',
  'update sessions set temporary_key = false, temporary_key_hash = null where id = $1',
)

const purgeSessions = statement<{ id: number }>(
  'session.purge',
  'delete from sessions where expires_at < $1::timestamptz returning id',
)
const purgeKeys = statement<{ person_id: number }>(
  'session.purgeKeys',
  'delete from temporary_keys where expires_at < $1::timestamptz returning person_id',
)

type NewSession = {
  readonly personId: number
  readonly tokenHash: Uint8Array
  /** Hash of the temporary password it is opened with, or null. */
  readonly temporaryKey: string | null
  readonly idleMinutes: number
  readonly now: Date
  readonly expiresAt: Date
  readonly device: Uint8Array
}

function valuesOf({ personId, tokenHash, temporaryKey, idleMinutes, now, expiresAt, device }: NewSession) {
  return [personId, tokenHash, temporaryKey, idleMinutes, now, expiresAt, device]
}

export function sessionStore(db: Database) {
  return {
    open: async (
      tokenHash: Uint8Array,
      now: Date,
      adultBirth: string,
      staffNeedFactor: boolean,
      claim: Claim | null,
      origin: Origin,
    ) =>
      (
        await db.run(open, [
          tokenHash,
          now,
          adultBirth,
          staffNeedFactor,
          claim?.action ?? null,
          claim?.patientId ?? null,
          claim?.object ?? null,
          origin.ip,
          origin.requestId,
        ])
      )[0] ?? null,
    /** Judges the session without using it. */
    glance: async (tokenHash: Uint8Array, now: Date, adultBirth: string, staffNeedFactor: boolean) =>
      (await db.run(glance, [tokenHash, now, adultBirth, staffNeedFactor]))[0] ?? null,
    byId: async (id: number, now: Date, adultBirth: string) =>
      (await db.run(byId, [id, now, adultBirth]))[0] ?? null,
    isAlive: async (id: number, now: Date, adultBirth: string) =>
      (await db.run(alive, [id, now, adultBirth])).length > 0,
    /** Which of these sessions live. */
    aliveOf: async (ids: readonly number[], now: Date, adultBirth: string) =>
      (await db.run(aliveOf, [ids, now, adultBirth])).map(({ id }) => id),
    push: async (id: number, now: Date) => {
      await db.run(push, [id, now])
    },
    end: async (tx: Queries, id: number, now: Date, by: SessionEnd) =>
      (await tx.run(endOne, [id, now, by])).length > 0,
    /** Ends every session of a person but one (0: all). */
    endOthers: async (tx: Queries, personId: number, now: Date, by: SessionEnd, but: number) => {
      await tx.run(endOthers, [personId, now, by, but])
    },
    /** Ends every session of a person; true where one of another device could still have been used. */
    takeOver: async (tx: Queries, personId: number, now: Date, device: Uint8Array) =>
      (await tx.run(endOthers, [personId, now, 'taken-over', 0])).some(
        ({ live, device_hash }) =>
          live && (device_hash === null || Buffer.compare(device_hash, device) !== 0),
      ),
    /** Remembers a device, so many of them: whether it was not, and whether others were. */
    meet: async (tx: Queries, personId: number, device: Uint8Array, now: Date, most: number) => {
      const [met] = await tx.run(meetDevice, [personId, device, now, most])
      return { unknown: met?.unknown ?? false, others: met?.others ?? false }
    },
    /** Two sign-ins of one account take turns. */
    lockPerson: async (tx: Queries, personId: number) => {
      await tx.run(lockPerson, [personId])
    },
    insert: async (tx: Queries, session: NewSession) => {
      await tx.run(insert, valuesOf(session))
    },
    /** False, and no session opened, where the person has one not ended, or comes from a device that would be news. */
    insertAlone: async (tx: Queries, session: NewSession, role: Role, origin: Origin) =>
      (await tx.run(insertAlone, [...valuesOf(session), role, origin.ip, origin.requestId])).length > 0,
    temporaryKey: async (personId: number, now: Date) =>
      (await db.run(temporaryKey, [personId, now]))[0]?.hash ?? null,
    /** Keeps a temporary password in place of any before. */
    putKey: async (tx: Queries, personId: number, hash: string, now: Date, until: Date) => {
      await tx.run(putKey, [personId, hash, now, until])
    },
    dropKey: async (tx: Queries, personId: number) => {
      await tx.run(dropKey, [personId])
    },
    /** Hash of the temporary password an open session was opened with. */
    keyOfSession: async (id: number) => (await db.run(keyOfSession, [id]))[0]?.temporary_key_hash ?? null,
    /** A session opened with a temporary password goes on as an ordinary one. */
    settle: async (tx: Queries, id: number) => {
      await tx.run(settle, [id])
    },
    /** Removes sessions that ran out before `gone` and temporary passwords that ran out by now; counts of both. */
    purge: async (gone: Date, now: Date) => ({
      sessions: (await db.run(purgeSessions, [gone])).length,
      temporaryKeys: (await db.run(purgeKeys, [now])).length,
    }),
    /** False when somebody used the key in the meantime. */
    spendKey: async (tx: Queries, personId: number, hash: string) =>
      (await tx.run(spendKey, [personId, hash])).length > 0,
  }
}

export type SessionStore = ReturnType<typeof sessionStore>
