import { defineListedRows } from '../../../platform/database/listed-rows.ts'
import { toSorted } from '../../../platform/database/sql-parts.ts'
import type { PreventionSql } from './prevention.sql.generated.ts'

export const articleRows = defineListedRows<PreventionSql>('prevention', {
  table: 'prevention_articles',
  fields: [
    'title',
    'description',
    'from_age',
    'to_age',
    'gender_id',
    'order_control',
    'html',
    'shown_from?',
    'shown_until?',
    'reviewed_on?',
  ],
  words: `title || ' ' || description`,
  order: 'order_control',
  sorted: { title: toSorted('title'), from_age: 'from_age' },
})
