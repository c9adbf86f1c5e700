import type { Role } from '@mi-portal/contract/people'
import type { ChosenSet } from '@mi-portal/contract/permissions/permissions'
import { sessionLimits } from '@mi-portal/contract/session/session-limits'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import { insertAuditEntries } from '../../platform/database/sql-parts.ts'
import { defineSql, relaxed } from '../../platform/database/statement.ts'
import type { SessionSql } from './session.sql.generated.ts'

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

const sql = defineSql<
  SessionSql,
  { rol: Role; permission_set: ChosenSet; document_type_id: DocumentTypeId; ended_by: SessionEnd }
>('session')

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
       ${isLive} as live!,
       coalesce(p.date_birth > :adult_birth::date, false) as is_minor!,
       ${lacksFactor} as lacks_factor!, ${lacksConsent} as lacks_consent!,
       ${isConfirmed} as is_confirmed!
     from sessions s join people p on p.id = s.person_id
     where s.token_hash = :token_hash`

/**
 * The one statement of every signed-in call that counts as use. Finds and checks the session, updates its last use
 * once a minute and, for a patient's claim on their own record, writes the audit entry. `may_lack_consent`: the call is
 * answered while a consent is pending. `needs_confirmation`: the call is answered only in a confirmed session.
 */
export const openStoredSession = sql('open', { isFrequent: true })`
  with found as (
    ${found} and ${relaxed}
  ), pushed as (
    update sessions s set last_used_at = :now::timestamptz
    where s.id in (
      select o.id from sessions o join found f on f.id = o.id
      where f.live and f.last_used_at < :now::timestamptz - interval '1 minute'
      for no key update of o skip locked)
  ), noted as (
    ${insertAuditEntries(
      `select :now::timestamptz, f.person_id, f.rol, :action?, f.person_id, :object?, 'done', :ip?::inet, :request_id?, null::jsonb
       from found f
       where :action?::text is not null and f.live and f.rol = 'STANDART_ROLE' and not f.temporary_key
         and (not f.lacks_consent or :may_lack_consent::boolean)
         and (f.is_confirmed or not :needs_confirmation::boolean)
         and (:patient_id?::int is null or :patient_id?::int = f.person_id)`,
    )}
  )
  select id, person_id, rol, permission_set, site_ids, document_type_id, is_minor, temporary_key, lacks_factor, lacks_consent,
    is_confirmed, ended_by, live from found`

export const peekSession = sql('peek', { isFrequent: true })`${found}`

export const findSession = sql('byId', { isFrequent: true })`
  select s.id, s.person_id, p.rol, p.permission_set, p.site_ids, p.document_type_id, coalesce(p.date_birth > :adult_birth::date, false) as is_minor!,
    s.temporary_key, s.ended_by, ${lacksConsent} as lacks_consent!,
    ${isLive} as live!
  from sessions s join people p on p.id = s.person_id where s.id = :id`

export const findLiveSession = sql('alive')`
  select s.id from sessions s join people p on p.id = s.person_id
  where s.id = :id and ${isLive}`

export const listLiveSessions = sql('findAlive')`
  select s.id from sessions s join people p on p.id = s.person_id
  where s.id = any(:ids::int[]) and ${isLive}`

export const extendSession = sql('extend')`
  update sessions set last_used_at = :now::timestamptz where id = :id and ended_at is null`

/** A session in which a passkey was proven has a second factor. */
export const confirmStoredSession = sql('confirm')`
  update sessions set confirmed_at = :now::timestamptz, passkey_verified = passkey_verified or :passkey::boolean,
    has_factor = has_factor or :passkey::boolean
  where id = :id and ended_at is null returning id`

export const endSession = sql('end')`
  update sessions set ended_at = :now::timestamptz, ended_by = :ended_by where id = :id and ended_at is null
  returning person_id, pg_notify('${endedChannel}', id::text) as published`

export const endOtherSessions = sql('endOthers')`
  update sessions set ended_at = :now::timestamptz, ended_by = :ended_by
  where person_id = :person_id and ended_at is null and id <> :kept_id
  returning expires_at > :now::timestamptz
    and last_used_at + make_interval(mins => idle_minutes) > :now::timestamptz as live!,
    device_hash, pg_notify('${endedChannel}', id::text) as published`

export const findSessionStart = sql('openedAt')`select created_at from sessions where id = :id`

export const lockPerson = sql('lockPerson')`select id from people where id = :person_id for update`

export const insertSession = sql('insert')`
  insert into sessions (person_id, token_hash, temporary_key, temporary_key_hash, idle_minutes, created_at,
    last_used_at, expires_at, device_hash, passkey_verified)
  values (:person_id, :token_hash, :temporary_key_hash?::text is not null, :temporary_key_hash?, :idle_minutes,
    :now::timestamptz, :now::timestamptz, :expires_at::timestamptz, :device_hash, :passkey_verified)
  returning id`

/**
 * Opens a session in one statement with its audit entry. Opens none if the person has a session that has not ended, or
 * if other devices of theirs are remembered and this one is not. The few devices are counted because in a new
 * installation `exists` is planned as a scan of all devices.
 */
export const insertOnlySession = sql('insertAlone')`
  with known as (
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
    select person_id, :token_hash, :temporary_key_hash?::text is not null, :temporary_key_hash?, :idle_minutes,
      :now::timestamptz, :now::timestamptz, :expires_at::timestamptz, :device_hash, :passkey_verified::boolean
    from (select person_id from known union all select person_id from first) as expected
    on conflict (person_id) where ended_at is null do nothing
    returning person_id
  )
  ${insertAuditEntries(
    `select :now::timestamptz, person_id, :actor_role, 'session.open', null::int, null, 'done', :ip?::inet, :request_id?,
       :detail::jsonb
     from opened`,
  )}
  returning actor_id as person_id`

export const findKeyOfSession = sql('keyOf')`
  select temporary_key_hash as hash,
    not has_factor and exists (select from passkeys k where k.person_id = s.person_id) as lacks_passkey_proof!
  from sessions s where id = :id and ended_at is null`

export const makeSessionOrdinary = sql('makeOrdinary')`
  update sessions set temporary_key = false, temporary_key_hash = null where id = :id`

export const purgeSessions = sql('purge')`
  delete from sessions where expires_at < :before::timestamptz returning id`
