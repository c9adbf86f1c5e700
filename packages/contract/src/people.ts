import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { documentTypeId } from './fields/document-schemas.ts'
import { answeredPersonFields } from './fields/person-fields.ts'
import { roles } from './permissions/roles.ts'
import { moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

export type { Role } from './permissions/roles.ts'

export const accountStatus = { enabled: 1, disabled: 2, pending: 3 } as const

export const patient = z.object({
  id: id(),
  document_type_id: documentTypeId(),
  document_number: z.string(),
  /** The country that issued the passport (ISO 3166-1, two letters); null for a RUN, or if it is not known. */
  document_country: z.optional(z.nullable(z.string())),
  ...answeredPersonFields,
  /** Whether the civil registry or the identity provider gave the names. The person cannot change proven names. */
  names_proven: z.optional(z.boolean()),
  email_pending: z.optional(z.nullable(z.string())),
  image_store_id: z.nullable(z.int()),
  image_store_passport: z.nullable(z.int()),
  image_store_passport_patient: z.nullable(z.int()),
  status_passport: z.boolean(),
  date_creation: moment(),
  status: z.int(),
  rol: z.enum(roles),
  /** Only of staff: the permission set that was chosen for an administrator; null without a choice. */
  permission_set: z.optional(z.nullable(z.string())),
  is_a_minor: z.boolean(),
  temporary_key_status: z.boolean(),
})
export type Patient = z.output<typeof patient>

export const peopleEndpoints = endpoints({ access: 'signedIn' })({
  self: {
    route: 'GET /patients',
    summary: 'Returns the caller’s own data',
    patient: { of: 'self', staffToo: true },
    action: 'people.read',
    reply: z.object({ data: patient }),
  },
  one: {
    route: 'GET /patients/{id}',
    permission: 'users.read',
    opens: 'id',
    summary: 'Returns the data of the caller or of a minor in their care; staff get the data of any patient',
    params: z.object({ id: idParam('ID de usuario inválido') }),
    patient: { of: 'param', name: 'id', matter: 'whole', staffToo: true },
    action: 'people.read',
    reply: z.object({ data: patient }),
  },
})
