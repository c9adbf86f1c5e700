import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { ExportsSql } from './exports.sql.generated.ts'

const sql = defineSql<ExportsSql, { state: 'waiting' | 'running' | 'ready' | 'failed' }>('exports')

/** A copy that waits, is being created, or is ready. */
export type ExportRow = Row<typeof claimSql>

export type ListedExport = Row<typeof listSql>

/** A stored file: one of the two of a copy, or one that a copy contains. */
export type ExportedFile = {
  readonly id: number
  readonly key: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly created_at: Date
}

const columns = `e.id, e.requester_id, e.patient_id, e.without_reserved, e.state, e.attempts, e.claim, e.created_at,
  e.expires_at, e.pdf_file_id, e.bundle_file_id, e.pdf_taken_at, e.bundle_taken_at`

// Servers count one after the other, so that the limit of the queue holds for all of them.
const lockQueueSql = sql('lockQueue', `select pg_advisory_xact_lock(hashtext('exports.queue'))`)
const waitingSql = sql(
  'waiting',
  `select count(*)::int as count! from exports where state in ('waiting', 'running')`,
)
const insertSql = sql(
  'insert',
  `insert into exports (requester_id, patient_id, without_reserved, state, created_at)
   values (:requester_id, :patient_id, :without_reserved, 'waiting', :now::timestamptz)
   on conflict (requester_id) where state in ('waiting', 'running') do nothing returning id`,
)
const named = `concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name!`
// The copy that must become older than the limit's period before another one can be requested.
const limiting = sql(
  'limiting',
  `select created_at from exports where requester_id = :requester_id and created_at > :since::timestamptz
     and state <> 'failed'
   order by created_at desc offset :offset_rows::int limit 1`,
)
const listSql = sql(
  'list',
  `select ${columns}, ${named} from exports e join people p on p.id = e.patient_id
   where e.requester_id = :requester_id order by e.created_at desc, e.id desc limit 5`,
)
const oneSql = sql(
  'one',
  `select ${columns}, ${named} from exports e join people p on p.id = e.patient_id
   where e.id = :id and e.requester_id = :requester_id`,
)
// A worker whose claim has expired is considered dead.
const claimSql = sql(
  'claim',
  `update exports e set state = 'running', claim = claim + 1, attempts = attempts + 1, claimed_until = :until::timestamptz
   where e.id = (
     select id from exports
     where state = 'waiting' or (state = 'running' and claimed_until < :now::timestamptz)
     order by created_at, id limit 1 for update skip locked
   ) returning ${columns}`,
)
const renewSql = sql(
  'renew',
  `update exports set claimed_until = :until::timestamptz where id = :id and claim = :claim and state = 'running'
   returning id`,
)
const finishSql = sql(
  'finish',
  `update exports set state = 'ready', finished_at = :now::timestamptz, expires_at = :expires_at::timestamptz,
     pdf_file_id = :pdf_file_id, bundle_file_id = :bundle_file_id, claimed_until = null
   where id = :id and claim = :claim and state = 'running' returning id`,
)
const giveUpSql = sql(
  'giveUp',
  `update exports set state = :state, finished_at = :now::timestamptz, claimed_until = null
   where id = :id and claim = :claim and state = 'running' returning id`,
)
// The worker of a running copy has lost its claim, and the copy is created again without the item. A ready one has expired, as any copy
// does: its state must not show that something was hidden.
const withdrawOfOthersSql = sql(
  'withdrawOfOthers',
  `update exports set state = case state when 'running' then 'waiting' else 'ready' end, claim = claim + 1,
     claimed_until = null, expires_at = case state when 'ready' then least(expires_at, :now::timestamptz) end
   where patient_id = :patient_id and requester_id <> :patient_id and state in ('running', 'ready')
   returning pdf_file_id, bundle_file_id`,
)

