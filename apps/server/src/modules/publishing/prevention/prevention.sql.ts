import { composeListedRows } from '../../../platform/database/listed-rows.ts'
import { toSorted } from '../../../platform/database/sql-parts.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { PreventionSql } from './prevention.sql.generated.ts'

const sql = defineSql<PreventionSql>('prevention')

const texts = composeListedRows({
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

export const articleRows = {
  all: sql('all')`${texts.all}`,
  page: sql('page', { isReplanned: true })`${texts.page}`,
  count: sql('count')`${texts.count}`,
  one: sql('one')`${texts.one}`,
  insert: sql('insert')`${texts.insert}`,
  update: sql('update')`${texts.update}`,
  setStatus: sql('setStatus')`${texts.setStatus}`,
}
