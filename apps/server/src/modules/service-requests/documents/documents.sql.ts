import { toCount, toFullName } from '../../../platform/database/sql-parts.ts'
import { defineSql } from '../../../platform/database/statement.ts'
import { stateChange, toRequestAnswer, toRequestInsert, toThreadFields } from '../request-parts.sql.ts'
import type { DocumentsSql } from './documents.sql.generated.ts'

const sql = defineSql<DocumentsSql, { state: 'pendiente' | 'respondida' }>('documents')

export const listDocumentKinds = sql('kinds')`
  select id, name from document_kinds where retired_at is null order by id`
export const insertDocumentRequest = sql('insert')`
  insert into document_requests ${toRequestInsert('document_requests', 'document_kind_id, comment')}`
export const answerDocumentRequest = sql('answer')`update document_requests set ${toRequestAnswer('answer')}`
export const changeDocumentState = sql('state')`update document_requests set ${stateChange}`
const thread = toThreadFields('document', 'd')
// Only requests about patients whom the caller may still see.
const own =
  'from document_requests d where d.requester_id = :requester_id and d.patient_id = any(:patient_ids::int[])'
export const listDocumentRequests = sql('list')`
  select d.id, k.id as kind_id!, k.name as kind_name!, d.comment, d.state, d.answer, d.answered_at, d.created_at, ${thread.fields},
    ${toFullName('p')} as patient_full_name!
  from (select d.* ${own} order by d.created_at desc, d.id desc limit :limit_rows offset :offset_rows) d
    join document_kinds k on k.id = d.document_kind_id join people p on p.id = d.patient_id ${thread.join}
  order by d.created_at desc, d.id desc`
export const countDocumentRequests = sql('count')`${toCount(own)}`
export const findDocumentRequest = sql('one')`select comment from document_requests where id = :id`
