import { listedRows } from '../../../platform/database/listed-rows.ts'

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

export type AdField = Exclude<keyof AdRow, 'id' | 'status' | 'updated_at'>

export const adRows = listedRows<AdRow, AdField>({
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
