import { composeListedRows } from '../../../platform/database/listed-rows.ts'
import { toSorted } from '../../../platform/database/sql-parts.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import type { AdsSql } from './ads.sql.generated.ts'

const sql = defineSql<AdsSql>('ads')

const texts = composeListedRows({
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

export const adRows = {
  all: sql('all')`${texts.all}`,
  page: sql('page', { isReplanned: true })`${texts.page}`,
  count: sql('count')`${texts.count}`,
  one: sql('one')`${texts.one}`,
  insert: sql('insert')`${texts.insert}`,
  update: sql('update')`${texts.update}`,
  setStatus: sql('setStatus')`${texts.setStatus}`,
}
