import { staffPermissionEndpoints } from '@mi-portal/contract/permissions/staff-permissions'
import { userEndpoints } from '@mi-portal/contract/users'
import { routes } from '../../platform/context/operation.ts'
import { createAdministrator } from './add-administrators.ts'
import { changeUser } from './change-users.ts'
import { createRecord } from './create-records.ts'
import { confirmUser, confirmUserInPerson, denyUser, disableUserOrDeny } from './decide-users.ts'
import { editPermissions, readPermissions } from './permissions/edit-permissions.ts'
import { getUser, listUsers } from './read-users.ts'
import { createPatient } from './two-people/open-accounts.ts'
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
