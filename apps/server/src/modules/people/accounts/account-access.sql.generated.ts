/** The types of the statements in account-access.sql.ts, which `npm run sql` generates. */
export type AccountAccessSql = {
  lockSuperAdmins: { row: { id: number }; given: Record<never, never> }
  setPermissions: { row: { id: number }; given: { rol: string; permission_set: string | null; site_ids: readonly number[] | null; now: Date; id: number; updated_at: Date } }
  setPassword: { row: { id: number }; given: { password_hash: string; now: Date; person_id: number; former_hash: string | null } }
  renewHash: { row: never; given: { password_hash: string; person_id: number; former_hash: string } }
  voidPassword: { row: never; given: { now: Date; person_id: number } }
  lock: { row: { id: number }; given: { now: Date; id: number } }
  freezeRecovery: { row: never; given: { now: Date; id: number } }
  unlock: { row: { id: number }; given: { recovery_held_until: Date; now: Date; id: number } }
  disable: { row: { id: number }; given: { now: Date; id: number } }
  enableStaff: { row: { id: number }; given: { now: Date; id: number } }
  recordDeath: { row: { is_new: boolean }; given: { id: number; now: Date; on: string | null; source: string } }
  correctDeath: { row: { id: number }; given: { now: Date; id: number } }
}
