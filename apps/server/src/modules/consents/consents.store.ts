import type { AskedKind, ConsentChannel, ConsentKind } from '@mi-portal/contract/consents'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type NewConsent = {
  readonly personId: number
  readonly kind: ConsentKind
  readonly version: string
  /** SHA-256 of the text as it was shown. */
  readonly textHash: Uint8Array
  readonly channel: ConsentChannel
  readonly ip: string
  /** For whom, where it is not the person themself. */
  readonly patientId: number | null
}

type ConsentRow = {
  readonly id: number
  readonly kind: ConsentKind
  readonly version: string
  readonly channel: ConsentChannel
  readonly ip: string | null
  readonly patient_id: number | null
  readonly patient_full_name: string | null
  readonly given_at: Date
  readonly withdrawn_at: Date | null
  readonly has_text: boolean
}

type AgreedRow = {
  readonly kind: ConsentKind
  readonly version: string
  readonly text_hash: Uint8Array
}

type Standing = {
  readonly kind: AskedKind
  /** It has to be accepted anew since then. */
  readonly asked: boolean
  readonly accepted: boolean
  readonly withdrawn: boolean
}

const insert = statement<never>(
  'consents.insert',
  `insert into consents (person_id, kind, version, text_hash, channel, ip, patient_id, given_at)
   values ($1, $2, $3, $4, $5, $6::inet, $7, $8::timestamptz)`,
)
// The table grows with what a person does; what is shown is what a page can hold.
const list = statement<ConsentRow>(
  'consents.list',
  `select c.id, c.kind, c.version, c.channel, host(c.ip) as ip, c.patient_id, c.given_at, c.withdrawn_at,
     exists (select from legal_wordings w where w.text_hash = c.text_hash and w.kind = c.kind)
       or c.kind = 'sharing' and c.text_hash = $2 as has_text,
     case when p.id is null then null
       else concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) end as patient_full_name
   from consents c left join people p on p.id = c.patient_id
   where c.person_id = $1 order by c.given_at desc, c.id desc limit 100`,
)
const agreed = statement<AgreedRow>(
  'consents.agreed',
  'select kind, version, text_hash from consents where id = $1 and person_id = $2',
)
const standing = statement<Standing>(
  'consents.standing',
  `select k.kind, q.kind is not null as asked,
     exists (select from consents c where c.person_id = $1 and c.kind = k.kind and c.withdrawn_at is null
       and (q.since is null or c.given_at >= q.since)) as accepted,
     exists (select from consents c where c.person_id = $1 and c.kind = k.kind and c.withdrawn_at is not null)
       and not exists (select from consents c where c.person_id = $1 and c.kind = k.kind and c.withdrawn_at is null)
       as withdrawn
   from (values (1, 'terms'), (2, 'privacy')) as k (place, kind) left join legal_asked q on q.kind = k.kind
   order by k.place`,
)
const withdraw = statement<{ id: number }>(
  'consents.withdraw',
  `update consents set withdrawn_at = $4::timestamptz, withdrawn_channel = 'web', withdrawn_ip = $5::inet
   where person_id = $1 and kind = $2 and ($3::int is null or patient_id = $3) and withdrawn_at is null returning id`,
)

export function consentsStore(db: Database) {
  return {
    insert: async (tx: Queries, given: NewConsent, now: Date) => {
      const { personId, kind, version, textHash, channel, ip, patientId } = given
      await tx.run(insert, [personId, kind, version, textHash, channel, ip, patientId, now])
    },
    /** `sharing` is the digest of the words beside that box, which are no legal text of the table. */
    list: (personId: number, sharing: Uint8Array) => db.run(list, [personId, sharing]),
    agreed: async (id: number, personId: number) => (await db.run(agreed, [id, personId]))[0] ?? null,
    /** How somebody stands to each text that the portal may ask for. */
    standing: (personId: number) => db.run(standing, [personId]),
    /** How many consents were taken back. */
    withdraw: async (
      tx: Queries,
      personId: number,
      kind: ConsentKind,
      patientId: number | null,
      now: Date,
      ip: string,
    ) => (await tx.run(withdraw, [personId, kind, patientId, now, ip])).length,
  }
}

export type ConsentsStore = ReturnType<typeof consentsStore>
