/** The register of breaches (Ley 19.628, art. 14 sexies): what happened, whom it concerns, and the letters to them. */
import * as z from 'zod/mini'
import type { EndpointTable } from './endpoint.ts'
import { pageBody, pageReply } from './paging.ts'
import { moment, sentMoment } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

function words(missing: string, most: number) {
  const long = `Máximo ${most.toLocaleString('es-CL')} caracteres`
  return z.string(missing).check(z.trim(), z.minLength(1, missing), z.maxLength(most, long))
}

const told = {
  nature: z.string(),
  effects: z.string(),
  data_categories: z.string(),
  people_categories: z.string(),
  measures: z.string(),
  known_at: moment(),
  agency_told_at: z.nullable(moment()),
}

/** What the law wants written down. */
const legalFields = {
  nature: words('Digita Qué ocurrió', 2000),
  effects: words('Digita Posibles efectos', 2000),
  data_categories: words('Digita Tipos de datos', 1000),
  people_categories: words('Digita Personas afectadas', 1000),
  measures: words('Digita Medidas adoptadas', 2000),
  known_at: sentMoment('Selecciona Fecha en que se conoció'),
  /** When the Agency was told; null while it was not. */
  agency_told_at: z._default(z.nullable(sentMoment('Fecha de aviso inválida')), null),
}

/** By what the people concerned are found: a staff account, an address, a stretch of time, or several of them. */
const scope = {
  actor_document: z._default(
    z.nullable(z.string().check(z.trim(), z.maxLength(20, 'Documento inválido'))),
    null,
  ),
  ip: z._default(
    z.nullable(z.string().check(z.trim(), z.regex(/^[0-9a-f:.]{2,45}$/i, 'Digita Dirección IP válida'))),
    null,
  ),
  seen_from: z._default(z.nullable(sentMoment('Inicio inválido')), null),
  seen_before: z._default(z.nullable(sentMoment('Término inválido')), null),
}

const breach = z.object({
  id: id(),
  ...told,
  created_at: moment(),
  opened_by: z.string(),
  /** Whose account it was; null where another trace is followed. */
  actor: z.nullable(z.object({ id: z.int(), name: z.string() })),
  ip: z.nullable(z.string()),
  seen_from: z.nullable(moment()),
  seen_before: z.nullable(moment()),
  /** How many people the trail names; fixed once the letters were sent. */
  people: z.int(),
  letters_at: z.nullable(moment()),
})
export type Breach = z.output<typeof breach>

const affected = z.object({
  person_id: z.int(),
  name: z.string(),
  document: z.string(),
  /** What of theirs was seen or changed, in words, each with how often. */
  seen: z.array(z.object({ what: z.string(), times: z.int() })),
  first_at: moment(),
  last_at: moment(),
  /** How the letter goes: by mail to so many mailboxes, or by post where there is none. */
  mails: z.int(),
})
export type Affected = z.output<typeof affected>

const params = z.object({ id: idParam() })

export const breachEndpoints = {
  list: {
    method: 'POST',
    path: '/breaches/pages',
    access: 'superAdmin',
    summary: 'The register of breaches, newest first',
    body: z.object(pageBody(10)),
    reply: z.object({ breaches: z.array(breach), ...pageReply }),
  },
  create: {
    method: 'POST',
    path: '/breaches',
    access: 'superAdmin',
    summary: 'Enters a breach; a staff account, an address or a stretch of time says whom it concerns',
    body: z.object({ ...legalFields, ...scope }),
    reply: z.object({ breach }),
  },
  one: {
    method: 'GET',
    path: '/breaches/{id}',
    access: 'superAdmin',
    summary: 'One breach of the register',
    params,
    reply: z.object({ breach }),
  },
  edit: {
    method: 'PUT',
    path: '/breaches/{id}',
    access: 'superAdmin',
    summary: 'Changes what is written of a breach; whom it concerns stays',
    params,
    body: z.object(legalFields),
    reply: z.object({ breach }),
  },
  people: {
    method: 'POST',
    path: '/breaches/{id}/people',
    access: 'superAdmin',
    summary: 'Whom a breach concerns and what of theirs was seen, by the audit trail',
    params,
    body: z.object(pageBody(20)),
    reply: z.object({ people: z.array(affected), ...pageReply }),
  },
  export: {
    method: 'POST',
    path: '/breaches/{id}/exports',
    access: 'superAdmin',
    summary: 'The same as a CSV file, formula cells neutralised',
    params,
    reply: z.object({ name: z.string(), csv: z.string(), rows: z.int() }),
  },
  send: {
    method: 'POST',
    path: '/breaches/{id}/letters',
    access: 'superAdmin',
    summary: 'Sends the letters by mail, once, and fixes whom they went to',
    params,
    reply: z.object({ mailed: z.int(), by_post: z.int() }),
  },
  letters: {
    method: 'GET',
    path: '/breaches/{id}/letters/file',
    access: 'superAdmin',
    summary: 'The letters as one PDF, for who has no mailbox',
    params,
    raw: true,
    reply: z.unknown(),
  },
} as const satisfies EndpointTable
