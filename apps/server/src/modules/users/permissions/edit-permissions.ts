import { ApiError } from '@mi-portal/contract/calls/api-error'
import type { Role } from '@mi-portal/contract/people'
import {
  chosenSets,
  getPermissionSet,
  listPermissions,
  type PermissionSet,
} from '@mi-portal/contract/permissions/permissions'
import {
  type StaffPermissions,
  type StaffPermissionsEdit,
  staffPermissionEndpoints,
} from '@mi-portal/contract/permissions/staff-permissions'
import { toAuditActor } from '../../../platform/audit.ts'
import type { Context } from '../../../platform/context/context.ts'
import type { ConfirmedChange } from '../../../platform/context/events.ts'
import { operation } from '../../../platform/context/operation.ts'
import type { Queries } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { changedSinceRequest, describeRequester } from '../../confirmations/confirmations.rules.ts'
import { dropChangesRequestedBy } from '../../confirmations/drop-changes.ts'
import { lockSuperAdmins, storePermissions } from '../../people/accounts/change-account-access.ts'
import { mailPerson } from '../../people/mail-person.ts'
import { findPerson, type Person } from '../../people/read-people.ts'
import { accountChanged } from '../users.rules.ts'
import { listSiteNames, listSites } from '../users.sql.ts'
import { readRights, requestOrAnnounceAccess } from './give-access.ts'
import { permissionsChanged } from './staff-access.mails.ts'

type StaffMember = Person & { readonly rol: Exclude<Role, 'STANDART_ROLE'> }

const isStaffMember = (person: Person | null): person is StaffMember =>
  person !== null && person.rol !== 'STANDART_ROLE' && person.deleted_at === null

type Rights = Pick<StaffMember, 'rol' | 'permission_set' | 'site_ids'>

function gainsRights(before: Rights, after: Rights): boolean {
  const had = listPermissions(before.rol, before.permission_set)
  const gainsPermission = listPermissions(after.rol, after.permission_set).some((one) => !had.includes(one))
  const { site_ids: sites } = before
  const gainsSite =
    sites !== null && (after.site_ids === null || after.site_ids.some((id) => !sites.includes(id)))
  return gainsPermission || gainsSite
}

function isNarrowed(before: Rights, after: Rights): boolean {
  const left = listPermissions(after.rol, after.permission_set)
  return listPermissions(before.rol, before.permission_set).some((permission) => !left.includes(permission))
}

async function findStaffMember(ctx: Context, id: number): Promise<StaffMember> {
  const person = await findPerson(ctx, id)
  if (!isStaffMember(person)) throw new ApiError('notFound')
  return person
}

async function readPermissionsOfStaff(ctx: Context, id: number): Promise<StaffPermissions> {
  const person = await findStaffMember(ctx, id)
  return {
    permission_set: getPermissionSet(person.rol, person.permission_set),
    sites: person.site_ids === null ? null : [...person.site_ids],
    offered_sites: [...(await listSites(ctx))],
    updated_at: person.updated_at.toISOString(),
  }
}

function storedAs(set: PermissionSet) {
  return {
    rol: set === 'super-administrator' ? ('SUPER_ADMIN_ROLE' as const) : ('ADMIN_ROLE' as const),
    permission_set: chosenSets.find((chosen) => chosen === set) ?? null,
  }
}

async function rejectInvalidSites(
  ctx: Context,
  { permission_set, sites }: StaffPermissionsEdit,
): Promise<void> {
  if (sites === null) return
  if (permission_set === 'super-administrator') throw new ApiError('superAdminSites', { param: 'sites' })
  const offered = (await listSites(ctx)).map(({ id }) => id)
  if (!sites.every((id) => offered.includes(id)))
    throw new ApiError('invalid', { param: 'sites', msg: 'Selecciona Sedes' })
}

/**
 * Throws unless the caller may make this change now. Concurrent changes wait for the locks of the super administrators, so that
 * one super administrator always remains.
 */
