/** Lets super administrators decide what a member of staff may do, and at which sites. */
import { ApiError } from '@mi-portal/contract/api-error'
import type { Role } from '@mi-portal/contract/people'
import {
  chosenSets,
  type PermissionSet,
  permissionSetOf,
  permissionsOf,
} from '@mi-portal/contract/permissions'
import type { StaffPermissions, StaffPermissionsEdit } from '@mi-portal/contract/staff-permissions'
import type { Audit } from '../../../platform/audit.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Database, Queries } from '../../../platform/database/database.ts'
import type { Actor, Origin } from '../../../platform/http/actor.ts'
import type { MailQueue } from '../../../ports/mail.ts'
import type { ConfirmationsService } from '../../confirmations/confirmations.service.ts'
import type { PeopleService } from '../../people/people.service.ts'
import { permissionsChanged } from '../users.mails.ts'
import type { UsersStore } from '../users.store.ts'

type StaffPermissionsDependencies = {
  readonly db: Database
  readonly store: UsersStore
  readonly people: PeopleService
  readonly confirmations: Pick<ConfirmationsService, 'dropRequestedBy'>
  readonly audit: Audit
  readonly mail: MailQueue
  readonly clock: Clock
}

type Person = NonNullable<Awaited<ReturnType<PeopleService['byId']>>>
type StaffMember = Person & { readonly rol: Exclude<Role, 'STANDART_ROLE'> }

const isStaffMember = (person: Person | null): person is StaffMember =>
  person !== null && person.rol !== 'STANDART_ROLE' && person.deleted_at === null

type Rights = Pick<StaffMember, 'rol' | 'permission_set'>

/** Returns whether a member of staff loses a permission. */
function isNarrowed(before: Rights, after: Rights): boolean {
  const left = permissionsOf(after.rol, after.permission_set)
  return permissionsOf(before.rol, before.permission_set).some((permission) => !left.includes(permission))
}

export function createStaffPermissionsService(dependencies: StaffPermissionsDependencies) {
  const { db, store, people, confirmations, audit, mail, clock } = dependencies

  async function findStaffMember(id: number): Promise<StaffMember> {
    const person = await people.byId(id)
    if (!isStaffMember(person)) throw new ApiError('notFound')
    return person
  }

  async function read(id: number): Promise<StaffPermissions> {
    const person = await findStaffMember(id)
    return {
      permission_set: permissionSetOf(person.rol, person.permission_set),
      sites: person.site_ids === null ? null : [...person.site_ids],
      offered_sites: [...(await store.sites())],
      updated_at: person.updated_at.toISOString(),
    }
  }

  /** Returns the role and the stored choice that make up a set. */
  function storedAs(set: PermissionSet) {
    return {
      rol: set === 'super-administrator' ? ('SUPER_ADMIN_ROLE' as const) : ('ADMIN_ROLE' as const),
      permission_set: chosenSets.find((chosen) => chosen === set) ?? null,
    }
  }

  async function rejectInvalidSites({ permission_set, sites }: StaffPermissionsEdit): Promise<void> {
    if (sites === null) return
    if (permission_set === 'super-administrator') throw new ApiError('superAdminSites', { param: 'sites' })
    const offered = (await store.sites()).map(({ id }) => id)
    if (!sites.every((id) => offered.includes(id)))
      throw new ApiError('invalid', { param: 'sites', msg: 'Selecciona Sedes' })
  }

  /**
   * Throws unless the caller may make this change now. Concurrent changes wait for the locks of the super administrators, so that
   * one super administrator always remains.
   */
  async function admitEdit(tx: Queries, actor: Actor, person: StaffMember, rol: Role): Promise<void> {
    const enabled = await people.accounts.lockSuperAdmins(tx)
    if (rol !== 'SUPER_ADMIN_ROLE' && !enabled.some((id) => id !== person.id))
      throw new ApiError('onlySuperAdmin')
    // If two super administrators demote each other at once, the second caller no longer is one here.
    if (!enabled.includes(actor.id)) throw new ApiError('forbidden')
  }

  /** Returns what the audit log and the mail say about permissions: the set, and the names of the sites; null: every site. */
  async function describe(permission_set: PermissionSet, siteIds: readonly number[] | null) {
    return { permission_set, sites: siteIds === null ? null : await store.siteNames(siteIds) }
  }

  return {
    read,

    /** Throws 403 for one's own account, 400 for the last super administrator, and 409 for a stale edit. */
    edit: async (
      actor: Actor,
      id: number,
      edit: StaffPermissionsEdit,
      origin: Origin,
    ): Promise<StaffPermissions> => {
      const person = await findStaffMember(id)
      if (actor.id === id) throw new ApiError('ownPermissions')
      await rejectInvalidSites(edit)
      if (Date.parse(edit.updated_at) !== person.updated_at.getTime()) throw new ApiError('changedMeanwhile')
      const after = {
        ...storedAs(edit.permission_set),
        site_ids: edit.sites === null ? null : [...new Set(edit.sites)].sort((one, other) => one - other),
      }
      const sides = {
        before: await describe(permissionSetOf(person.rol, person.permission_set), person.site_ids),
        after: await describe(edit.permission_set, after.site_ids),
      }
      await db.transaction(async (tx) => {
        await admitEdit(tx, actor, person, after.rol)
        if (!(await people.accounts.setPermissions(tx, person, after, clock.now())))
          throw new ApiError('changedMeanwhile')
        if (isNarrowed(person, after)) await confirmations.dropRequestedBy(tx, id)
        await audit.add(tx, {
          actorId: actor.id,
          actorRole: actor.rol,
          action: 'users.permissions',
          patientId: id,
          origin,
          detail: sides,
        })
        if (person.email !== null)
          await mail.queue(tx, permissionsChanged, {
            recipient: person.email,
            person_id: id,
            data: { first_name: person.greeting_name, ...sides.after },
          })
      })
      mail.trigger()
      return read(id)
    },
  }
}

export type StaffPermissionsService = ReturnType<typeof createStaffPermissionsService>
