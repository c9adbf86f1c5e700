import { orderRows, toCount, toFullName, toSorted } from '../../platform/database/sql-parts.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { ComplaintsSql } from './complaints.sql.generated.ts'

const sql = defineSql<
  ComplaintsSql,
  {
    state: 'received' | 'drafting' | 'review' | 'sent'
    document_type_id: 1 | 2
    acknowledgement: {
      readonly at: string
      readonly state: 'queued' | 'sending' | 'sent' | 'expired' | 'parked' | 'withdrawn'
    }
  }
>('complaints')

const state = `case when c.state = 'respondida' then 'sent' when l.contact_id is null then 'received'
  when l.proposed_at is null then 'drafting' else 'review' end`
// As `formatComplaintNumber` writes it.
const number = `concat('R-', to_char(c.created_at at time zone 'America/Santiago', 'YYYY-'), repeat('0', 4 - length(c.id::text)), c.id)`

/** A complaint without a site is for the staff of every site. */
const isVisible = `c.matter = 'complaints' and (:sites?::int[] is null or o.id is null or o.id = any(:sites?::int[]))`
const from = `from contacts c join people p on p.id = c.patient_id left join complaint_letters l on l.contact_id = c.id
  left join offices o on o.office_id = c.branch and o.retired_at is null`
const found = `${from} where ${isVisible}
  and (:state = 'all' or (:state = 'sent') = (c.state = 'respondida'))
  and (:state <> 'late' or c.due_at <= :now::timestamptz)
  and lower(unaccent(concat_ws(' ', ${number}, ${toFullName('p')}))) like all(:patterns::text[])`
const row = `c.id, c.patient_id, ${state} as state!, ${toFullName('p')} as patient_full_name!, o.name as site, c.created_at, c.due_at,
  c.answered_at`

const order = orderRows(
  {
    patient_full_name: toSorted(toFullName('p')),
    site: toSorted('o.name'),
    received_at: 'c.created_at',
    due_at: 'c.due_at',
  },
  `c.state, case when c.state = 'pendiente' then c.due_at end, c.answered_at desc,
     case when c.state = 'pendiente' then c.id end, c.id desc`,
)

export const listComplaints = sql('list', { isReplanned: true })`
  select ${row} ${found} ${order}
  limit :limit_rows::int offset :offset_rows::int`

export const countComplaints = sql('count')`${toCount(found)}`

export const findComplaint = sql('find')`
  select ${row}, c.message, p.document_type_id as document_type_id!, p.document_number as document_number!, p.document_country, p.phone, c.requester_id,
    ${toFullName('q')} as requester_full_name!, q.phone as requester_phone,
    l.text, l.written_by, l.written_at, l.proposed_at, l.approved_by, l.approved_at,
    (select ${toFullName('w')} from people w where w.id = l.written_by) as writer_full_name,
    (select ${toFullName('w')} from people w where w.id = l.approved_by) as approver_full_name,
    (select json_build_object('at', m.created_at, 'state', m.state) from outbox m
     where m.person_id = c.requester_id and m.template = 'requests.received'
       and m.created_at between c.created_at and c.created_at + interval '1 minute' order by m.id limit 1) as acknowledgement
  ${from} join people q on q.id = c.requester_id where c.id = :id and ${isVisible}`

export const listNotes = sql('notes')`
  select n.id, ${toFullName('p')} as author!, n.text, n.created_at from complaint_notes n join people p on p.id = n.author_id
  where n.contact_id = :id order by n.id limit 200`

export const insertNote = sql('insertNote')`
  insert into complaint_notes (contact_id, author_id, text, created_at) values (:id, :author_id, :text, :now::timestamptz)`

/** Writes no row if the letter is not the one that the author saw, or if it was sent. */
export const saveLetter = sql('saveLetter')`
  insert into complaint_letters as l (contact_id, text, written_by, written_at, proposed_at)
  values (:id, :text, :written_by, :now::timestamptz, case when :proposes::boolean then :now::timestamptz end)
  on conflict (contact_id) do update
    set text = excluded.text, written_by = excluded.written_by, written_at = excluded.written_at, proposed_at = excluded.proposed_at
    where l.written_at = :seen?::timestamptz and l.approved_at is null
  returning contact_id`

export const returnLetter = sql('returnLetter')`
  update complaint_letters set proposed_at = null
  where contact_id = :id and written_at = :seen::timestamptz and proposed_at is not null and approved_at is null returning contact_id`

/** Breaks the constraint `complaint_letters_two_people` if the author approves. */
export const approveLetter = sql('approveLetter')`
  update complaint_letters set approved_by = :approved_by, approved_at = :now::timestamptz
  where contact_id = :id and written_at = :seen::timestamptz and proposed_at is not null and approved_at is null returning text`

export const findStaffName = sql('staffName')`
  select ${toFullName('p')} as full_name! from people p where p.id = :id`
