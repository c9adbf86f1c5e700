import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { confirmationKinds } from '../confirmations.ts'
import { atMost } from '../fields/text.ts'
import { moment, sentMoment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'
import { permissionSets } from './permissions.ts'

const params = z.object({ id: idParam('ID de usuario inválido') })
const permissionSet = z.enum(permissionSets, 'Selecciona Permisos')

const staffPermissions = z.object({
  permission_set: permissionSet,
  /** The ids of the sites to which the member of staff is limited; null: every site. */
  sites: z.nullable(z.array(id())),
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
  updated_at: sentMoment('Fecha de actualización inválida'),
})
export type StaffPermissionsEdit = z.output<typeof staffPermissionsEdit>

export const staffPermissionEndpoints = endpoints({ access: 'staff', permission: 'staff.manage' })({
  one: {
    route: 'GET /admin/users/{id}/permissions',
    summary: 'Returns the permissions and the sites of a member of staff; 404 for a patient',
    params,
    reply: staffPermissions,
  },
  edit: {
    route: 'PUT /admin/users/{id}/permissions',
    summary:
      'Changes the permissions and the sites of a member of staff; 409 if the account was changed since `updated_at`',
    params,
    body: staffPermissionsEdit,
    /** `waiting`: more rights wait until another super administrator confirms them. */
    reply: z.safeExtend(staffPermissions, { waiting: z.array(z.enum(confirmationKinds)) }),
  },
})
