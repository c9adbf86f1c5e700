/** The portal's own FHIR R4 face: what a patient reads of their record, what a service account hands over, and such accounts. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { moment } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

/** What a service account may write, as SMART names it. */
export const serviceScopes = [
  'system/Patient.write',
  'system/Appointment.write',
  'system/DiagnosticReport.write',
  'system/Observation.write',
  'system/DocumentReference.write',
] as const
export type ServiceScope = (typeof serviceScopes)[number]

const type = z.string().check(z.regex(/^[A-Za-z]{1,64}$/, 'Tipo de recurso inválido'))
const logicalId = z.string().check(z.regex(/^[A-Za-z0-9\-.]{1,64}$/, 'Identificador inválido'))

export const fhirEndpoints = {
  metadata: {
    method: 'GET',
    path: '/fhir/R4/metadata',
    access: 'public',
    summary: 'What the FHIR interface supports, as a CapabilityStatement',
    raw: true,
    fhir: true,
    reply: z.unknown(),
  },
  transaction: {
    method: 'POST',
    path: '/fhir/R4',
    access: 'service',
    summary:
      'Takes a transaction Bundle from a service account: all of it or nothing, the same again changes nothing',
    raw: true,
    fhir: true,
    reply: z.unknown(),
  },
  search: {
    method: 'GET',
    path: '/fhir/R4/{type}',
    access: 'patient',
    summary: 'The caller’s own resources of one kind',
    params: z.object({ type }),
    patient: { of: 'self' },
    action: 'fhir.search',
    raw: true,
    fhir: true,
    reply: z.unknown(),
  },
  read: {
    method: 'GET',
    path: '/fhir/R4/{type}/{id}',
    access: 'patient',
    summary: 'One of the caller’s own resources',
    params: z.object({ type, id: logicalId }),
    patient: { of: 'self' },
    action: 'fhir.read',
    raw: true,
    fhir: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable

export const serviceAccountDraft = z.object({
  name: z
    .string('Digita Nombre')
    .check(z.trim(), z.minLength(3, 'Digita Nombre'), z.maxLength(80, 'Máximo 80 caracteres')),
  scopes: z
    .array(z.enum(serviceScopes, 'Permiso inválido'), 'Selecciona al menos un permiso')
    .check(
      z.minLength(1, 'Selecciona al menos un permiso'),
      z.maxLength(serviceScopes.length, 'Permiso inválido'),
    ),
})

const serviceAccount = z.object({
  id: id(),
  name: z.string(),
  scopes: z.array(z.enum(serviceScopes)),
  created_at: moment(),
  /** The name of whoever opened it. */
  created_by: z.string(),
  last_used_at: z.nullable(moment()),
  revoked_at: z.nullable(moment()),
})
export type ServiceAccount = z.output<typeof serviceAccount>

export const serviceAccountEndpoints = {
  list: {
    method: 'GET',
    path: '/service/accounts',
    access: 'superAdmin',
    summary: 'Accounts of other systems, newest first, revoked ones included',
    reply: z.object({ accounts: z.array(serviceAccount) }),
  },
  create: {
    method: 'POST',
    path: '/service/accounts',
    access: 'superAdmin',
    summary: 'Opens an account for another system; its secret is told this once',
    body: serviceAccountDraft,
    reply: z.object({ account: serviceAccount, secret: z.string() }),
  },
  revoke: {
    method: 'DELETE',
    path: '/service/accounts/{id}',
    access: 'superAdmin',
    summary: 'Ends such an account at once',
    params: z.object({ id: idParam() }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable
