import type { Day } from '@mi-portal/contract/values/dates'
import { listedRows } from '../../../platform/database/listed-rows.ts'

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

export type ArticleField = Exclude<keyof ArticleRow, 'id' | 'status' | 'updated_at'>

export const articleRows = listedRows<ArticleRow, ArticleField>({
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
