import { toFullName } from '../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { ExportsSql } from './exports.sql.generated.ts'

const sql = defineSql<ExportsSql, { state: 'waiting' | 'running' | 'ready' | 'failed' }>('exports')

export type ExportRow = Row<typeof claimExport>

const columns = `e.id, e.requester_id, e.patient_id, e.without_reserved, e.state, e.attempts, e.claim, e.created_at,
  e.expires_at, e.pdf_file_id, e.bundle_file_id, e.pdf_taken_at, e.bundle_taken_at`

/** Servers count one after the other, so that the limit of the queue holds for all of them. */
export const lockQueue = sql('lockQueue')`select pg_advisory_xact_lock(hashtext('exports.queue'))`

export const countWaiting = sql('waiting')`
  select count(*)::int as count! from exports where state in ('waiting', 'running')`

/** Adds nothing if a copy of this requester is already waiting or being created. */
export const insertExport = sql('insert')`
  insert into exports (requester_id, patient_id, without_reserved, state, created_at)
  values (:requester_id, :patient_id, :without_reserved, 'waiting', :now::timestamptz)
  on conflict (requester_id) where state in ('waiting', 'running') do nothing returning id`

/** Finds the copy that must become older than the limit's period before another one can be requested. */
export const findLimiting = sql('limiting')`
  select created_at from exports where requester_id = :requester_id and created_at > :since::timestamptz
    and state <> 'failed'
  order by created_at desc offset :offset_rows::int limit 1`

export const listExports = sql('list')`
  select ${columns}, ${toFullName('p')} as patient_full_name! from exports e join people p on p.id = e.patient_id
  where e.requester_id = :requester_id order by e.created_at desc, e.id desc limit 5`

export const findExport = sql('one')`
  select ${columns}, ${toFullName('p')} as patient_full_name! from exports e join people p on p.id = e.patient_id
  where e.id = :id and e.requester_id = :requester_id`

/** Claims the next copy. A worker whose claim has expired is considered dead. */
export const claimExport = sql('claim')`
  update exports e set state = 'running', claim = claim + 1, attempts = attempts + 1, claimed_until = :until::timestamptz
  where e.id = (
    select id from exports
    where state = 'waiting' or (state = 'running' and claimed_until < :now::timestamptz)
    order by created_at, id limit 1 for update skip locked
  ) returning ${columns}`

export const renewClaim = sql('renew')`
  update exports set claimed_until = :until::timestamptz where id = :id and claim = :claim and state = 'running'
  returning id`

export const finishExport = sql('finish')`
  update exports set state = 'ready', finished_at = :now::timestamptz, expires_at = :expires_at::timestamptz,
    pdf_file_id = :pdf_file_id, bundle_file_id = :bundle_file_id, claimed_until = null
  where id = :id and claim = :claim and state = 'running' returning id`

export const giveUpExport = sql('giveUp')`
  update exports set state = :state, finished_at = :now::timestamptz, claimed_until = null
  where id = :id and claim = :claim and state = 'running' returning id`

/** The worker of a running copy loses its claim, and the copy is created without the item. A ready one expires as any copy does. */
export const withdrawExports = sql('withdrawOfOthers')`
  update exports set state = case state when 'running' then 'waiting' else 'ready' end, claim = claim + 1,
    claimed_until = null, expires_at = case state when 'ready' then least(expires_at, :now::timestamptz) end
  where patient_id = :patient_id and requester_id <> :patient_id and state in ('running', 'ready')
  returning pdf_file_id, bundle_file_id`

const toDownload = (column: 'pdf' | 'bundle') => `with taken as (
     update exports set ${column}_taken_at = :now::timestamptz
     where id = :id and requester_id = :requester_id and state = 'ready' and expires_at > :now::timestamptz
       and ${column}_taken_at is null
     returning ${column}_file_id
   )
   select f.id, f.key, f.name, f.media_type, f.bytes from taken join files f on f.id = taken.${column}_file_id`

/** A statement for each file that marks it as downloaded, so that only one of two concurrent calls gets it. */
export const markDownloaded = {
  pdf: sql('markPdfDownloaded')`${toDownload('pdf')}`,
  fhir: sql('markBundleDownloaded')`${toDownload('bundle')}`,
} as const

export const unmarkDownloaded = {
  pdf: sql('unmarkPdfDownloaded')`update exports set pdf_taken_at = null where id = :id`,
  fhir: sql('unmarkBundleDownloaded')`update exports set bundle_taken_at = null where id = :id`,
} as const
