/** What a member of staff may do, as a super administrator decides it. */
import * as z from 'zod/mini'
import { confirmationKinds } from './confirmations.ts'
import type { EndpointTable } from './endpoint.ts'
import { permissionSets } from './permissions.ts'
import { atMost } from './text.ts'
import { moment, sentMoment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

const params = z.object({ id: idParam('ID de usuario inválido') })
const permissionSet = z.enum(permissionSets, 'Selecciona Permisos')

const staffPermissions = z.object({
  permission_set: permissionSet,
  /** The ids of the sites to which the member of staff is limited; null: every site. */
  sites: z.nullable(z.array(id())),
  /** The sites of the clinic that can be chosen. */
  offered_sites: z.array(z.object({ id: id(), name: z.string() })),
  updated_at: moment(),
})
export type StaffPermissions = z.output<typeof staffPermissions>

const staffPermissionsEdit = z.object({
  permission_set: permissionSet,
  sites: z.nullable(
    z
      .array(id('Selecciona Sedes'), 'Selecciona Sedes')
      .check(z.minLength(1, 'Selecciona al menos una sede'), atMost(200, 'Son demasiadas sedes')),
  ),
  /** The `updated_at` of the answer that was edited. */
  updated_at: sentMoment('Fecha de actualización inválida'),
})
export type StaffPermissionsEdit = z.output<typeof staffPermissionsEdit>

export const staffPermissionEndpoints = {
  one: {
    method: 'GET',
    path: '/admin/users/{id}/permissions',
    access: 'staff',
    permission: 'staff.manage',
    summary: 'Returns the permissions and the sites of a member of staff; 404 for a patient',
    params,
    reply: staffPermissions,
  },
  edit: {
    method: 'PUT',
    path: '/admin/users/{id}/permissions',
    access: 'staff',
    permission: 'staff.manage',
    summary:
      'Changes the permissions and the sites of a member of staff; 409 if the account was changed since `updated_at`',
    params,
    body: staffPermissionsEdit,
    /** `waiting`: more rights wait until another super administrator confirms them. */
    reply: z.safeExtend(staffPermissions, { waiting: z.array(z.enum(confirmationKinds)) }),
  },
} as const satisfies EndpointTable
