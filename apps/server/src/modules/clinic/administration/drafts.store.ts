/** Stores the drafts of the parts of the clinic package, and reads the history of the parts. */
import type { PartName } from '@mi-portal/contract/clinic/clinic-package'
import { exactTotal, type Page } from '@mi-portal/contract/paging'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { statement } from '../../../platform/database/statement.ts'

export type StoredPart = {
  readonly id: number
  readonly part: string
  readonly content: unknown
  readonly state: 'draft' | 'published'
  readonly author: string | null
  readonly at: Date
}

type StoredVersion = {
  readonly id: number
  readonly published_at: Date
  readonly author: string | null
  readonly note: string
  readonly is_current: boolean
}

const authorName = `(select concat_ws(' ', p.first_name, p.last_name) from people p where p.id = c.author)`

const present = statement<StoredPart>(
  'clinicDrafts.present',
  `select c.id, c.part, c.content, c.state, ${authorName} as author, coalesce(c.published_at, c.created_at) as at
   from clinic_parts c where c.state in ('draft', 'published')`,
)
const insert = statement<never, { part: string; content: string; author: number; now: Date }>(
  'clinicDrafts.insert',
  `insert into clinic_parts (part, content, state, author, note, created_at)
   values (:part, :content::json, 'draft', :author, '', :now::timestamptz)`,
)
const remove = statement<{ id: number }, { part: string }>(
  'clinicDrafts.remove',
  `delete from clinic_parts where part = :part and state = 'draft' returning id`,
)
const removeById = statement<{ id: number }, { ids: readonly number[] }>(
  'clinicDrafts.removeById',
  `delete from clinic_parts where id = any(:ids::int[]) and state = 'draft' returning id`,
)
const versions = statement<
  StoredVersion & { total: number },
  { part: string; limit_rows: number; offset_rows: number }
>(
  'clinicDrafts.versions',
  `select c.id, c.published_at, ${authorName} as author, c.note, c.state = 'published' as is_current,
     (select least(count(*), ${exactTotal + 1})::int from clinic_parts o where o.part = :part and o.state <> 'draft') as total
   from clinic_parts c where c.part = :part and c.state <> 'draft' and c.published_at is not null
   order by c.id desc limit :limit_rows offset :offset_rows`,
)
const version = statement<{ content: unknown }, { part: string; id: number }>(
  'clinicDrafts.version',
  `select content from clinic_parts where part = :part and id = :id and state <> 'draft'`,
)

export function createDraftsStore(db: Database) {
  return {
    /** Returns the draft and the published version of each part that has them. */
    present: (queries: Queries = db) => queries.run(present, []),
    /** Stores the draft of a part in place of its present one. */
    put: async (tx: Queries, part: PartName, content: unknown, author: number, now: Date) => {
      await tx.run(remove, { part })
      await tx.run(insert, { part, content: JSON.stringify(content), author, now })
    },
    /** Removes the draft of a part. Returns whether there was one. */
    remove: async (tx: Queries, part: PartName) => (await tx.run(remove, { part })).length > 0,
    /** Removes drafts by their ids. Returns how many of them were still there. */
    removeById: async (tx: Queries, ids: readonly number[]) => (await tx.run(removeById, { ids })).length,
    versions: async (part: PartName, { page, limit }: Page) => {
      const rows = await db.run(versions, { part, limit_rows: limit, offset_rows: (page - 1) * limit })
      const total = rows[0]?.total ?? 0
      return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
    },
    version: async (part: PartName, id: number) => (await db.run(version, { part, id }))[0] ?? null,
  }
}

export type DraftsStore = ReturnType<typeof createDraftsStore>
