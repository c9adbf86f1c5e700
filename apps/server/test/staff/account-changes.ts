/** Changes of accounts by staff: the form, the members of staff who send it, and what they cause. */
import type { Call } from '@mi-portal/contract/calls/client'
import { personFieldNames, toPersonValues } from '@mi-portal/contract/fields/person-fields'
import { type User, userEndpoints } from '@mi-portal/contract/users'
import { buildRun, type PersonOverrides } from '../build.ts'
import { type PortalOptions, startPortal } from '../portal.ts'
import { choices, toForm } from '../registration.ts'
import { openSecondPerson } from './second-person.ts'

export type FormFields = Record<string, string | number | undefined>

/** Starts a portal with an administrator, a super administrator, and a second person who confirms. */
export async function startAccountChanges(
  secondRole: 'ADMIN_ROLE' | 'SUPER_ADMIN_ROLE' = 'ADMIN_ROLE',
  options: PortalOptions = {},
) {
  const portal = await startPortal(options)
  const { db } = portal
  const admin = await portal.person({ rol: 'ADMIN_ROLE', first_name: 'Primera', last_name: 'Soto' })
  const boss = await portal.person({ rol: 'SUPER_ADMIN_ROLE' })
  const [staff, superAdmin] = [await portal.as(admin), await portal.as(boss)]
  const second = await openSecondPerson(portal, secondRole)
  const place = await choices(db)
  const { region_id: _region, city_id: _city, ...known } = place
  /** Inserts a person of whom every field of the form is known. */
  const person = (overrides: PersonOverrides = {}) =>
    portal.person({ ...known, address: 'Los Aromos 123', phone: '912345678', ...overrides })
  const fields = (own: FormFields = {}): FormFields => ({
    document_type_id: 1,
    document_number: buildRun(),
    first_name: 'Gabriela Inés',
    last_name: 'Lillo',
    second_name: 'Parra',
    date_birth: '1990-02-03',
    ...place,
    email: 'gabriela@ejemplo.cl',
    address: 'Los Aromos 123',
    phone: '912345678',
    ...own,
  })
  /** Returns an edit that changes only the named fields. */
  const editOf = (user: User, own: FormFields = {}) => {
    const { id, document_type_id, document_number, person_role_id, updated_at } = user
    const values = toPersonValues({ ...user, email: user.email ?? 'nueva@ejemplo.cl' })
    const stored = Object.fromEntries(
      personFieldNames.flatMap((field) => (values[field] ? [[field, values[field]]] : [])),
    )
    return toForm(
      fields({
        second_name: '',
        ...stored,
        id,
        document_type_id,
        document_number,
        person_role_id,
        updated_at,
        ...own,
      }),
    )
  }
  const seen = async (id: number) => (await superAdmin(userEndpoints.one, { params: { id } })).data
  const editAs = async (call: Call, id: number, own: FormFields) =>
    call(userEndpoints.edit, { form: editOf(await seen(id), own) })
  const mails = () => db.listMails()
  const auditLog = (action: string) => db.listAuditEvents(action)
  return {
    ...{
      ...portal,
      person,
      place,
      admin,
      boss,
      staff,
      superAdmin,
      second,
      fields,
      editOf,
      seen,
      editAs,
      mails,
      auditLog,
    },
  }
}
