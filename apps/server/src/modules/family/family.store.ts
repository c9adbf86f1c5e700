import type { Day } from '@mi-portal/contract/values/dates'
import type { DocumentTypeId } from '@mi-portal/contract/values/document-number'
import type { Database, Queries } from '../../platform/database/database.ts'
import { hotStatement, statement } from '../../platform/database/statement.ts'

type LinkState = 'pending' | 'approved' | 'ended'

/** What the rules need to know of a link and the two it joins. */
type BondRow = {
  readonly state: LinkState
  readonly leader_is_guardian: boolean
  readonly guardian_proof: 'registry' | 'staff' | null
  readonly guardian_denied: boolean
  readonly may_book: boolean
  readonly leader_enabled: boolean
  readonly leader_birth: Day | null
  readonly member_enabled: boolean
  readonly member_birth: Day | null
}

const bondColumns = `f.state, t.leader_is_guardian, f.guardian_proof, f.guardian_denied, f.may_book,
  l.status = 1 and l.deleted_at is null as leader_enabled, l.date_birth as leader_birth,
  m.status = 1 and m.deleted_at is null as member_enabled, m.date_birth as member_birth`
const bondTables = `family_links f
  join relationship_types t on t.id = f.relationship_type_id
  join people l on l.id = f.leader_id
  join people m on m.id = f.member_id`

const bonds = hotStatement<BondRow>(
  'family.bonds',
  `select ${bondColumns} from ${bondTables} where f.leader_id = $1 and f.member_id = $2 and f.state <> 'ended'`,
)

/** The two people of a link. */
export type PairRow = {
  readonly leader_id: number
  readonly leader_first_name: string
  readonly leader_last_name: string
  readonly leader_second_name: string
  readonly leader_email: string | null
  readonly member_id: number
  readonly member_first_name: string
  readonly member_last_name: string
  readonly member_second_name: string
  readonly member_email: string | null
  readonly member_document_type: DocumentTypeId
  readonly member_document: string
  /** What the member is to the leader. */
  readonly relationship_id: number
  readonly relationship: string
}

const pairColumns = `f.leader_id, l.first_name as leader_first_name, l.last_name as leader_last_name,
  l.second_name as leader_second_name, l.email as leader_email, f.member_id, m.first_name as member_first_name,
  m.last_name as member_last_name, m.second_name as member_second_name, m.email as member_email,
  m.document_type_id as member_document_type, m.document_number as member_document,
  t.id as relationship_id, t.name as relationship`

/** A link with both people, for cards and letters. */
export type LinkRow = BondRow &
  PairRow & {
    readonly id: number
    readonly leader_image: number | null
    readonly member_image: number | null
    readonly member_phone: string | null
  }

const linkColumns = `f.id, l.image_store_id as leader_image, m.image_store_id as member_image, m.phone as member_phone,
  ${pairColumns}, ${bondColumns}`
const link = statement<LinkRow>('family.link', `select ${linkColumns} from ${bondTables} where f.id = $1`)
const membersOf = statement<LinkRow>(
  'family.membersOf',
  `select ${linkColumns} from ${bondTables} where f.leader_id = $1 and f.state = 'approved'
   order by f.approved_at desc, f.id desc`,
)
const leadersOf = statement<LinkRow>(
  'family.leadersOf',
  `select ${linkColumns} from ${bondTables} where f.member_id = $1 and f.state = 'approved'
   order by f.approved_at desc, f.id desc`,
)

/** A request with both people; who applies is the leader. */
export type RequestRow = PairRow & {
  readonly id: number
  readonly family_id: number
  readonly applicant_id: number
  readonly request_status: 0 | 1 | 2 | 3
  readonly created_at: Date
  readonly decided_by: number | null
  readonly decided_at: Date | null
}

const requestColumns = `r.id, r.family_id, r.applicant_id, r.request_status, r.created_at, r.decided_by, r.decided_at,
  ${pairColumns}`
const requestTables = `${bondTables} join family_requests r on r.family_id = f.id`
const request = statement<RequestRow>(
  'family.request',
  `select ${requestColumns} from ${requestTables} where r.id = $1`,
)
const sentBy = statement<RequestRow>(
  'family.sentBy',
  `select ${requestColumns} from ${requestTables} where f.leader_id = $1 and r.request_status <> 3
   order by r.created_at desc, r.id desc`,
)
const receivedBy = statement<RequestRow>(
  'family.receivedBy',
  `select ${requestColumns} from ${requestTables} where f.member_id = $1 and r.request_status <> 3
   order by r.created_at desc, r.id desc`,
)
const invitation = statement<RequestRow & { readonly expires_at: Date }>(
  'family.invitation',
  `select ${requestColumns}, i.expires_at from ${requestTables}
   join family_invitations i on i.request_id = r.id where i.token_hash = $1`,
)

