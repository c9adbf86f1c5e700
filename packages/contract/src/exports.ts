/** A copy of everything the portal holds of a person: to read, and for other systems. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { moment } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

/** `pdf` to read; `fhir` a bundle of FHIR R4. */
const copyKinds = ['pdf', 'fhir'] as const
export type CopyKind = (typeof copyKinds)[number]

const copy = z.object({
  id: id(),
  patient_id: id(),
  patient_full_name: z.string(),
  /** The caller is the patient. */
  is_own: z.boolean(),
  /** `over`: taken whole, or its time ran out. */
  state: z.enum(['waiting', 'ready', 'failed', 'over']),
  created_at: moment(),
  /** Until when it can be taken; null while it is made. */
  expires_at: z.nullable(moment()),
  /** What can still be taken, each once. */
  files: z.array(z.enum(copyKinds)),
})
export type Copy = z.output<typeof copy>

export const exportEndpoints = {
  ask: {
    method: 'POST',
    path: '/exports/{patientId}',
    access: 'patient',
    summary: 'Has a copy made of everything the portal holds of the caller or of a minor in their care',
    params: z.object({ patientId: idParam() }),
    patient: { of: 'param', name: 'patientId' },
    action: 'exports.ask',
    reply: z.object({ export: copy }),
  },
  list: {
    method: 'GET',
    path: '/exports',
    access: 'patient',
    summary: 'The copies the caller asked for lately, newest first',
    reply: z.object({ exports: z.array(copy) }),
  },
  file: {
    method: 'GET',
    path: '/exports/{id}/{kind}',
    access: 'patient',
    summary: 'One of a copy’s two files, once, to who asked for it',
    params: z.object({ id: idParam(), kind: z.enum(copyKinds, 'Archivo inválido') }),
    changesState: true,
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
