import type { AdDraft } from '@mi-portal/contract/ad-draft'
import type { Database, Queries } from '../../platform/database/database.ts'
import { listedRows } from '../../platform/database/listed-rows.ts'

export type AdRow = {
  readonly id: number
  readonly title: string
  readonly image: string
  readonly url: string
  readonly from_age: number
  readonly to_age: number
  readonly gender_id: number
  readonly order_advertising: number
  readonly status: boolean
  readonly shown_from: Date | null
  readonly shown_until: Date | null
  readonly updated_at: Date
}

type Field = Exclude<keyof AdRow, 'id' | 'status' | 'updated_at'>

const rows = listedRows<AdRow, Field>({
  name: 'ads',
  table: 'ads',
  fields: [
    'title',
    'image',
    'url',
    'from_age',
    'to_age',
    'gender_id',
    'order_advertising',
    'shown_from',
    'shown_until',
  ],
  words: `title || ' ' || image || ' ' || url`,
  order: 'order_advertising',
})

export function createAdsStore(db: Database) {
  const { insert, update, ...reading } = rows(db)
  return {
    ...reading,
    insert: (tx: Queries, draft: AdDraft, now: Date) => insert(tx, draft, now),
    /** Returns null if the announcement does not exist, or was changed since `readAt`. */
    update: (tx: Queries, id: number, draft: AdDraft, now: Date, readAt: Date | null) =>
      update(tx, id, draft, now, readAt),
  }
}

export type AdsStore = ReturnType<typeof createAdsStore>
