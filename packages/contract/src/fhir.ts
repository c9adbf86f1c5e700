/**
 * The portal's FHIR R4 interface: what patients read of their record, what service accounts send, and the service
 * accounts.
 */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { isNetwork } from './networks.ts'
import { atMost } from './text.ts'
import { day, moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

/** What a service account may write, in SMART's notation. */
export const serviceScopes = [
  'system/Patient.write',
  'system/Appointment.write',
  'system/DiagnosticReport.write',
  'system/Observation.write',
  'system/DocumentReference.write',
  // Allows changes to resources that other accounts sent.
  'system/*.override',
] as const
export type ServiceScope = (typeof serviceScopes)[number]

const type = z
  .string()
  .check(atMost(64, 'Tipo de recurso inválido'), z.regex(/^[A-Za-z]{1,64}$/, 'Tipo de recurso inválido'))
const logicalId = z
  .string()
  .check(atMost(64, 'Identificador inválido'), z.regex(/^[A-Za-z0-9\-.]{1,64}$/, 'Identificador inválido'))

export const fhirEndpoints = {
  metadata: {
    method: 'GET',
    path: '/fhir/R4/metadata',
    access: 'public',
    summary: 'Returns the CapabilityStatement of the FHIR interface',
    raw: true,
    fhir: true,
    reply: z.unknown(),
  },
  transaction: {
    method: 'POST',
    path: '/fhir/R4',
    access: 'service',
    summary:
      'Imports a transaction Bundle from a service account, entirely or not at all; repeating it changes nothing',
    raw: true,
    fhir: true,
    reply: z.unknown(),
  },
  search: {
    method: 'GET',
    path: '/fhir/R4/{type}',
    access: 'patient',
    stepUp: true,
    summary: 'Lists the caller’s own FHIR resources of one type',
    params: z.object({ type }),
    patient: { of: 'self' },
    action: 'fhir.search',
    raw: true,
    fhir: true,
    reply: z.unknown(),
  },
  searchByForm: {
    method: 'POST',
    path: '/fhir/R4/{type}/_search',
    access: 'patient',
    stepUp: true,
    summary: 'Lists the caller’s own FHIR resources of one type, with the search parameters in a form',
    params: z.object({ type }),
    urlForm: true,
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
    stepUp: true,
    summary: 'Returns one of the caller’s own FHIR resources',
    params: z.object({ type, id: logicalId }),
    patient: { of: 'self' },
    action: 'fhir.read',
    raw: true,
    fhir: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable

const identifierSystem = z
  .string()
  .check(
    z.trim(),
    atMost(200, 'Máximo 200 caracteres'),
    z.regex(/^[a-z][a-z0-9+.-]{1,20}:[^\s|]+$/i, 'Digita un sistema como https://clinica.cl/pacientes'),
  )
const network = z
  .string()
  .check(
    z.trim(),
    atMost(49, 'Digita una red como 10.20.0.0/16'),
    z.refine(isNetwork, 'Digita una red como 10.20.0.0/16'),
  )

export const serviceAccountDraft = z.object({
  name: z
    .string('Digita Nombre')
    .check(z.trim(), z.minLength(3, 'Digita Nombre'), atMost(80, 'Máximo 80 caracteres')),
  scopes: z
    .array(z.enum(serviceScopes, 'Permiso inválido'), 'Selecciona al menos un permiso')
    .check(
      z.minLength(1, 'Selecciona al menos un permiso'),
      atMost(serviceScopes.length, 'Permiso inválido'),
    ),
  /** The last day on which the secret is valid, in Santiago; null: the secret does not expire. */
  expires_on: z.optional(z.nullable(day())),
  /** Identifier systems that the account may send; empty: any. */
  identifier_systems: z.optional(z.array(identifierSystem).check(atMost(20, 'Máximo 20 sistemas'))),
  /** Networks from which the secret is accepted; empty: any. */
  networks: z.optional(z.array(network).check(atMost(20, 'Máximo 20 redes'))),
})

const serviceAccount = z.object({
  id: id(),
  name: z.string(),
  scopes: z.array(z.enum(serviceScopes)),
  created_at: moment(),
  /** The name of the user that created the account. */
  created_by: z.string(),
  last_used_at: z.nullable(moment()),
  revoked_at: z.nullable(moment()),
  /** When the secret expires; null: never. */
  expires_at: z.nullable(moment()),
  identifier_systems: z.array(z.string()),
  networks: z.array(z.string()),
})
export type ServiceAccount = z.output<typeof serviceAccount>

export const serviceAccountEndpoints = {
  list: {
    method: 'GET',
    path: '/service/accounts',
    access: 'staff',
    permission: 'integrations.manage',
    summary: 'Lists the service accounts, newest first, including revoked ones',
    reply: z.object({ accounts: z.array(serviceAccount) }),
  },
  create: {
    method: 'POST',
    path: '/service/accounts',
    access: 'staff',
    permission: 'integrations.manage',
    summary: 'Creates a service account for another system and returns its secret, once',
    body: serviceAccountDraft,
    reply: z.object({ account: serviceAccount, secret: z.string() }),
  },
  revoke: {
    method: 'DELETE',
    path: '/service/accounts/{id}',
    access: 'staff',
    permission: 'integrations.manage',
    summary: 'Revokes a service account with immediate effect',
    params: z.object({ id: idParam() }),
    reply: z.object({}),
  },
} as const satisfies EndpointTable
