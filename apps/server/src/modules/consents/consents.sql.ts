import type { ConsentChannel, ConsentKind } from '@mi-portal/contract/consents'
import type { Queries } from '../../platform/database/database.ts'
import { defineSql } from '../../platform/database/statement.ts'
import type { ConsentsSql } from './consents.sql.generated.ts'

const sql = defineSql<
  ConsentsSql,
  { kind: 'terms' | 'privacy' | 'family_group' | 'sharing'; channel: 'web' | 'api' | 'staff' }
>('consents')

type NewConsent = {
  readonly personId: number
  readonly kind: ConsentKind
  readonly version: string
  /** SHA-256 of the text as it was shown. */
  readonly textHash: Uint8Array
  readonly channel: ConsentChannel
  readonly ip: string
  /** The patient concerned, if it is not the person themself; otherwise null. */
  readonly patientId: number | null
}

const insertSql = sql('insert')`
  insert into consents (person_id, kind, version, text_hash, channel, ip, patient_id, given_at)
  values (:person_id, :kind, :version, :text_hash, :channel, :ip::inet, :patient_id?, :now::timestamptz)`
// The table grows with use, so the list is limited to what a page can show.
export const list = sql('list')`
  select c.id, c.kind, c.version, c.channel, host(c.ip) as ip, c.patient_id, c.given_at, c.withdrawn_at,
    exists (select from legal_wordings w where w.text_hash = c.text_hash and w.kind = c.kind)
      or c.kind = 'sharing' and encode(c.text_hash, 'hex') = any(:sharing_hashes::text[]) as has_text!,
    case when p.id is null then null
      else concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) end as patient_full_name
  from consents c left join people p on p.id = c.patient_id
  where c.person_id = :person_id order by c.given_at desc, c.id desc limit 100`
export const agreed = sql('agreed')`
  select kind, version, text_hash from consents where id = :id and person_id = :person_id`
export const standing = sql('valid')`
  select k.kind as kind!, q.kind is not null as asked!,
    exists (select from consents c where c.person_id = :person_id and c.kind = k.kind and c.withdrawn_at is null
      and (q.since is null or c.given_at >= q.since)) as accepted!,
    exists (select from consents c where c.person_id = :person_id and c.kind = k.kind and c.withdrawn_at is not null)
      and not exists (select from consents c where c.person_id = :person_id and c.kind = k.kind and c.withdrawn_at is null)
      as withdrawn!
  from (values (1, 'terms'), (2, 'privacy')) as k (place, kind) left join legal_asked q on q.kind = k.kind
  order by k.place`
const withdrawSql = sql('withdraw')`
  update consents set withdrawn_at = :now::timestamptz, withdrawn_channel = 'web', withdrawn_ip = :ip::inet
  where person_id = :person_id and kind = :kind and (:patient_id?::int is null or patient_id = :patient_id?)
    and withdrawn_at is null returning id`

export const insert = async (tx: Queries, given: NewConsent, now: Date) => {
  const { personId, kind, version, textHash, channel, ip, patientId } = given
  await tx.run(insertSql, {
    person_id: personId,
    kind,
    version,
    text_hash: textHash,
    channel,
    ip,
    patient_id: patientId,
    now,
  })
}

export const turnRemindersOff = sql('remindersOff')`
  insert into reminders_off (person_id, since) select id, :now::timestamptz from people where id = :person_id
  on conflict do nothing`
export const turnRemindersOn = sql('remindersOn')`delete from reminders_off where person_id = :person_id`
export const findRemindersOff = sql('findRemindersOff')`
  select since from reminders_off where person_id = :person_id`

export const withdraw = async (
  tx: Queries,
  personId: number,
  kind: ConsentKind,
  patientId: number | null,
  now: Date,
  ip: string,
) => (await tx.run(withdrawSql, { person_id: personId, kind, patient_id: patientId, now, ip })).length
