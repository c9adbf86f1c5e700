import type { ArticleDraft } from '@mi-portal/contract/prevention'
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
  readonly html: string
  readonly updated_at: Date
}

const fields = ['title', 'description', 'from_age', 'to_age', 'gender_id', 'order_control', 'html'] as const

const rows = listedRows<ArticleRow>({
  name: 'prevention',
  table: 'prevention_articles',
  fields,
  words: `title || ' ' || description`,
  order: 'order_control',
})

function valuesOf(draft: ArticleDraft) {
  return [...fields.map((field) => draft[field]), draft.status === 'true']
}

export function preventionStore(db: Database) {
  const { insert, update, ...reading } = rows(db)
  return {
    ...reading,
    insert: (tx: Queries, draft: ArticleDraft, now: Date) => insert(tx, valuesOf(draft), now),
    /** Null where there is no such article, or somebody changed it since `readAt`. */
    update: (tx: Queries, id: number, draft: ArticleDraft, now: Date, readAt: Date | null) =>
      update(tx, id, valuesOf(draft), now, readAt),
  }
}

export type PreventionStore = ReturnType<typeof preventionStore>
