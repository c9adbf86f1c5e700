/** Quotes (`budget` on the wire) that a patient requests from the clinic. */
import * as z from 'zod/mini'
import { endpoints } from '../calls/endpoint.ts'
import { pageQuery, pageReply } from '../calls/paging.ts'
import { checkForm, textLike } from '../fields/text.ts'
import { day, moment } from '../values/date-schemas.ts'
import type { Day } from '../values/dates.ts'
import { id, idParam } from '../values/ids.ts'
import { attachedFile, optionalText, requestPageSize, requestState } from './service-requests.ts'
import { threadFields } from './threads.ts'

const named = z.object({ id: id(), nombre: z.string() })

const quote = z.object({
  ID: id(),
  tipo_intervencion: z.object({ id: id(), nombre: z.string() }),
  prevision: z.nullable(z.string()),
  medico_tratante: z.string(),
  fecha_recepcion: moment(),
  due_at: moment(),
  fecha_estimada: day(),
  h_pabellon: z.nullable(z.int()),
  comentarios: z.string(),
  estado: requestState,
  comentario_ejecutivo: z.nullable(z.string()),
  autoriza_contacto: z.boolean(),
  orden_files: z.array(attachedFile),
  documentos_files: z.array(attachedFile),
  ...threadFields,
})

/** The additional fields of each type of intervention: 2 aesthetic surgery, 3 surgery, 4 exams and procedures. */
const needs: Readonly<Record<string, { hours: boolean; forecast: boolean; order: boolean }>> = {
  1: { hours: false, forecast: true, order: false },
  2: { hours: true, forecast: false, order: false },
  3: { hours: true, forecast: true, order: false },
  4: { hours: false, forecast: true, order: true },
}

/** Returns the fields that a type of intervention requires. Without a type, only the insurer is asked. */
export function interventionNeeds(id_intervencion: string | number) {
  return needs[id_intervencion] ?? { hours: false, forecast: true, order: false }
}

export function findAdmissionError(admission: Day, today: Day): string | undefined {
  return admission < today ? 'La fecha estimada de ingreso no puede ser anterior a hoy' : undefined
}

export const orderMissing = 'Selecciona Orden médica'

const intervention = 'Selecciona Tipo de intervención'
const forecast = 'Selecciona Previsión'
const hours = 'Digita Horas de pabellón'
const digits = /^\d{0,2}$/

const quoteFields = {
  id_intervencion: textLike(/^[1-4]$/, 1, intervention),
  c_prevision: z._default(textLike(/^([1-9]\d{0,8})?$/, 9, forecast), ''),
  medico_tratante: optionalText(120, 'El nombre puede tener hasta 120 caracteres'),
  fecha_estimada: day('Selecciona Fecha estimada de ingreso'),
  /** Hours in the operating room. */
  h_pabellon: z._default(textLike(digits, 2, hours), ''),
  comentarios: optionalText(2000, 'El comentario puede tener hasta 2.000 caracteres'),
  autoriza_contacto: z._default(z.enum(['Si', 'No'], 'Indica si autorizas el contacto'), 'Si'),
  patient_id: z.optional(idParam()),
}

type Needy = { id_intervencion?: unknown; c_prevision?: unknown; h_pabellon?: unknown }

const isGiven = (value: unknown) => typeof value === 'string' && value !== ''

export const quoteForm = z.object(quoteFields).check(
  checkForm<Needy>(({ id_intervencion, c_prevision, h_pabellon }) => {
    const asked = interventionNeeds(String(id_intervencion))
    const errors: [string, string][] = []
    if (asked.forecast && !isGiven(c_prevision)) errors.push(['c_prevision', forecast])
    if (asked.hours && !(isGiven(h_pabellon) && Number(h_pabellon) > 0)) errors.push(['h_pabellon', hours])
    return errors
  }, true),
)

const query = pageQuery(requestPageSize)
const ofPatient = z.object({ patient_id: idParam() })
const pages = z.object({ budgets: z.array(quote), ...pageReply })

export const quoteEndpoints = endpoints({ access: 'patient' })({
  interventions: {
    route: 'GET /budgets/requests/types/interventions',
    access: 'signedIn',
    summary: 'Lists the types of intervention for which a quote can be requested',
    reply: z.object({ interventions: z.array(named) }),
  },
  forecasts: {
    route: 'GET /budgets/requests/forecasts',
    access: 'signedIn',
    summary: 'Lists the health insurers of the quote form',
    reply: z.object({ forecasts: z.array(named) }),
  },
  physicians: {
    route: 'GET /budgets/requests/treatings/physicians',
    access: 'signedIn',
    summary: 'Lists names of professionals as suggestions for the treating physician',
    reply: z.object({ physicians: z.array(named) }),
  },
  request: {
    route: 'POST /budgets/requests',
    summary: 'Requests a quote for the caller or for the minor in their care named by `patient_id`',
    form: quoteForm,
    files: true,
    reply: z.object({ budgetRequestId: id() }),
  },
  requestFor: {
    route: 'POST /budgets/requests/{patient_id}',
    summary: 'Requests a quote for the caller or a minor in their care',
    params: ofPatient,
    form: quoteForm,
    files: true,
    patient: { of: 'param', name: 'patient_id', matter: 'requests' },
    action: 'budgets.request',
    reply: z.object({ budgetRequestId: id() }),
  },
  list: {
    route: 'GET /budgets/requests/pages',
    summary: 'Lists the quotes requested for the caller with their answers, newest first',
    query,
    patient: { of: 'self' },
    action: 'budgets.list',
    reply: pages,
  },
  listOf: {
    route: 'GET /budgets/requests/pages/{patient_id}',
    summary: 'Lists the quotes requested for a group member',
    params: ofPatient,
    query,
    patient: { of: 'param', name: 'patient_id', matter: 'requests' },
    action: 'budgets.list',
    reply: pages,
  },
})
