import { shareLimits } from '@mi-portal/contract/exam-shares'
import type { ExamType } from '@mi-portal/contract/exams'
import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type ShareEnd = 'ended' | 'codes' | 'sight' | 'closed'

export type ShareRow = {
  readonly id: number
  readonly exam_id: number
  readonly type: ExamType
  readonly patient_id: number
  readonly sharer_id: number
  readonly comment: string
  readonly created_at: Date
  readonly expires_at: Date
  readonly ended_at: Date | null
  /** A guardian's: the link under which it was shared has held without a break. */
  readonly link_held: boolean
}

type ListedShare = ShareRow & {
  readonly recipient_email: string
  readonly type_relationship: string
  readonly shared_by: string
  readonly ended_because: ShareEnd | null
  /** Milliseconds since 1970. */
  readonly openings: readonly number[]
}

type NewShare = {
  readonly exam_id: number
  readonly type: ExamType
  readonly patient_id: number
  readonly sharer_id: number
  readonly recipient_email: string
  readonly relationship_type_id: number
  readonly comment: string
  readonly token_hash: Uint8Array
  readonly code_hash: Uint8Array
  readonly created_at: Date
  readonly expires_at: Date
}

type Tried =
  | { readonly outcome: 'over' }
  | { readonly outcome: 'wrong' }
  | { readonly outcome: 'right'; readonly left: number }

const columns = `s.id, s.exam_id, s.type, s.patient_id, s.sharer_id, s.comment, s.created_at, s.expires_at, s.ended_at,
  s.sharer_id = s.patient_id or exists (
    select from family_links f where f.leader_id = s.sharer_id and f.member_id = s.patient_id and f.state = 'approved'
      and coalesce(f.approved_at, f.created_at) <= s.created_at
  ) as link_held`

const relationship = statement<{ name: string }>(
  'shares.relationship',
  'select name from exam_relationship_types where id = $1',
)
const insert = statement<{ id: number }>(
  'shares.insert',
  `insert into exam_shares (exam_id, type, patient_id, sharer_id, recipient_email, relationship_type_id, comment,
     token_hash, code_hash, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10::timestamptz, $11::timestamptz) returning id`,
)
const byToken = statement<ShareRow>(
  'shares.byToken',
  `select ${columns} from exam_shares s where s.token_hash = $1`,
)
const byId = statement<ShareRow>('shares.byId', `select ${columns} from exam_shares s where s.id = $1`)

const listed = statement<ListedShare>(
  'shares.listed',
  `select ${columns}, s.recipient_email, s.ended_because, t.name as type_relationship,
     p.first_name || ' ' || p.last_name as shared_by,
     coalesce((
       select jsonb_agg(extract(epoch from o.opened_at) * 1000 order by o.number)
       from exam_share_openings o where o.share_id = s.id
     ), '[]') as openings
   from exam_shares s
     join exam_relationship_types t on t.id = s.relationship_type_id
     join people p on p.id = s.sharer_id
   where s.patient_id = $1 and s.expires_at > $2::timestamptz
   order by s.created_at desc, s.id desc limit 100`,
)

// As text, because a list of bytes is no value that both drivers take.
const isRightCode = `encode(s.code_hash, 'hex') = any($2::text[])`

