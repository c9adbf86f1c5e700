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
  /** The patient concerned, if it is not the person themself; otherwise null. */
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

type ConsentState = {
  readonly kind: AskedKind
  /** Whether a version of the text was published that everyone has to accept again. */
  readonly asked: boolean
  readonly accepted: boolean
  readonly withdrawn: boolean
}

const insert = statement<
  never,
  {
    person_id: number
    kind: ConsentKind
    version: string
    text_hash: Uint8Array
    channel: ConsentChannel
    ip: string
    patient_id: number | null
    now: Date
  }
>(
  'consents.insert',
  `insert into consents (person_id, kind, version, text_hash, channel, ip, patient_id, given_at)
   values (:person_id, :kind, :version, :text_hash, :channel, :ip::inet, :patient_id, :now::timestamptz)`,
)
// The table grows with use, so the list is limited to what a page can show.
const list = statement<ConsentRow, { person_id: number; sharing_hashes: readonly string[] }>(
  'consents.list',
  `select c.id, c.kind, c.version, c.channel, host(c.ip) as ip, c.patient_id, c.given_at, c.withdrawn_at,
     exists (select from legal_wordings w where w.text_hash = c.text_hash and w.kind = c.kind)
       or c.kind = 'sharing' and encode(c.text_hash, 'hex') = any(:sharing_hashes::text[]) as has_text,
     case when p.id is null then null
       else concat_ws(' ', p.first_name, nullif(p.last_name, ''), nullif(p.second_name, '')) end as patient_full_name
   from consents c left join people p on p.id = c.patient_id
   where c.person_id = :person_id order by c.given_at desc, c.id desc limit 100`,
)
const agreed = statement<AgreedRow, { id: number; person_id: number }>(
  'consents.agreed',
  'select kind, version, text_hash from consents where id = :id and person_id = :person_id',
)
const standing = statement<ConsentState, { person_id: number }>(
  'consents.valid',
  `select k.kind, q.kind is not null as asked,
     exists (select from consents c where c.person_id = :person_id and c.kind = k.kind and c.withdrawn_at is null
       and (q.since is null or c.given_at >= q.since)) as accepted,
     exists (select from consents c where c.person_id = :person_id and c.kind = k.kind and c.withdrawn_at is not null)
       and not exists (select from consents c where c.person_id = :person_id and c.kind = k.kind and c.withdrawn_at is null)
       as withdrawn
   from (values (1, 'terms'), (2, 'privacy')) as k (place, kind) left join legal_asked q on q.kind = k.kind
   order by k.place`,
)
const withdraw = statement<
  { id: number },
  { person_id: number; kind: ConsentKind; patient_id: number | null; now: Date; ip: string }
>(
  'consents.withdraw',
  `update consents set withdrawn_at = :now::timestamptz, withdrawn_channel = 'web', withdrawn_ip = :ip::inet
   where person_id = :person_id and kind = :kind and (:patient_id::int is null or patient_id = :patient_id)
     and withdrawn_at is null returning id`,
)

export function createConsentsStore(db: Database) {
  return {
    insert: async (tx: Queries, given: NewConsent, now: Date) => {
      const { personId, kind, version, textHash, channel, ip, patientId } = given
      await tx.run(insert, {
        person_id: personId,
        kind,
        version,
        text_hash: textHash,
        channel,
        ip,
        patient_id: patientId,
        now,
      })
    },
    /**
     * Lists a person's consents. `sharing` are the hashes of the texts for sharing results, which are not stored with the
     * legal texts.
     */
    list: (personId: number, sharing: readonly Uint8Array[]) =>
      db.run(list, {
        person_id: personId,
        sharing_hashes: sharing.map((hash) => Buffer.from(hash).toString('hex')),
      }),
    agreed: async (id: number, personId: number) =>
      (await db.run(agreed, { id, person_id: personId }))[0] ?? null,
    /** Returns a person's state for each text that the portal may ask for. */
    standing: (personId: number) => db.run(standing, { person_id: personId }),
    /** Withdraws consents and returns how many. */
    withdraw: async (
      tx: Queries,
      personId: number,
      kind: ConsentKind,
      patientId: number | null,
      now: Date,
      ip: string,
    ) => (await tx.run(withdraw, { person_id: personId, kind, patient_id: patientId, now, ip })).length,
  }
}

export type ConsentsStore = ReturnType<typeof createConsentsStore>
