import { defineListedRows } from '../../../platform/database/listed-rows.ts'
import { toSorted } from '../../../platform/database/sql-parts.ts'
import type { AdsSql } from './ads.sql.generated.ts'

export const adRows = defineListedRows<AdsSql>('ads', {
  table: 'ads',
  fields: [
    'title',
    'image',
    'url',
    'from_age',
    'to_age',
    'gender_id',
    'order_advertising',
    'shown_from?',
    'shown_until?',
  ],
  words: `title || ' ' || image || ' ' || url`,
  order: 'order_advertising',
  sorted: { title: toSorted('title'), from_age: 'from_age' },
})
