/** Data exports: a copy of all data that the portal stores about a patient, to read or for other systems. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { moment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

/** `pdf` is for reading; `fhir` is a FHIR R4 bundle. */
const copyKinds = ['pdf', 'fhir'] as const
export type CopyKind = (typeof copyKinds)[number]

const copy = z.object({
  id: id(),
  patient_id: id(),
  patient_full_name: z.string(),
  is_own: z.boolean(),
  /** `over`: every file was downloaded, or the export expired. */
  state: z.enum(['waiting', 'ready', 'failed', 'over']),
  created_at: moment(),
  expires_at: z.nullable(moment()),
  /** The files that can still be downloaded, once each. */
  files: z.array(z.enum(copyKinds)),
})
export type Copy = z.output<typeof copy>

export const exportEndpoints = endpoints({ access: 'patient' })({
  request: {
    route: 'POST /exports/{patientId}',
    stepUp: true,
    summary:
      'Requests an export of all data that the portal stores about the caller or a minor in their care',
    params: z.object({ patientId: idParam() }),
    patient: { of: 'param', name: 'patientId', matter: 'whole' },
    action: 'exports.ask',
    reply: z.object({ export: copy }),
  },
  list: {
    route: 'GET /exports',
    summary: 'Lists the caller’s recent data exports, newest first',
    reply: z.object({ exports: z.array(copy) }),
  },
  file: {
    route: 'GET /exports/{id}/{kind}',
    stepUp: true,
    summary: 'Returns one of the two files of a data export, once, to the account that requested it',
    params: z.object({ id: idParam(), kind: z.enum(copyKinds, 'Archivo inválido') }),
    changesState: true,
    mayBeOver: true,
    raw: true,
  },
})
