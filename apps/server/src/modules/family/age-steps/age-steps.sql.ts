import { defineSql, type Row } from '../../../platform/database/statement.ts'
import type { AgeStepsSql } from './age-steps.sql.generated.ts'

const sql = defineSql<AgeStepsSql>('family')

export type NotificationDueRow = Row<typeof toNotify>

export const toNotify = sql('toNotify')`
  with born as (
    select id, concat_ws(' ', first_name, nullif(last_name, ''), nullif(second_name, '')) as name, first_name,
      date_birth as date_birth!, opened_as_minor, opened_as_child
    from people
    where date_birth between :born_from::date and :born_until::date and rol = 'STANDART_ROLE' and has_open_record(people)
  ), concerned as (
    select id as member_id!, id as told_id! from born
    union
    select f.member_id, f.leader_id from born b join family_links f on f.member_id = b.id
      join relationship_types t on t.id = f.relationship_type_id
    where t.leader_is_guardian and is_guardian_of(f, :now::timestamptz)
  )
  select c.member_id, b.name as member_name!, b.first_name as member_first_name!, b.date_birth, b.opened_as_minor, b.opened_as_child, c.told_id, greeting_name(p) as first_name!, p.email
  from concerned c join born b on b.id = c.member_id join people p on p.id = c.told_id
  where is_open(p)
    and not exists (select from coming_of_age_notices n
      where n.member_id = c.member_id and n.told_id = c.told_id and n.step = :step)
  order by c.member_id, c.told_id`
export const markNotified = sql('markNotified')`
  insert into coming_of_age_notices (member_id, told_id, step, comes_of_age, told_at)
  values (:member_id, :told_id, :step, :comes_of_age::date, :now::timestamptz) on conflict do nothing returning told_id`