// Judges the code and counts in one statement: of any number of calls at once no more than the limits pass.
const judged = statement<{ right: boolean }>(
  'shares.judged',
  `update exam_shares s set
     wrong_codes = s.wrong_codes + case when ${isRightCode} then 0 else 1 end,
     ended_at = case when not (${isRightCode}) and s.wrong_codes + 1 >= ${shareLimits.wrongCodes} then $3::timestamptz end,
     ended_because = case when not (${isRightCode}) and s.wrong_codes + 1 >= ${shareLimits.wrongCodes} then 'codes' end
   where s.id = $1 and s.ended_at is null and s.expires_at > $3::timestamptz
     and s.wrong_codes < ${shareLimits.wrongCodes}
   returning ${isRightCode} as right`,
)
const countOpenings = statement<{ count: number }>(
  'shares.countOpenings',
  'select count(*)::int as count from exam_share_openings where share_id = $1',
)
const addOpening = statement<{ number: number }>(
  'shares.addOpening',
  'insert into exam_share_openings (share_id, number, opened_at) values ($1, $2, $3::timestamptz) returning number',
)
const end = statement<{ id: number }>(
  'shares.end',
  `update exam_shares set ended_at = $2::timestamptz, ended_because = $3
   where id = any($1::int[]) and ended_at is null and expires_at > $2::timestamptz returning id`,
)
const endAllOf = statement<never>(
  'shares.endAllOf',
  `update exam_shares set ended_at = $2::timestamptz, ended_because = 'closed'
   where (patient_id = $1 or sharer_id = $1) and ended_at is null and expires_at > $2::timestamptz`,
)
const endSharedBy = statement<never>(
  'shares.endSharedBy',
  `update exam_shares set ended_at = $2::timestamptz, ended_because = 'ended'
   where sharer_id = $1 and ended_at is null and expires_at > $2::timestamptz`,
)
const purge = statement<{ id: number }>(
  'shares.purge',
  'delete from exam_shares where expires_at < $1::timestamptz returning id',
)

export function sharesStore(db: Database) {
  return {
    /** The name of what a recipient may be to the patient, or null where there is no such thing. */
    relationship: async (id: number) => (await db.run(relationship, [id]))[0]?.name ?? null,
    insert: async (tx: Queries, share: NewShare): Promise<number> => {
      const [row] = await tx.run(insert, [
        share.exam_id,
        share.type,
        share.patient_id,
        share.sharer_id,
        share.recipient_email,
        share.relationship_type_id,
        share.comment,
        share.token_hash,
        share.code_hash,
        share.created_at,
        share.expires_at,
      ])
      if (!row) throw new Error('shares: nothing was inserted')
      return row.id
    },
    byToken: async (hash: Uint8Array) => (await db.run(byToken, [hash]))[0] ?? null,
    byId: async (id: number) => (await db.run(byId, [id]))[0] ?? null,
    /** The newest hundred of a patient that had not run out by then. */
    listed: (patientId: number, since: Date) => db.run(listed, [patientId, since]),
    /**
     * Judges a code and, where it is right, adds the opening; counted by the database, whoever asks at once. `over`
     * where the share has ended, ran out or was opened often enough.
     */
    tryCode: (id: number, codeHashes: readonly Buffer[], now: Date) =>
      db.transaction(async (tx): Promise<Tried> => {
        // The row that is written stays locked until the end; a statement of its own then sees every opening before.
        const [row] = await tx.run(judged, [id, codeHashes.map((hash) => hash.toString('hex')), now])
        if (!row) return { outcome: 'over' }
        if (!row.right) return { outcome: 'wrong' }
        const before = (await tx.run(countOpenings, [id]))[0]?.count ?? 0
        if (before >= shareLimits.openings) return { outcome: 'over' }
        await tx.run(addOpening, [id, before + 1, now])
        return { outcome: 'right', left: shareLimits.openings - before - 1 }
      }),
    /** Those that it ended now; others had ended or run out. */
    end: async (queries: Queries, ids: readonly number[], now: Date, because: ShareEnd) =>
      (await queries.run(end, [ids, now, because])).map(({ id }) => id),
    /** Every share of a person who leaves, of their exams and by them. */
    endAllOf: async (tx: Queries, personId: number, now: Date) => {
      await tx.run(endAllOf, [personId, now])
    },
    endSharedBy: async (tx: Queries, personId: number, now: Date) => {
      await tx.run(endSharedBy, [personId, now])
    },
    purge: async (before: Date) => (await db.run(purge, [before])).length,
  }
}

export type SharesStore = ReturnType<typeof sharesStore>