/** A statement for each file that marks it as downloaded, so that only one of two concurrent calls gets it. */
const downloadStatements = {
  pdf: sql(
    'markPdfDownloaded',
    `with taken as (
       update exports set pdf_taken_at = :now::timestamptz
       where id = :id and requester_id = :requester_id and state = 'ready' and expires_at > :now::timestamptz
         and pdf_taken_at is null
       returning pdf_file_id
     )
     select f.id, f.key, f.name, f.media_type, f.bytes, f.created_at from taken join files f on f.id = taken.pdf_file_id`,
  ),
  fhir: sql(
    'markBundleDownloaded',
    `with taken as (
       update exports set bundle_taken_at = :now::timestamptz
       where id = :id and requester_id = :requester_id and state = 'ready' and expires_at > :now::timestamptz
         and bundle_taken_at is null
       returning bundle_file_id
     )
     select f.id, f.key, f.name, f.media_type, f.bytes, f.created_at
     from taken join files f on f.id = taken.bundle_file_id`,
  ),
} as const
const undoStatements = {
  pdf: sql('unmarkPdfDownloaded', 'update exports set pdf_taken_at = null where id = :id'),
  fhir: sql('unmarkBundleDownloaded', 'update exports set bundle_taken_at = null where id = :id'),
} as const

export const lockQueue = async (tx: Queries) => {
  await tx.run(lockQueueSql, {})
}

export const waiting = async (tx: Queries) => (await tx.run(waitingSql, {}))[0]?.count ?? 0

/**
 * Returns when this requester requested the oldest of their newest `max` copies since `since`; null if there were
 * fewer.
 */
export const findLimiting = async (
  tx: Queries,
  requesterId: number,
  since: Date,
  max: number,
): Promise<Date | null> =>
  (await tx.run(limiting, { requester_id: requesterId, since, offset_rows: max - 1 }))[0]?.created_at ?? null

/** Returns null if a copy of this requester is already waiting or being created. */
export const insert = async (
  tx: Queries,
  requesterId: number,
  patientId: number,
  withoutReserved: boolean,
  now: Date,
) =>
  (
    await tx.run(insertSql, {
      requester_id: requesterId,
      patient_id: patientId,
      without_reserved: withoutReserved,
      now,
    })
  )[0]?.id ?? null

/** Withdraws the copies of a patient's data for other people, and returns the files of those that were ready. */
export const withdrawOfOthers = async (tx: Queries, patientId: number, now: Date): Promise<number[]> =>
  (await tx.run(withdrawOfOthersSql, { patient_id: patientId, now })).flatMap(
    ({ pdf_file_id, bundle_file_id }) => [pdf_file_id, bundle_file_id].filter((id) => id !== null),
  )

export const list = (db: Queries, requesterId: number) => db.run(listSql, { requester_id: requesterId })

export const one = async (db: Queries, id: number, requesterId: number) =>
  (await db.run(oneSql, { id, requester_id: requesterId }))[0] ?? null

/** Claims the next copy for this server until `until`. */
export const claim = async (db: Queries, now: Date, until: Date) =>
  (await db.run(claimSql, { now, until }))[0] ?? null

export const renew = async (db: Queries, { id, claim: held }: ExportRow, until: Date) => {
  await db.run(renewSql, { id, claim: held, until })
}

/** Returns false if another server took over the copy in the meantime. */
export const finish = async (
  tx: Queries,
  { id, claim: held }: ExportRow,
  made: { readonly now: Date; readonly expires: Date; readonly pdf: number; readonly bundle: number },
) => {
  const { now, expires, pdf, bundle } = made
  const finished = await tx.run(finishSql, {
    id,
    claim: held,
    now,
    expires_at: expires,
    pdf_file_id: pdf,
    bundle_file_id: bundle,
  })
  return finished.length > 0
}

export const giveUp = async (
  db: Queries,
  { id, claim: held }: ExportRow,
  state: 'waiting' | 'failed',
  now: Date,
) => {
  await db.run(giveUpSql, { id, claim: held, state, now })
}

export const recordDownload = async (
  db: Queries,
  kind: keyof typeof downloadStatements,
  id: number,
  requesterId: number,
  now: Date,
) => (await db.run(downloadStatements[kind], { id, requester_id: requesterId, now }))[0] ?? null

export const undoDownload = async (db: Queries, kind: keyof typeof downloadStatements, id: number) => {
  await db.run(undoStatements[kind], { id })
}