export type RelationshipRow = {
  readonly id: number
  readonly name: string
  readonly member_may_be_minor: boolean
  readonly leader_is_guardian: boolean
}

const relationships = statement<RelationshipRow>(
  'family.relationships',
  'select id, name, member_may_be_minor, leader_is_guardian from relationship_types order by position, id',
)

type Joined = {
  readonly live_leader: number | null
  readonly live_state: 'pending' | 'approved' | null
  readonly rejected_at: Date | null
}

const joined = statement<Joined>(
  'family.joined',
  `select live.leader_id as live_leader, live.state as live_state,
     (select max(r.decided_at) from family_requests r join family_links f on f.id = r.family_id
       where f.leader_id = $1 and f.member_id = $2 and r.request_status = 2) as rejected_at
   from (select 1) one left join family_links live on live.state <> 'ended'
     and ((live.leader_id = $1 and live.member_id = $2) or (live.leader_id = $2 and live.member_id = $1))
   limit 1`,
)

/** Nothing where the two are joined already: of requests at the same time one is kept. A denial stays with the pair. */
const askFor = statement<{ id: number }>(
  'family.askFor',
  `with past as (
     select coalesce((
       select guardian_denied from family_links where leader_id = $1 and member_id = $2 order by id desc limit 1
     ), false) as denied
   ), link as (
     insert into family_links (leader_id, member_id, relationship_type_id, state, guardian_proof, guardian_denied, created_at)
     select $1, $2, $3, 'pending', case when denied then null else $4 end, denied, $6::timestamptz from past
     on conflict do nothing returning id
   )
   insert into family_requests (family_id, applicant_id, request_status, legal_text_id, created_at)
   select id, $1, 0, $5::int, $6::timestamptz from link returning id`,
)
const invite = statement<never>(
  'family.invite',
  `insert into family_invitations (request_id, token_hash, expires_at) values ($1, $2, $3::timestamptz)`,
)
/** The link by which that leader has that member in their group. */
const linkBetween = statement<{ id: number }>(
  'family.linkBetween',
  `select id from family_links where leader_id = $1 and member_id = $2 and state <> 'ended'`,
)
/** Of any number at once the first finds the link waiting; all the others change nothing. $2 approves, $4 by whom */
const decide = statement<{ id: number }>(
  'family.decide',
  `with link as (
     update family_links set state = case when $2::boolean then 'approved' else 'ended' end,
       approved_at = case when $2::boolean then $3::timestamptz end,
       ended_at = case when $2::boolean then null else $3::timestamptz end
     where id = $1 and state = 'pending' returning id
   )
   update family_requests r set request_status = case when $2::boolean then 1 else 2 end,
     decided_at = $3::timestamptz, decided_by = $4
   from link where r.family_id = link.id and r.request_status = 0 returning r.id`,
)
const end = statement<{ id: number }>(
  'family.end',
  `with ended as (
     update family_links set state = 'ended', ended_at = $3::timestamptz where id = $1 and state = $2 returning id
   ), hidden as (
     update family_requests r set request_status = 3 from ended
     where r.family_id = ended.id and r.request_status in (0, 1)
   )
   select id from ended`,
)
const requestOf = statement<{ id: number }>(
  'family.requestOf',
  'select id from family_requests where family_id = $1',
)
const endAllOf = statement<never>(
  'family.endAllOf',
  `with ended as (
     update family_links set state = 'ended', ended_at = $2::timestamptz
     where (leader_id = $1 or member_id = $1) and state <> 'ended' returning id
   )
   update family_requests r set request_status = 3 from ended
   where r.family_id = ended.id and r.request_status in (0, 1)`,
)
const judgeGuardian = statement<{ id: number }>(
  'family.judgeGuardian',
  `update family_links set guardian_proof = case when $2::boolean then 'staff' end, guardian_denied = not $2::boolean,
     guardian_confirmed_by = $3
   where id = $1 and state <> 'ended' returning id`,
)
const switchBooking = statement<{ leader_id: number }>(
  'family.switchBooking',
  `update family_links set may_book = $3 where id = $1 and member_id = $2 and state = 'approved' returning leader_id`,
)

/** Somebody who is to be told that a member comes of age: the member or a guardian of theirs. */
export type ToldRow = {
  readonly member_id: number
  readonly member_name: string
  readonly date_birth: Day
  readonly opened_as_minor: boolean
  readonly told_id: number
  readonly first_name: string
  readonly email: string | null
}

