import { toCount, toFullName } from '../../../platform/database/sql-parts.ts'
import { defineSql, type Row } from '../../../platform/database/statement.ts'
import { stateChange, toRequestAnswer, toRequestInsert, toThreadFields } from '../request-parts.sql.ts'
import { askedFields, type BookedAppointment, type ImagingDetails } from './contact.rules.ts'
import type { ContactSql } from './contact.sql.generated.ts'

const sql = defineSql<
  ContactSql,
  {
    state: 'pendiente' | 'respondida'
    matter: 'contact' | 'imaging' | 'complaints'
    imaging: ImagingDetails
    appointment: BookedAppointment
  }
>('contact')

const columns = [
  'matter',
  'reason_id',
  'kind',
  'message',
  'imaging',
  'appointment_id',
  ...Object.keys(askedFields),
]

export type ContactFields = Partial<Omit<Row<typeof findContact>, 'appointment'>> & {
  readonly matter: 'contact' | 'imaging' | 'complaints'
  readonly message: string
}

export const listContactReasons = sql('reasons')`
  select id, name from contact_reasons where retired_at is null order by id`
export const insertContact = sql('insert')`
  insert into contacts ${toRequestInsert('contacts', columns.join(', '))}`
export const answerContact = sql('answer')`update contacts set ${toRequestAnswer('answer')}`
export const changeContactState = sql('state')`update contacts set ${stateChange}`
const thread = toThreadFields('contact', 'c')
const listed = (
  joined = '',
) => `from contacts c left join contact_reasons o on o.id = c.reason_id join people p on p.id = c.patient_id ${joined}
   cross join lateral (
     select coalesce(subject_of_case(c.kind), o.name, case when c.appointment_id is null then 'Imagenología'
       else 'Imagenología: cuestionario de tu hora' end) as subject!, ${toFullName('p')} as patient_full_name!
   ) words
   where c.requester_id = :requester_id and c.patient_id = any(:patient_ids::int[]) and (:state = '' or c.state = :state)
     and lower(unaccent(words.subject || ' ' || words.patient_full_name)) like all(:patterns::text[])`
export const listContacts = sql('list')`
  select c.id, words.subject, words.patient_full_name, c.message, c.state, c.answer, c.answered_at, c.created_at, c.matter, ${thread.fields},
    exists (select from complaint_letters l where l.contact_id = c.id and l.proposed_at is not null) as is_in_review!
  ${listed(thread.join)} order by c.created_at desc, c.id desc limit :limit_rows offset :offset_rows`
export const countContacts = sql('count')`${toCount(listed())}`
export const findContact = sql('detail')`
  select ${columns.map((column) => `c.${column}`).join(', ')},
    case when a.id is not null then jsonb_build_object('starts_at', a.starts_at, 'doctor_name', a.doctor_name,
      'place', a.place_detail, 'state', a.state, 'order_name', f.name) end as appointment
  from contacts c left join appointments a on a.id = c.appointment_id
    left join appointment_orders o on o.appointment_id = a.id left join files f on f.id = o.file_id
  where c.id = :id`
