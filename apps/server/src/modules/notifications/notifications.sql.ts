import { exactTotal } from '@mi-portal/contract/calls/paging'
import { defineSql, type Row } from '../../platform/database/statement.ts'
import type { NotificationsSql } from './notifications.sql.generated.ts'

const sql = defineSql<
  NotificationsSql,
  {
    type: 'family_group' | 'appointments' | 'requests' | 'exams_procedures' | 'personal_data'
    exam_type: 'imaging' | 'laboratory'
    topic: 'answers' | 'appointments' | 'reminders' | 'results' | 'family'
    matter: 'privacy' | 'documents' | 'budgets' | 'contact' | 'imaging' | 'complaints'
    decidable: readonly [applicantId: number, familyId: number]
  }
>('notifications')

/** Channel on which changes of a person's notifications are published. The payload is the person's id. */
export const notificationsChannel = 'portal_notifications'

export type NotificationRow = Row<typeof findNotification>

/**
 * Condition: the notifications that a reader may see. A reader sees those about a child only while they are its guardian, as in
 * `family/patient-access`, and no reserved ones from the child's age of reserve on, nor about items that the child keeps private. A delegate sees those about answers to requests,
 * while the access to requests lasts.
 */
const seen = `n.person_id = :person_id and n.active and (n.patient_id is null or n.patient_id = :person_id
  or guardian_is_notified(:person_id::int, n.patient_id, n.reserved_group is not null or is_about_private(n.exam_id, n.id_appointment), :adult_birth::date, :reserve_birth::date, :now::timestamptz)
  or (n.matter in ('documents', 'budgets') and delegate_is_notified(:person_id::int, n.patient_id, :now::timestamptz)))`

const counts = `select count(*)::int as total!, (count(*) filter (where c.read_at is null))::int as unread!
  from (select n.read_at from notifications n where ${seen}
    order by n.created_at desc, n.id desc limit ${exactTotal + 1}) c`

// Visibility is evaluated once, for the counts and for the page.
export const listPage = sql('page', { isFrequent: true })`
  with own as materialized (
    select n.id, n.type, n.text, n.read_at is not null as read!, n.created_at, n.request_family_group_id,
      n.patient_id, n.exam_type, n.exam_id, n.id_appointment, n.topic, n.matter, n.request_id
    from notifications n where ${seen} order by n.created_at desc, n.id desc
    limit greatest(${exactTotal + 1}, :limit_rows::int + :offset_rows::int)
  )
  select counted.total, counted.unread, p.*,
    case when p.request_family_group_id is not null then
      open_family_request(p.request_family_group_id, :person_id::int) end as decidable
  from (select least(count(*), ${exactTotal + 1})::int as total!, (count(*) filter (where not read))::int as unread! from own) counted
  left join (select * from own limit :limit_rows offset :offset_rows) p on true`

export const findNotification = sql('one')`
  select n.id, n.type, n.text, n.read_at is not null as read!, n.created_at, n.request_family_group_id, n.patient_id,
    n.exam_type, n.exam_id, n.id_appointment, n.topic, n.matter, n.request_id,
    case when n.request_family_group_id is not null then
      open_family_request(n.request_family_group_id, :person_id::int) end as decidable
  from notifications n where n.id = :id::int and ${seen}`

// A message to a person without an open account is not sent any more, even if they may see the notification. A text message that was
// read says the same as the messages after it.
export const findPending = sql('pending')`
  select n.person_id, n.topic, n.type from notifications n join people r on r.id = n.person_id and is_open(r)
    and not has_outgrown_access(r, :adult_birth::date, :reserve_birth::date)
  where n.id = :id::int and n.read_at is null and ${seen.replaceAll(':person_id', 'n.person_id')}
    and not exists (select from notification_messages m where m.notification_id = n.id and m.read_at is not null)`

export const countUnread = sql('counts')`${counts}`

// Marks these notifications as read if the reader may see all of them. Fewer found than given means that nothing was marked.
export const markRead = sql('read')`
  with own as (select n.id from notifications n where ${seen} and n.id = any(:ids::int[])),
  changed as (
    update notifications n set read_at = :now::timestamptz
    where n.id in (select id from own) and n.read_at is null and (select count(*) from own) = cardinality(:ids::int[])
    returning n.id
  )
  select (select count(*)::int from own) as found!,
    case when exists (select from changed) then
      pg_notify('${notificationsChannel}', :person_id::int::text) end as published!`

