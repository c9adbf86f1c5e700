import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { atMost } from '../fields/text.ts'
import { isNetwork } from '../networks.ts'
import { day, moment } from '../values/date-schemas.ts'
import { id, idParam } from '../values/ids.ts'

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

export const fhirEndpoints = endpoints({ access: 'patient', raw: true, fhir: true })({
  metadata: {
    route: 'GET /fhir/R4/metadata',
    access: 'public',
    summary: 'Returns the CapabilityStatement of the FHIR interface',
  },
  transaction: {
    route: 'POST /fhir/R4',
    access: 'service',
    summary:
      'Imports a transaction Bundle from a service account, entirely or not at all; repeating it changes nothing',
  },
  search: {
    route: 'GET /fhir/R4/{type}',
    stepUp: true,
    summary: 'Lists the caller’s own FHIR resources of one type',
    params: z.object({ type }),
    patient: { of: 'self' },
    action: 'fhir.search',
  },
  searchByForm: {
    route: 'POST /fhir/R4/{type}/_search',
    stepUp: true,
    summary: 'Lists the caller’s own FHIR resources of one type, with the search parameters in a form',
    params: z.object({ type }),
    urlForm: true,
    patient: { of: 'self' },
    action: 'fhir.search',
  },
  read: {
    route: 'GET /fhir/R4/{type}/{id}',
    stepUp: true,
    summary: 'Returns one of the caller’s own FHIR resources',
    params: z.object({ type, id: logicalId }),
    patient: { of: 'self' },
    action: 'fhir.read',
  },
})

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
  created_by: z.string(),
  last_used_at: z.nullable(moment()),
  revoked_at: z.nullable(moment()),
  /** When the secret expires; null: never. */
  expires_at: z.nullable(moment()),
  identifier_systems: z.array(z.string()),
  networks: z.array(z.string()),
})
export type ServiceAccount = z.output<typeof serviceAccount>

export const serviceAccountEndpoints = endpoints({ access: 'staff', permission: 'integrations.manage' })({
  list: {
    route: 'GET /service/accounts',
    summary: 'Lists the service accounts, newest first, including revoked ones',
    reply: z.object({ accounts: z.array(serviceAccount) }),
  },
  create: {
    route: 'POST /service/accounts',
    summary: 'Creates a service account for another system and returns its secret, once',
    body: serviceAccountDraft,
    reply: z.object({ account: serviceAccount, secret: z.string() }),
  },
  revoke: {
    route: 'DELETE /service/accounts/{id}',
    summary: 'Revokes a service account with immediate effect',
    params: z.object({ id: idParam() }),
    reply: z.object({}),
  },
})
