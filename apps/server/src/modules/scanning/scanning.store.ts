import type { Matter } from '@mi-portal/contract/desk'
import type { ScanState } from '@mi-portal/contract/desk-requests'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

/** A file that only this server scans until its claim ends. */
export type ClaimedFile = {
  readonly id: number
  readonly key: string
  readonly purpose: string
  /** The key with which the images of a passport are sealed; null for other files. */
  readonly encrypted: string | null
  readonly scan_attempts: number
}

/** The patient and the matter of a file. */
type FileOwner = { readonly patient_id: number | null; readonly matter: Matter | null }

/** The counts for monitoring. */
type ScanCounts = {
  readonly pending: number
  readonly infected: number
  readonly unscanned: number
}

const stateOf = statement<{ scan_state: ScanState | null }, { key: string }>(
  'scanning.stateOf',
  'select scan_state from files where key = :key',
)
const claim = statement<ClaimedFile, { scan_state: 'pending' | 'unscanned'; now: Date; claimed_until: Date }>(
  'scanning.claim',
  `update files set scan_after = :claimed_until::timestamptz
   where id = (
     select id from files
     where scan_state = :scan_state and (scan_after is null or scan_after <= :now::timestamptz)
       and (delete_after is null or delete_after > :now::timestamptz)
     order by id limit 1 for update skip locked)
   returning id, key, purpose, encrypted, scan_attempts`,
)
const release = statement<never, { id: number }>(
  'scanning.release',
  'update files set scan_after = null where id = :id',
)
const judge = statement<
  { id: number },
  { id: number; scan_state: 'clean' | 'infected'; scan_detail: string | null; now: Date }
>(
  'scanning.judge',
  `update files set scan_state = :scan_state, scan_detail = :scan_detail, scanned_at = :now::timestamptz, scan_after = null
   where id = :id and scan_state in ('pending', 'unscanned') returning id`,
)
const postpone = statement<never, { id: number; scan_detail: string; scan_after: Date }>(
  'scanning.postpone',
  `update files set scan_attempts = scan_attempts + 1, scan_detail = :scan_detail, scan_after = :scan_after::timestamptz
   where id = :id and scan_state in ('pending', 'unscanned')`,
)
const releaseAll = statement<{ id: number }>(
  'scanning.releaseAll',
  `update files set scan_state = 'unscanned', scan_after = null where scan_state = 'pending' returning id`,
)
const owner = statement<FileOwner, { id: number }>(
  'scanning.owner',
  `select coalesce(q.patient_id, b.patient_id, e.patient_id, p.id) as patient_id,
     coalesce(q.matter, case when b.id is not null then 'budgets' end) as matter
   from files f
     left join request_files r on r.file_id = f.id
     left join desk_requests q on q.id = r.request_id
       and r.request_kind = case q.matter when 'documents' then 'document' when 'budgets' then 'budget'
         when 'privacy' then 'privacy' else 'contact' end
     left join budget_requests b on b.order_file_id = f.id
     left join exams e on e.file_id = f.id
     left join people p on f.id in (p.image_store_id, p.image_store_passport, p.image_store_passport_patient)
   where f.id = :id limit 1`,
)
const counts = statement<ScanCounts>(
  'scanning.counts',
  `select count(*) filter (where scan_state = 'pending')::int as pending,
     count(*) filter (where scan_state = 'infected')::int as infected,
     count(*) filter (where scan_state = 'unscanned')::int as unscanned
   from files where scan_state in ('pending', 'infected', 'unscanned')`,
)

export function scanningStore(db: Database) {
  return {
    /**
     * Returns the state of the file with this key; null if the portal created the file itself or no row has the key.
     */
    stateOf: async (key: string) => (await db.run(stateOf, { key }))[0]?.scan_state ?? null,
    /** Claims the oldest file in this state that is due; null if there is none. */
    claim: async (state: 'pending' | 'unscanned', now: Date, until: Date) =>
      (await db.run(claim, { scan_state: state, now, claimed_until: until }))[0] ?? null,
    release: async (id: number) => {
      await db.run(release, { id })
    },
    /** Records the verdict; returns false if the file is gone or has a verdict already. */
    judge: async (
      tx: Queries,
      id: number,
      verdict: { readonly state: 'clean' | 'infected'; readonly detail: string | null },
      now: Date,
    ) =>
      (await tx.run(judge, { id, scan_state: verdict.state, scan_detail: verdict.detail, now })).length > 0,
    postpone: async (id: number, reason: string, until: Date) => {
      await db.run(postpone, { id, scan_detail: reason, scan_after: until })
    },
    /** Marks every pending file as not scanned; returns how many. */
    releaseAll: async () => (await db.run(releaseAll, [])).length,
    owner: async (tx: Queries, id: number): Promise<FileOwner> =>
      (await tx.run(owner, { id }))[0] ?? { patient_id: null, matter: null },
    counts: async (): Promise<ScanCounts> =>
      (await db.run(counts, []))[0] ?? { pending: 0, infected: 0, unscanned: 0 },
  }
}

export type ScanningStore = ReturnType<typeof scanningStore>
