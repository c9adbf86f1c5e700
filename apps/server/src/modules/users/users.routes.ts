import { staffPermissionEndpoints } from '@mi-portal/contract/staff-permissions'
import { userEndpoints } from '@mi-portal/contract/users'
import { routes } from '../../platform/context/operation.ts'
import {
  changeUser,
  confirmUser,
  confirmUserInPerson,
  createAdministrator,
  createPatient,
  createRecord,
  denyUser,
  disableUserOrDeny,
} from './decide-users.ts'
import { editPermissions, readPermissions } from './permissions/edit-permissions.ts'
import { getUser, listUsers } from './read-users.ts'
import { reportDeath } from './two-people/report-deaths.ts'

export const staffPermissionRoutes = routes(staffPermissionEndpoints, {
  one: readPermissions,
  edit: editPermissions,
})

export const userRoutes = routes(userEndpoints, {
  list: listUsers,
  one: getUser,
  createAdministrator,
  createPatient,
  createRecord,
  edit: changeUser,
  disable: disableUserOrDeny,
  reportDeath,
  confirm: confirmUser,
  confirmInPerson: confirmUserInPerson,
  deny: denyUser,
})