// $1 and $2: born from, born until
const toTell = statement<ToldRow>(
  'family.toTell',
  `with born as (
     select id, concat_ws(' ', first_name, nullif(last_name, ''), nullif(second_name, '')) as name, date_birth, opened_as_minor
     from people
     where date_birth between $1::date and $2::date and rol = 'STANDART_ROLE' and status = 1 and deleted_at is null
   ), concerned as (
     select id as member_id, id as told_id from born
     union
     select f.member_id, f.leader_id from born b join family_links f on f.member_id = b.id
       join relationship_types t on t.id = f.relationship_type_id
     where f.state = 'approved' and t.leader_is_guardian and f.guardian_proof is not null
   )
   select c.member_id, b.name as member_name, b.date_birth, b.opened_as_minor, c.told_id, p.first_name, p.email
   from concerned c join born b on b.id = c.member_id join people p on p.id = c.told_id
   where p.status = 1 and p.deleted_at is null
     and not exists (select from coming_of_age_notices n where n.member_id = c.member_id and n.told_id = c.told_id)
   order by c.member_id, c.told_id`,
)
const markTold = statement<{ told_id: number }>(
  'family.markTold',
  `insert into coming_of_age_notices (member_id, told_id, comes_of_age, told_at)
   values ($1, $2, $3::date, $4::timestamptz) on conflict do nothing returning told_id`,
)

export function familyStore(db: Database) {
  return {
    /** The live link from a leader to a member, if there is one. */
    bond: async (leaderId: number, memberId: number) =>
      (await db.run(bonds, [leaderId, memberId]))[0] ?? null,
    /** Any link, ended ones too. */
    link: async (id: number) => (await db.run(link, [id]))[0] ?? null,
    membersOf: (leaderId: number) => db.run(membersOf, [leaderId]),
    leadersOf: (memberId: number) => db.run(leadersOf, [memberId]),
    request: async (id: number) => (await db.run(request, [id]))[0] ?? null,
    sentBy: (leaderId: number) => db.run(sentBy, [leaderId]),
    receivedBy: (memberId: number) => db.run(receivedBy, [memberId]),
    invitation: async (tokenHash: Uint8Array) => (await db.run(invitation, [tokenHash]))[0] ?? null,
    relationships: () => db.run(relationships, []),

    /** What joins two people now, in either direction, and when the member last rejected the leader. */
    joined: async (leaderId: number, memberId: number): Promise<Joined> =>
      (await db.run(joined, [leaderId, memberId]))[0] ?? {
        live_leader: null,
        live_state: null,
        rejected_at: null,
      },
    /** The number of the new request, or null where the two are joined already. */
    askFor: async (
      tx: Queries,
      asked: {
        leaderId: number
        memberId: number
        relationshipId: number
        proof: 'registry' | null
        legalTextId: number | null
        now: Date
      },
    ) => {
      const { leaderId, memberId, relationshipId, proof, legalTextId, now } = asked
      const [made] = await tx.run(askFor, [leaderId, memberId, relationshipId, proof, legalTextId, now])
      return made?.id ?? null
    },
    invite: async (tx: Queries, requestId: number, tokenHash: Uint8Array, until: Date) => {
      await tx.run(invite, [requestId, tokenHash, until])
    },
    linkBetween: async (leaderId: number, memberId: number) =>
      (await db.run(linkBetween, [leaderId, memberId]))[0]?.id ?? null,
    /** False where it is decided already. */
    decide: async (tx: Queries, linkId: number, approves: boolean, by: number, now: Date) =>
      (await tx.run(decide, [linkId, approves, now, by])).length > 0,
    /** Ends a link that still is in that state; false where it is not. */
    end: async (tx: Queries, linkId: number, from: 'pending' | 'approved', now: Date) =>
      (await tx.run(end, [linkId, from, now])).length > 0,
    /** The request that a link began with. */
    requestOf: async (tx: Queries, linkId: number) => (await tx.run(requestOf, [linkId]))[0]?.id ?? null,
    /** Every link and request of a person who leaves, on either side. */
    endAllOf: async (tx: Queries, personId: number, now: Date) => {
      await tx.run(endAllOf, [personId, now])
    },
    /** False where there is no such live link. */
    judgeGuardian: async (tx: Queries, linkId: number, confirmed: boolean, by: number) =>
      (await tx.run(judgeGuardian, [linkId, confirmed, by])).length > 0,
    /** Who is to be told that a member born in those days, both included, comes of age, and was not told yet. */
    toTell: (from: Day, until: Day) => db.run(toTell, [from, until]),
    /** False where they were told already. */
    markTold: async (tx: Queries, row: ToldRow, comesOfAge: Day, now: Date) =>
      (await tx.run(markTold, [row.member_id, row.told_id, comesOfAge, now])).length > 0,
    /** The leader of that link of the member's, or null where there is none. */
    switchBooking: async (tx: Queries, linkId: number, memberId: number, mayBook: boolean) =>
      (await tx.run(switchBooking, [linkId, memberId, mayBook]))[0]?.leader_id ?? null,
  }
}

export type FamilyStore = ReturnType<typeof familyStore>
