import type { PartName } from '@mi-portal/contract/clinic/clinic-package'
import type { Queries } from '../../../platform/database/database.ts'
import { orderRows, toCount } from '../../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { DraftsSql } from './drafts.sql.generated.ts'

const sql = defineSql<DraftsSql, { state: 'draft' | 'published' }>('clinicDrafts')

export type StoredPart = Row<typeof present>

const authorName = `(select concat_ws(' ', p.first_name, p.last_name) from people p where p.id = c.author)`

export const present = sql('present')`
  select c.id, c.part, c.content, c.state, c.author as author_id, ${authorName} as author, coalesce(c.published_at, c.created_at) as at!
  from clinic_parts c where c.state in ('draft', 'published')`
const insert = sql('insert')`
  insert into clinic_parts (part, content, state, author, note, created_at)
  values (:part, :content::json, 'draft', :author, '', :now::timestamptz)`
const removeSql = sql('remove')`delete from clinic_parts where part = :part and state = 'draft' returning id`
const removeByIdSql = sql('removeById')`
  delete from clinic_parts where id = any(:ids::int[]) and state = 'draft' returning id`
const ofPart = `from clinic_parts c where c.part = :part and c.state <> 'draft'`
export const versions = sql('versions', { isReplanned: true })`
  select c.id, c.published_at as published_at!, ${authorName} as author, c.note, c.state = 'published' as is_current!
  ${ofPart} ${orderRows({ published_at: 'c.published_at' }, 'c.id desc')} limit :limit_rows::int offset :offset_rows::int`
export const countVersions = sql('countVersions')`${toCount(ofPart)}`
export const version = sql('version')`
  select content from clinic_parts where part = :part and id = :id and state <> 'draft'`

export const put = async (tx: Queries, part: PartName, content: unknown, author: number, now: Date) => {
  await tx.run(removeSql, { part })
  await tx.run(insert, { part, content: JSON.stringify(content), author, now })
}

export const remove = async (tx: Queries, part: PartName) => (await tx.run(removeSql, { part })).length > 0

export const removeById = async (tx: Queries, ids: readonly number[]) =>
  (await tx.run(removeByIdSql, { ids })).length
