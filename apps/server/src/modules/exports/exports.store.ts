import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** A copy that waits, is being created, or is ready. */
export type ExportRow = {
  readonly id: number
  readonly requester_id: number
  readonly patient_id: number
  readonly without_reserved: boolean
  readonly state: 'waiting' | 'running' | 'ready' | 'failed'
  readonly attempts: number
  readonly claim: number
  readonly created_at: Date
  readonly expires_at: Date | null
  readonly pdf_file_id: number | null
  readonly bundle_file_id: number | null
  readonly pdf_taken_at: Date | null
  readonly bundle_taken_at: Date | null
}

export type ListedExport = ExportRow & { readonly patient_full_name: string }

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
const lockQueue = statement<never>(
  'exports.lockQueue',
  `select pg_advisory_xact_lock(hashtext('exports.queue'))`,
)
const waiting = statement<{ count: number }>(
  'exports.waiting',
  `select count(*)::int as count from exports where state in ('waiting', 'running')`,
)
const insert = statement<
  { id: number },
  { requester_id: number; patient_id: number; without_reserved: boolean; now: Date }
>(
  'exports.insert',
  `insert into exports (requester_id, patient_id, without_reserved, state, created_at)
   values (:requester_id, :patient_id, :without_reserved, 'waiting', :now::timestamptz)
   on conflict (requester_id) where state in ('waiting', 'running') do nothing returning id`,
)
const named = `concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name`
// The copy that must become older than the limit's period before another one can be requested.
const limiting = statement<{ created_at: Date }, { requester_id: number; since: Date; offset_rows: number }>(
  'exports.limiting',
  `select created_at from exports where requester_id = :requester_id and created_at > :since::timestamptz
     and state <> 'failed'
   order by created_at desc offset :offset_rows::int limit 1`,
)
const list = statement<ListedExport, { requester_id: number }>(
  'exports.list',
  `select ${columns}, ${named} from exports e join people p on p.id = e.patient_id
   where e.requester_id = :requester_id order by e.created_at desc, e.id desc limit 5`,
)
const one = statement<ListedExport, { id: number; requester_id: number }>(
  'exports.one',
  `select ${columns}, ${named} from exports e join people p on p.id = e.patient_id
   where e.id = :id and e.requester_id = :requester_id`,
)
// A worker whose claim has expired is considered dead.
const claim = statement<ExportRow, { now: Date; until: Date }>(
  'exports.claim',
  `update exports e set state = 'running', claim = claim + 1, attempts = attempts + 1, claimed_until = :until::timestamptz
   where e.id = (
     select id from exports
     where state = 'waiting' or (state = 'running' and claimed_until < :now::timestamptz)
     order by created_at, id limit 1 for update skip locked
   ) returning ${columns}`,
)
const renew = statement<{ id: number }, { id: number; claim: number; until: Date }>(
  'exports.renew',
  `update exports set claimed_until = :until::timestamptz where id = :id and claim = :claim and state = 'running'
   returning id`,
)
const finish = statement<
  { id: number },
  { id: number; claim: number; now: Date; expires_at: Date; pdf_file_id: number; bundle_file_id: number }
>(
  'exports.finish',
  `update exports set state = 'ready', finished_at = :now::timestamptz, expires_at = :expires_at::timestamptz,
     pdf_file_id = :pdf_file_id, bundle_file_id = :bundle_file_id, claimed_until = null
   where id = :id and claim = :claim and state = 'running' returning id`,
)
const giveUp = statement<{ id: number }, { id: number; claim: number; state: string; now: Date }>(
  'exports.giveUp',
  `update exports set state = :state, finished_at = :now::timestamptz, claimed_until = null
   where id = :id and claim = :claim and state = 'running' returning id`,
)
// The worker of a running copy has lost its claim, and the copy is created again without the item. A ready one has expired, as any copy
// does: its state must not show that something was hidden.
const withdrawOfOthers = statement<
  { pdf_file_id: number | null; bundle_file_id: number | null },
  { patient_id: number; now: Date }
>(
  'exports.withdrawOfOthers',
  `update exports set state = case state when 'running' then 'waiting' else 'ready' end, claim = claim + 1,
     claimed_until = null, expires_at = case state when 'ready' then least(expires_at, :now::timestamptz) end
   where patient_id = :patient_id and requester_id <> :patient_id and state in ('running', 'ready')
   returning pdf_file_id, bundle_file_id`,
)
type Taking = { readonly id: number; readonly requester_id: number; readonly now: Date }

