/** Writes the scan states of stored files. */
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

const claim = statement<ClaimedFile, { scan_state: 'pending' | 'unscanned'; now: Date; claimed_until: Date }>(
  'fileScans.claim',
  `update files set scan_after = :claimed_until::timestamptz
   where id = (
     select id from files
     where scan_state = :scan_state and (scan_after is null or scan_after <= :now::timestamptz)
       and (delete_after is null or delete_after > :now::timestamptz)
     order by id limit 1 for update skip locked)
   returning id, key, purpose, encrypted, scan_attempts`,
)
const release = statement<never, { id: number }>(
  'fileScans.release',
  'update files set scan_after = null where id = :id',
)
const judge = statement<
  { id: number },
  { id: number; scan_state: 'clean' | 'infected'; scan_detail: string | null; now: Date }
>(
  'fileScans.judge',
  `update files set scan_state = :scan_state, scan_detail = :scan_detail, scanned_at = :now::timestamptz, scan_after = null
   where id = :id and scan_state in ('pending', 'unscanned') returning id`,
)
const postpone = statement<never, { id: number; scan_detail: string; scan_after: Date }>(
  'fileScans.postpone',
  `update files set scan_attempts = scan_attempts + 1, scan_detail = :scan_detail, scan_after = :scan_after::timestamptz
   where id = :id and scan_state in ('pending', 'unscanned')`,
)
const releaseAll = statement<{ id: number }>(
  'fileScans.releaseAll',
  `update files set scan_state = 'unscanned', scan_after = null where scan_state = 'pending' returning id`,
)

export function createFileScansStore(db: Database) {
  return {
    /** Claims the oldest file in this state that is due; null if no file is due. */
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
  }
}

export type FileScansStore = ReturnType<typeof createFileScansStore>
