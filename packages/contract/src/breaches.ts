/** The register of data breaches (Ley 19.628, art. 14 sexies): what happened, the people affected, and the letters to them. */
import * as z from 'zod/mini'
import { endpoints } from './calls/endpoint.ts'
import { orderBy, pageBody, pageReply } from './calls/paging.ts'
import { atMost, requiredText } from './fields/text.ts'
import { moment, sentMoment } from './values/date-schemas.ts'
import { id, idParam } from './values/ids.ts'

function words(missing: string, most: number) {
  const long = `Máximo ${most.toLocaleString('es-CL')} caracteres`
  return requiredText(missing, most, long)
}

const describedFields = {
  nature: z.string(),
  effects: z.string(),
  data_categories: z.string(),
  people_categories: z.string(),
  measures: z.string(),
  known_at: moment(),
  agency_told_at: z.nullable(moment()),
}

const legalFields = {
  nature: words('Digita Qué ocurrió', 2000),
  effects: words('Digita Posibles efectos', 2000),
  data_categories: words('Digita Tipos de datos', 1000),
  people_categories: words('Digita Personas afectadas', 1000),
  measures: words('Digita Medidas adoptadas', 2000),
  known_at: sentMoment('Selecciona Fecha en que se conoció'),
  agency_told_at: z._default(z.nullable(sentMoment('Fecha de aviso inválida')), null),
}

/** How the affected people are found: by a staff account, an IP address, a period, or several of these. */
const scope = {
  actor_document: z._default(z.nullable(z.string().check(z.trim(), atMost(20, 'Documento inválido'))), null),
  ip: z._default(
    z.nullable(
      z
        .string()
        .check(
          z.trim(),
          atMost(45, 'Digita Dirección IP válida'),
          z.regex(/^[0-9a-f:.]{2,45}$/i, 'Digita Dirección IP válida'),
        ),
    ),
    null,
  ),
  seen_from: z._default(z.nullable(sentMoment('Inicio inválido')), null),
  seen_before: z._default(z.nullable(sentMoment('Término inválido')), null),
}

const breach = z.object({
  id: id(),
  ...describedFields,
  created_at: moment(),
  opened_by: z.string(),
  /** The staff account that was misused; null when another trace is followed. */
  actor: z.nullable(z.object({ id: z.int(), name: z.string() })),
  ip: z.nullable(z.string()),
  seen_from: z.nullable(moment()),
  seen_before: z.nullable(moment()),
  /** How many people the audit log names; fixed once the letters were sent. */
  people: z.int(),
  letters_at: z.nullable(moment()),
})
export type Breach = z.output<typeof breach>

const affected = z.object({
  person_id: z.int(),
  name: z.string(),
  document: z.string(),
  seen: z.array(z.object({ what: z.string(), times: z.int() })),
  first_at: moment(),
  last_at: moment(),
  /** Number of mailboxes that get the letter by e-mail; 0 means that the letter goes by post. */
  mails: z.int(),
})
export type Affected = z.output<typeof affected>

export const breachDraft = z.object({ ...legalFields, ...scope })

const params = z.object({ id: idParam() })

export const breachColumns = ['known_at', 'agency_told_at', 'letters_at'] as const

/** The columns by which the people of a breach are sorted. */
export const affectedColumns = ['name'] as const

export const breachEndpoints = endpoints({ access: 'staff', permission: 'privacy.manage' })({
  list: {
    route: 'POST /breaches/pages',
    summary: 'Lists the data breaches, newest first',
    body: z.safeExtend(pageBody(10), orderBy(breachColumns)),
    reply: z.object({ breaches: z.array(breach), ...pageReply }),
  },
  create: {
    route: 'POST /breaches',
    summary:
      'Adds a data breach; a staff account, an IP address or a period determines the affected patients',
    body: breachDraft,
    reply: z.object({ breach }),
  },
  one: {
    route: 'GET /breaches/{id}',
    summary: 'Returns a data breach',
    params,
    reply: z.object({ breach }),
  },
  edit: {
    route: 'PUT /breaches/{id}',
    summary: 'Changes the description of a breach; the affected patients stay the same',
    params,
    body: z.object(legalFields),
    reply: z.object({ breach }),
  },
  people: {
    route: 'POST /breaches/{id}/people',
    summary:
      'Lists the patients affected by a breach and which of their data was seen, according to the audit log',
    params,
    body: z.safeExtend(pageBody(20), orderBy(affectedColumns)),
    reply: z.object({ people: z.array(affected), ...pageReply }),
  },
  export: {
    route: 'POST /breaches/{id}/exports',
    summary: 'Returns the patients affected by a breach as a CSV file; cells cannot act as formulas',
    params,
    reply: z.object({ name: z.string(), csv: z.string(), rows: z.int() }),
  },
  send: {
    route: 'POST /breaches/{id}/letters',
    summary: 'Sends the letters about a breach by e-mail, once, and stores the recipients',
    params,
    reply: z.object({ mailed: z.int(), by_post: z.int() }),
  },
  letters: {
    route: 'GET /breaches/{id}/letters/file',
    summary: 'Returns the letters about a breach as one PDF, for patients without an e-mail address',
    params,
    raw: true,
  },
})
