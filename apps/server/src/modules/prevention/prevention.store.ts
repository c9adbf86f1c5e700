import type { ArticleDraft } from '@mi-portal/contract/prevention'
import type { Day } from '@mi-portal/contract/values/dates'
import type { Database, Queries } from '../../platform/database/database.ts'
import { listedRows } from '../../platform/database/listed-rows.ts'

export type ArticleRow = {
  readonly id: number
  readonly title: string
  readonly from_age: number
  readonly to_age: number
  readonly gender_id: number
  readonly description: string
  readonly order_control: number
  readonly status: boolean
  readonly shown_from: Date | null
  readonly shown_until: Date | null
  readonly reviewed_on: Day | null
  readonly html: string
  readonly updated_at: Date
}

type Field = Exclude<keyof ArticleRow, 'id' | 'status' | 'updated_at'>

const rows = listedRows<ArticleRow, Field>({
  name: 'prevention',
  table: 'prevention_articles',
  fields: [
    'title',
    'description',
    'from_age',
    'to_age',
    'gender_id',
    'order_control',
    'html',
    'shown_from',
    'shown_until',
    'reviewed_on',
  ],
  words: `title || ' ' || description`,
  order: 'order_control',
})

/** The form sends the status as text. */
function rowOf(draft: ArticleDraft) {
  return { ...draft, status: draft.status === 'true' }
}

export function createPreventionStore(db: Database) {
  const { insert, update, ...reading } = rows(db)
  return {
    ...reading,
    insert: (tx: Queries, draft: ArticleDraft, now: Date) => insert(tx, rowOf(draft), now),
    /** Returns null if the article does not exist, or was changed since `readAt`. */
    update: (tx: Queries, id: number, draft: ArticleDraft, now: Date, readAt: Date | null) =>
      update(tx, id, rowOf(draft), now, readAt),
  }
}

export type PreventionStore = ReturnType<typeof createPreventionStore>
