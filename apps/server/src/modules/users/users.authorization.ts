import { staffPermissionEndpoints } from '@mi-portal/contract/staff-permissions'
import { userEndpoints } from '@mi-portal/contract/users'
import { casesOf, nothingThere, staffOnly, superAdminOnly } from '../../../test/authorization/cases.ts'
import { idOf, noForm } from '../../../test/authorization/sent.ts'

export const usersCases = [
  ...casesOf('staff-permissions', staffPermissionEndpoints, {
    one: superAdminOnly({ sent: idOf, ok: 404 }),
    edit: superAdminOnly({ ...nothingThere, ok: 400 }),
  }),

  ...casesOf('users', userEndpoints, {
    list: staffOnly({
      sent: ({ document }) => ({ body: { filter: document } }),
      shows: ['name', 'document'],
    }),
    one: staffOnly({ sent: idOf }),
    createAdministrator: superAdminOnly({ ...noForm, ok: 400 }),
    createPatient: staffOnly({ ...noForm, ok: 400 }),
    createRecord: staffOnly({ body: {}, ok: 400 }),
    edit: staffOnly({ ...noForm, ok: 400 }),
    disable: staffOnly({ sent: idOf }),
    // The person lives: there is no death to correct.
    reportDeath: staffOnly({ sent: (them) => ({ ...idOf(them), body: { deceased: false } }), ok: 409 }),
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