async function admitEdit(tx: Queries, actor: Actor, person: StaffMember, rol: Role): Promise<void> {
  const enabled = await lockSuperAdmins(tx)
  if (rol !== 'SUPER_ADMIN_ROLE' && !enabled.some((id) => id !== person.id))
    throw new ApiError('onlySuperAdmin')
  // If two super administrators demote each other at once, the second caller no longer is one here.
  if (!enabled.includes(actor.id)) throw new ApiError('forbidden')
}

async function describe(ctx: Context, permission_set: PermissionSet, siteIds: readonly number[] | null) {
  return { permission_set, sites: siteIds === null ? null : await listSiteNames(ctx, siteIds) }
}

const describePerson = (ctx: Context, { rol, permission_set, site_ids }: StaffMember) =>
  describe(ctx, getPermissionSet(rol, permission_set), site_ids)

async function applyRights(
  ctx: Context,
  tx: Queries,
  person: StaffMember,
  after: Rights,
  {
    actor,
    origin,
    requester,
  }: Pick<ConfirmedChange, 'actor' | 'origin'> & { requester: ConfirmedChange['requester'] | null },
): Promise<boolean> {
  if (!(await storePermissions(tx, person, after, ctx.clock.now()))) return false
  if (isNarrowed(person, after)) await dropChangesRequestedBy(ctx, tx, person.id)
  const described = await describe(ctx, getPermissionSet(after.rol, after.permission_set), after.site_ids)
  await ctx.auditLog.add(tx, {
    ...toAuditActor(actor, origin),
    action: 'users.permissions',
    patientId: person.id,
    detail: {
      ...{ before: await describePerson(ctx, person), after: described },
      ...describeRequester(requester),
    },
  })
  await mailPerson(ctx, tx, person, permissionsChanged, { ...described })
  return true
}

export const editPermissions = operation(staffPermissionEndpoints.edit, async (ctx, { params, body }) => {
  const person = await findStaffMember(ctx, params.id)
  if (ctx.actor.id === params.id) throw new ApiError('ownPermissions')
  await rejectInvalidSites(ctx, body)
  if (Date.parse(body.updated_at) !== person.updated_at.getTime()) throw new ApiError('changedMeanwhile')
  const after = {
    ...storedAs(body.permission_set),
    site_ids: body.sites === null ? null : [...new Set(body.sites)].sort((one, other) => one - other),
  }
  const described = await describe(ctx, body.permission_set, after.site_ids)
  const waits = await ctx.db.transaction(async (tx) => {
    await admitEdit(tx, ctx.actor, person, after.rol)
    if (gainsRights(person, after)) {
      const before = await describePerson(ctx, person)
      const rights = { ...after, updated_at: person.updated_at.toISOString() }
      if (await requestOrAnnounceAccess(ctx, tx, { person, rights, before, after: described })) return true
    }
    if (
      !(await applyRights(ctx, tx, person, after, { actor: ctx.actor, origin: ctx.origin, requester: null }))
    )
      throw new ApiError('changedMeanwhile')
    return false
  })
  const waiting = waits ? ['staff-access' as const] : []
  return { ...(await readPermissionsOfStaff(ctx, params.id)), waiting }
})

export const readPermissions = operation(staffPermissionEndpoints.one, (ctx, { params }) =>
  readPermissionsOfStaff(ctx, params.id),
)

export function applyConfirmedPermissions(ctx: Context): void {
  ctx.events.changeConfirmed.on(async (tx, change) => {
    const rights = readRights(change)
    if (rights === null) return
    const person = await findPerson(ctx, change.subjectId)
    const outdated = changedSinceRequest(accountChanged)
    if (!isStaffMember(person) || person.updated_at.toISOString() !== rights.updated_at) throw outdated
    if (!(await applyRights(ctx, tx, person, rights, change))) throw outdated
  })
}
