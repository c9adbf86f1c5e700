import type { ServiceScope } from '@mi-portal/contract/fhir'
import type { Database, Queries } from '../../../platform/database/database.ts'
import { relaxed, statement } from '../../../platform/database/statement.ts'

export type AccountRow = {
  readonly id: number
  readonly name: string
  readonly scopes: readonly ServiceScope[]
  readonly created_at: Date
  readonly created_by: string
  readonly last_used_at: Date | null
  readonly revoked_at: Date | null
}

const columns = `a.id, a.name, a.scopes, a.created_at, p.first_name || ' ' || p.last_name as created_by, a.last_used_at,
  a.revoked_at`
const list = statement<AccountRow>(
  'serviceAccounts.list',
  `select ${columns} from service_accounts a join people p on p.id = a.created_by
   order by a.created_at desc, a.id desc limit 200`,
)
const add = statement<AccountRow>(
  'serviceAccounts.add',
  `with a as (
     insert into service_accounts (name, scopes, secret_hash, created_by, created_at)
     values ($1, $2::text[], $3, $4, $5::timestamptz) returning *
   ) select ${columns} from a join people p on p.id = a.created_by`,
)
const revoke = statement<{ id: number }>(
  'serviceAccounts.revoke',
  `update service_accounts set revoked_at = $2::timestamptz, revoked_by = $3
   where id = $1 and revoked_at is null returning id`,
)
const exists = statement<{ id: number }>(
  'serviceAccounts.exists',
  'select id from service_accounts where id = $1',
)
const bySecret = statement<{ id: number; scopes: ServiceScope[] }>(
  'serviceAccounts.bySecret',
  'select id, scopes from service_accounts where secret_hash = $1 and revoked_at is null',
)
const used = statement<never>(
  'serviceAccounts.used',
  `update service_accounts set last_used_at = $2::timestamptz where id = $1 and ${relaxed}
     and (last_used_at is null or last_used_at < $2::timestamptz - interval '1 minute')`,
)

export function serviceAccountsStore(db: Database) {
  return {
    list: () => db.run(list, []),
    add: async (
      tx: Queries,
      draft: { name: string; scopes: readonly ServiceScope[]; secretHash: Uint8Array; createdBy: number },
      now: Date,
    ): Promise<AccountRow> => {
      const [row] = await tx.run(add, [draft.name, draft.scopes, draft.secretHash, draft.createdBy, now])
      if (row === undefined) throw new Error('no service account was made')
      return row
    },
    /** False where it is revoked already, or not there. */
    revoke: async (tx: Queries, id: number, by: number, now: Date) =>
      (await tx.run(revoke, [id, now, by])).length > 0,
    exists: async (tx: Queries, id: number) => (await tx.run(exists, [id])).length > 0,
    bySecret: async (hash: Uint8Array) => (await db.run(bySecret, [hash]))[0] ?? null,
    used: async (id: number, now: Date) => {
      await db.run(used, [id, now])
    },
  }
}

export type ServiceAccountsStore = ReturnType<typeof serviceAccountsStore>