/** A statement for each file that marks it as downloaded, so that only one of two concurrent calls gets it. */
const downloadStatements = {
  pdf: statement<ExportedFile, Taking>(
    'exports.markPdfDownloaded',
    `with taken as (
       update exports set pdf_taken_at = :now::timestamptz
       where id = :id and requester_id = :requester_id and state = 'ready' and expires_at > :now::timestamptz
         and pdf_taken_at is null
       returning pdf_file_id
     )
     select f.id, f.key, f.name, f.media_type, f.bytes, f.created_at from taken join files f on f.id = taken.pdf_file_id`,
  ),
  fhir: statement<ExportedFile, Taking>(
    'exports.markBundleDownloaded',
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
  pdf: statement<never, { id: number }>(
    'exports.unmarkPdfDownloaded',
    'update exports set pdf_taken_at = null where id = :id',
  ),
  fhir: statement<never, { id: number }>(
    'exports.unmarkBundleDownloaded',
    'update exports set bundle_taken_at = null where id = :id',
  ),
} as const

export function createExportsStore(db: Database) {
  return {
    lockQueue: async (tx: Queries) => {
      await tx.run(lockQueue, [])
    },
    waiting: async (tx: Queries) => (await tx.run(waiting, []))[0]?.count ?? 0,
    /**
     * Returns when this requester requested the oldest of their newest `max` copies since `since`; null if there were
     * fewer.
     */
    findLimiting: async (tx: Queries, requesterId: number, since: Date, max: number): Promise<Date | null> =>
      (await tx.run(limiting, { requester_id: requesterId, since, offset_rows: max - 1 }))[0]?.created_at ??
      null,
    /** Returns null if a copy of this requester is already waiting or being created. */
    insert: async (
      tx: Queries,
      requesterId: number,
      patientId: number,
      withoutReserved: boolean,
      now: Date,
    ) =>
      (
        await tx.run(insert, {
          requester_id: requesterId,
          patient_id: patientId,
          without_reserved: withoutReserved,
          now,
        })
      )[0]?.id ?? null,
    /** Withdraws the copies of a patient's data for other people, and returns the files of those that were ready. */
    withdrawOfOthers: async (tx: Queries, patientId: number, now: Date): Promise<number[]> =>
      (await tx.run(withdrawOfOthers, { patient_id: patientId, now })).flatMap(
        ({ pdf_file_id, bundle_file_id }) => [pdf_file_id, bundle_file_id].filter((id) => id !== null),
      ),
    list: (requesterId: number) => db.run(list, { requester_id: requesterId }),
    one: async (id: number, requesterId: number) =>
      (await db.run(one, { id, requester_id: requesterId }))[0] ?? null,
    /** Claims the next copy for this server until `until`. */
    claim: async (now: Date, until: Date) => (await db.run(claim, { now, until }))[0] ?? null,
    renew: async ({ id, claim: held }: ExportRow, until: Date) => {
      await db.run(renew, { id, claim: held, until })
    },
    /** Returns false if another server took over the copy in the meantime. */
    finish: async (
      tx: Queries,
      { id, claim: held }: ExportRow,
      made: { readonly now: Date; readonly expires: Date; readonly pdf: number; readonly bundle: number },
    ) => {
      const { now, expires, pdf, bundle } = made
      const finished = await tx.run(finish, {
        id,
        claim: held,
        now,
        expires_at: expires,
        pdf_file_id: pdf,
        bundle_file_id: bundle,
      })
      return finished.length > 0
    },
    giveUp: async ({ id, claim: held }: ExportRow, state: 'waiting' | 'failed', now: Date) => {
      await db.run(giveUp, { id, claim: held, state, now })
    },
    recordDownload: async (
      kind: keyof typeof downloadStatements,
      id: number,
      requesterId: number,
      now: Date,
    ) => (await db.run(downloadStatements[kind], { id, requester_id: requesterId, now }))[0] ?? null,
    undoDownload: async (kind: keyof typeof downloadStatements, id: number) => {
      await db.run(undoStatements[kind], { id })
    },
  }
}

export type ExportsStore = ReturnType<typeof createExportsStore>