// A notification without an exam announces several results of one kind.
export const markItemsRead = sql('readItems')`
  with opened as (
    update notifications n set read_at = :now::timestamptz
    where n.person_id = :person_id::int and n.read_at is null and (n.exam_id = :exam_id?::int
      or (n.matter = :matter?::text and n.request_id = any(:request_ids?::int[]))
      or (n.exam_id is null and exists (select from exams e where e.id = :exam_id?::int and e.type = n.exam_type
        and e.patient_id = coalesce(n.patient_id, n.person_id))))
    returning n.person_id
  )
  select pg_notify('${notificationsChannel}', person_id::text) as published! from (select distinct person_id from opened) o`

// Returns no row if the recipient may not have the notification: from the patient's age of reserve on, a reserved one is never written into
// another person's list.
export const insertNotification = sql('insert')`
  with made as (
    insert into notifications (person_id, type, text, patient_id, reserved_group, request_family_group_id, created_at,
      exam_type, exam_id, id_appointment, topic, matter, request_id)
    select :person_id::int, :type, :text, :patient_id?::int, :reserved_group?, :request_family_group_id?::int,
      :now::timestamptz, :exam_type?, :exam_id?::int, :id_appointment?::int, :topic, :matter?, :request_id?::int
    where :reserved_group?::text is null or :patient_id?::int is null or :patient_id?::int = :person_id::int
      or exists (select from people m where m.id = :patient_id?::int and m.date_birth > :reserve_birth::date)
    returning id
  )
  select id, pg_notify('${notificationsChannel}', :person_id::int::text) as published! from made`

// Gives an unread notification of the same kind, written since an instant, this text. The first word of a text tells new results from
// corrected ones.
export const joinNotification = sql('join')`
  with joined as (
    update notifications set text = :text, exam_id = null where id = (
      select n.id from notifications n where n.person_id = :person_id::int and n.type = :type and n.active and n.read_at is null
        and n.created_at > :since::timestamptz and n.patient_id is not distinct from :patient_id?::int
        and n.reserved_group is not distinct from :reserved_group?::text and n.exam_type is not distinct from :exam_type?::text
        and n.topic = :topic and split_part(n.text, ' ', 1) = split_part(:text::text, ' ', 1)
      order by n.created_at desc, n.id desc limit 1)
    returning id)
  select id, pg_notify('${notificationsChannel}', :person_id::int::text) as published! from joined`

export const markDecided = sql('settle')`
  with settled as (
    update notifications set read_at = coalesce(read_at, :now::timestamptz)
    where request_family_group_id = :request_family_group_id and active returning person_id
  )
  select pg_notify('${notificationsChannel}', person_id::text) as published! from (select distinct person_id from settled) s`

// Notifications about these laboratory exams lead to the exam that has their results now.
export const moveToExam = sql('moveToExam')`
  update notifications set exam_id = :exam_id where exam_id = any(:exam_ids::int[]) and exam_type = 'laboratory'`

const groupOwners = `select leader_id from family_links where member_id = :patient_id
    union select delegate_id from delegations where grantor_id = :patient_id and delegate_id is not null`

/** Condition: a notification to another person that counts exams or appointments of the patient without saying which. */
const countsItem = `n.person_id in (${groupOwners}) and n.patient_id = :patient_id and n.active
  and ((:exam_id::int is not null and n.exam_type is not null and n.exam_id is null)
    or (:id_appointment::int is not null and n.type = 'appointments' and n.id_appointment is null))`

// Withdraws the notifications to other people whose text counts an item that the patient now keeps private. The open pages of all people who
// were notified about the patient load again, because the mark changes what these people may see.
export const withdrawCounts = sql('withdrawCounts')`
  with withdrawn as (
    update notifications n set active = false where ${countsItem} returning n.person_id
  ), concerned as (
    select person_id from withdrawn union
    select person_id from notifications where person_id in (${groupOwners}) and patient_id = :patient_id and active
      and (exam_id = :exam_id?::int or id_appointment = :id_appointment?::int)
  )
  select pg_notify('${notificationsChannel}', person_id::text) as published! from concerned`
