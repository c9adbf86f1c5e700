import { exactTotal, type Page, type Paged } from '@mi-portal/contract/paging'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { Arrival } from '../desk-requests/desk-requests.rules.ts'
import type { ContactSql } from './contact.sql.generated.ts'

const sql = defineSql<
  ContactSql,
  { state: 'pendiente' | 'respondida'; imaging: ImagingDetails; appointment: BookedAppointment }
>('contact')

type ContactRow = Row<typeof listSql>

/** The fields of the imaging wizard's form, stored as they were sent. */
type ImagingContact = {
  readonly name: string
  readonly lastName: string
  readonly rut: string
  readonly email: string
  readonly phone: string
}

/** The answers to a questionnaire: of a request to be called, or of a booked appointment. */
export type ImagingDetails = (ImagingContact | Partial<Record<keyof ImagingContact, undefined>>) & {
  readonly questions: readonly { readonly question: string; readonly answer: 'Sí' | 'No' }[]
}

/** The present state of the appointment that an entry is about. */
type BookedAppointment = {
  readonly starts_at: string
  readonly doctor_name: string
  readonly place: string
  readonly state: 'booked' | 'cancelled'
  /** The file name of the medical order; null if none is attached. */
  readonly order_name: string | null
}

/** The kinds of cases; the database has their subjects. */
export type CaseKind = 'unrecognized-use' | 'guardian-objection'

type ContactDraft = {
  readonly requesterId: number
  readonly patientId: number
  /** Null for imaging, and for a case. */
  readonly reasonId: number | null
  /** The kind of a case that the portal opens itself; otherwise absent. */
  readonly kind?: CaseKind
  readonly message: string
  readonly exam_date: string | null
  readonly exam_type: string | null
  readonly exam_name: string | null
  readonly branch: string | null
  readonly imaging: ImagingDetails | null
  readonly appointmentId: number | null
}

type Filter = {
  readonly requesterId: number
  readonly patientIds: readonly number[]
  readonly patterns: readonly string[]
  /** Empty for any state. */
  readonly state: string
}

const reasonsSql = sql('reasons', 'select id, name from contact_reasons where retired_at is null order by id')
const insertSql = sql(
  'insert',
  `insert into contacts (requester_id, patient_id, matter, reason_id, kind, message, exam_date, exam_type, exam_name,
     branch, imaging, appointment_id, state, created_at, due_at)
   values (:requester_id, :patient_id, :matter, :reason_id?::int, :kind?, :message, :exam_date?::date, :exam_type?, :exam_name?,
     :branch?, :imaging?::jsonb, :appointment_id?::int, 'pendiente', :now::timestamptz,
     :due_at::timestamptz)
   returning id`,
)
const found = `from contacts c left join contact_reasons r on r.id = c.reason_id join people p on p.id = c.patient_id
   cross join lateral (
     select coalesce(subject_of_case(c.kind), r.name, case when c.appointment_id is null then 'Imagenología'
       else 'Imagenología: cuestionario de tu hora' end) as subject!,
       concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) as patient_full_name!
   ) words
   where c.requester_id = :requester_id and c.patient_id = any(:patient_ids::int[]) and (:state = '' or c.state = :state)
     and lower(unaccent(words.subject || ' ' || words.patient_full_name)) like all(:patterns::text[])`
const listSql = sql(
  'list',
  `select c.id, words.subject, words.patient_full_name, c.message, c.state, c.answer, c.answered_at, c.created_at, c.due_at
   ${found} order by c.created_at desc, c.id desc limit :limit_rows offset :offset_rows`,
)
const count = sql(
  'count',
  `select count(*)::int as count! from (select 1 ${found} limit ${exactTotal + 1}) counted`,
)
const detailSql = sql(
  'detail',
  `select c.message, c.exam_date::text as exam_date, c.exam_type, c.exam_name, c.branch, c.imaging,
     case when a.id is not null then jsonb_build_object('starts_at', a.starts_at, 'doctor_name', a.doctor_name,
       'place', a.place_detail, 'state', a.state, 'order_name', f.name) end as appointment
   from contacts c left join appointments a on a.id = c.appointment_id
     left join appointment_orders o on o.appointment_id = a.id left join files f on f.id = o.file_id
   where c.id = :id`,
)
const answerSql = sql(
  'answer',
  `update contacts set state = 'respondida', answer = :answer, answered_by = :answered_by, answered_at = :now::timestamptz
   where id = :id and state = 'pendiente' returning id`,
)

export const reasons = (db: Queries) => db.run(reasonsSql, {})

export const insert = async (tx: Queries, draft: ContactDraft, { now, dueAt }: Arrival): Promise<number> => {
  const [row] = await tx.run(insertSql, {
    requester_id: draft.requesterId,
    patient_id: draft.patientId,
    matter: draft.imaging === null ? 'contact' : 'imaging',
    reason_id: draft.reasonId,
    kind: draft.kind ?? null,
    message: draft.message,
    exam_date: draft.exam_date,
    exam_type: draft.exam_type,
    exam_name: draft.exam_name,
    branch: draft.branch,
    imaging: draft.imaging === null ? null : JSON.stringify(draft.imaging),
    appointment_id: draft.appointmentId,
    now,
    due_at: dueAt,
  })
  if (!row) throw new Error('contact: the insert returned no row')
  return row.id
}

export const list = async (db: Queries, filter: Filter, page: Page): Promise<Paged<ContactRow>> => {
  const search = {
    requester_id: filter.requesterId,
    patient_ids: filter.patientIds,
    state: filter.state,
    patterns: filter.patterns,
  }
  const [rows, [counted]] = await Promise.all([
    db.run(listSql, { ...search, limit_rows: page.limit, offset_rows: (page.page - 1) * page.limit }),
    db.run(count, search),
  ])
  const total = counted?.count ?? 0
  return { rows, total: Math.min(total, exactTotal), more: total > exactTotal }
}

export const detail = async (db: Queries, id: number) => (await db.run(detailSql, { id }))[0] ?? null

/** Returns false if the request is answered already. */
export const answer = async (tx: Queries, id: number, text: string, by: number, now: Date) =>
  (await tx.run(answerSql, { id, answer: text, answered_by: by, now })).length === 1
