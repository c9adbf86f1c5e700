import { staffPermissionEndpoints } from '@mi-portal/contract/staff-permissions'
import { userEndpoints } from '@mi-portal/contract/users'
import type { FastifyInstance } from 'fastify'
import { mount } from '../../platform/http/mount.ts'
import type { PatientRecordsService } from './patient-records.service.ts'
import type { StaffPermissionsService } from './permissions/staff-permissions.service.ts'
import type { AccountOpeningsService } from './two-people/account-openings.service.ts'
import type { DeathReportsService } from './two-people/death-reports.service.ts'
import type { UserChangesService } from './user-changes.service.ts'
import type { UsersService } from './users.service.ts'

export function mountUsersRoutes(
  app: FastifyInstance,
  users: UsersService,
  changes: UserChangesService,
  openings: AccountOpeningsService,
  records: PatientRecordsService,
  deathReports: DeathReportsService,
  permissions: StaffPermissionsService,
) {
  mount(app, staffPermissionEndpoints, {
    one: ({ params }) => permissions.read(params.id),
    edit: ({ actor, params, body, origin }) => permissions.edit(actor, params.id, body, origin),
  })
  mount(app, userEndpoints, {
    list: ({ actor, body, origin }) => users.list(actor, body, origin),
    one: async ({ actor, params, origin }) => ({ data: await users.one(actor, params.id, origin) }),
    createAdministrator: async ({ actor, form, pictures, origin }) => {
      const { id, waits } = await changes.createAdministrator(actor, form, pictures, origin)
      return { patient: await users.presentOne(id), waiting: waits ? ['staff-access' as const] : [] }
    },
    createPatient: async ({ actor, form, pictures, origin }) => {
      const { id, isOpened } = await openings.create(actor, form, pictures, origin)
      return { patient: await users.presentOne(id), waiting: isOpened ? [] : ['account-opening' as const] }
    },
    createRecord: async ({ actor, body, origin }) => ({
      patient: await users.presentOne(await records.create(actor, body, origin)),
    }),
    edit: async ({ actor, form, pictures, origin }) => {
      const waiting = await changes.edit(actor, form, pictures, origin)
      return { patient: await users.presentOne(form.id), waiting }
    },
    disable: async ({ actor, params, origin }) => {
      if (!(await users.denyIfWaiting(actor, params.id, origin)))
        await changes.disable(actor, params.id, origin)
      return {}
    },
    reportDeath: async ({ actor, params, body, origin }) => {
      await deathReports.request(actor, params.id, body, origin)
      return { waiting: ['death' as const] }
    },
    confirm: ({ actor, params, body, origin }) => users.confirm(actor, params.id, body, origin),
    confirmInPerson: ({ actor, params, body, origin }) =>
      users.confirmInPerson(actor, params.id, body, origin),
    deny: ({ actor, params, body, origin }) =>
      users.deny(actor, params.id, body.reasons ?? [], body.reason ?? '', origin),
  })
}
