import type { Database, Queries } from '../../platform/database/database.ts'
import { statement } from '../../platform/database/statement.ts'

type BondRow = {
  readonly state: 'pending' | 'approved' | 'ended'
  readonly leader_is_guardian: boolean
  readonly guardian_proof: 'registry' | 'staff' | null
  readonly leader_enabled: boolean
  readonly leader_birth: string | null
  readonly member_enabled: boolean
  readonly member_birth: string | null
}

const bonds = statement<BondRow>(
  'family.bonds',
  `select f.state, t.leader_is_guardian, f.guardian_proof,
     l.status = 1 and l.deleted_at is null as leader_enabled, l.date_birth as leader_birth,
     m.status = 1 and m.deleted_at is null as member_enabled, m.date_birth as member_birth
   from family_links f
     join relationship_types t on t.id = f.relationship_type_id
     join people l on l.id = f.leader_id
     join people m on m.id = f.member_id
   where f.leader_id = $1 and f.member_id = $2 and f.state <> 'ended'`,
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

export function familyStore(db: Database) {
  return {
    /** The live link from a leader to a member, if there is one. */
    bond: async (leaderId: number, memberId: number) =>
      (await db.run(bonds, [leaderId, memberId]))[0] ?? null,
    /** Every link and request of a person who leaves, on either side. */
    endAllOf: async (tx: Queries, personId: number, now: Date) => {
      await tx.run(endAllOf, [personId, now])
    },
  }
}

export type FamilyStore = ReturnType<typeof familyStore>
