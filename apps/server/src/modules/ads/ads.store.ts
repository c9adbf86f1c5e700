import type { AdDraft } from '@mi-portal/contract/ads'
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
  readonly updated_at: Date
}

const fields = ['title', 'image', 'url', 'from_age', 'to_age', 'gender_id', 'order_advertising'] as const

const rows = listedRows<AdRow>({
  name: 'ads',
  table: 'ads',
  fields,
  words: `title || ' ' || image || ' ' || url`,
  order: 'order_advertising',
})

function valuesOf(draft: AdDraft) {
  return [...fields.map((field) => draft[field]), draft.status]
}

export function adsStore(db: Database) {
  const { insert, update, ...reading } = rows(db)
  return {
    ...reading,
    insert: (tx: Queries, draft: AdDraft, now: Date) => insert(tx, valuesOf(draft), now),
    /** Null where there is no such ad, or somebody changed it since `readAt`. */
    update: (tx: Queries, id: number, draft: AdDraft, now: Date, readAt: Date | null) =>
      update(tx, id, valuesOf(draft), now, readAt),
  }
}

export type AdsStore = ReturnType<typeof adsStore>
