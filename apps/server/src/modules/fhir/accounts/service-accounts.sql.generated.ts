/** The types of the statements in service-accounts.sql.ts, which `npm run sql` generates. */
export type ServiceAccountsSql = {
  list: { row: { id: number; name: string; scopes: string[]; created_at: Date; created_by: string; last_used_at: Date | null; revoked_at: Date | null; expires_at: Date | null; identifier_systems: string[]; networks: string[] }; given: Record<never, never> }
  add: { row: { id: number; name: string; scopes: string[]; created_at: Date; created_by: string; last_used_at: Date | null; revoked_at: Date | null; expires_at: Date | null; identifier_systems: string[]; networks: string[] }; given: { name: string; scopes: readonly string[]; secret_hash: Uint8Array; created_by: number; now: Date; expires_at: Date | null; identifier_systems: readonly string[]; networks: readonly string[] } }
  revoke: { row: { id: number }; given: { now: Date; revoked_by: number; id: number } }
  find: { row: { id: number }; given: { id: number } }
  bySecret: { row: { id: number; scopes: string[]; identifier_systems: string[]; from_its_network: boolean }; given: { ip: string; secret_hash: Uint8Array; now: Date } }
  used: { row: never; given: { now: Date; id: number } }
}
