import { staffPermissionEndpoints } from '@mi-portal/contract/permissions/staff-permissions'
import { userEndpoints } from '@mi-portal/contract/users'
import { defineCases, nothingThere, staffOnly, superAdminOnly } from '../../../test/authorization/cases.ts'
import { noForm, withId } from '../../../test/authorization/sent.ts'

export const usersCases = [
  ...defineCases('staff-permissions', staffPermissionEndpoints, {
    one: superAdminOnly({ sent: withId, ok: 404 }),
    edit: superAdminOnly({ ...nothingThere, ok: 400 }),
  }),

  ...defineCases('users', userEndpoints, {
    list: staffOnly({
      sent: ({ document }) => ({ body: { filter: document } }),
      shows: ['name', 'document'],
    }),
    one: staffOnly({ sent: withId }),
    createAdministrator: superAdminOnly({ ...noForm, ok: 400 }),
    createPatient: staffOnly({ ...noForm, ok: 400 }),
    createRecord: staffOnly({ body: {}, ok: 400 }),
    edit: staffOnly({ ...noForm, ok: 400 }),
    disable: staffOnly({ sent: withId }),
    // The person lives: there is no death to correct.
    reportDeath: staffOnly({ sent: (them) => ({ ...withId(them), body: { deceased: false } }), ok: 409 }),
    confirm: staffOnly({ sent: ({ awaiting }) => ({ params: { id: awaiting }, body: {} }) }),
    // The account that waits has no application with a code.
    confirmInPerson: staffOnly({
      sent: ({ awaiting }) => ({
        params: { id: awaiting },
        body: { code: '000000', reason: 'Vino con su cédula', document_checked: true },
      }),
      ok: 400,
    }),
    deny: staffOnly({ sent: ({ awaiting }) => ({ params: { id: awaiting }, body: {} }) }),
  }),
]
