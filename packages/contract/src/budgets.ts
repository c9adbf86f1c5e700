/** Budgets that a patient asks the clinic for. */
import * as z from 'zod/mini'
import { attachedFile, optionalText, requestPageSize, requestState } from './desk-requests.ts'
import type { EndpointTable } from './endpoint.ts'
import { pageQuery, pageReply } from './paging.ts'
import { day, moment } from './values/dates.ts'
import { id, idParam } from './values/ids.ts'

const named = z.object({ id: id(), nombre: z.string() })

const budget = z.object({
  ID: id(),
  tipo_intervencion: z.object({ id: id(), nombre: z.string() }),
  medico_tratante: z.string(),
  fecha_recepcion: moment(),
  fecha_estimada: day(),
  h_pabellon: z.nullable(z.int()),
  comentarios: z.string(),
  estado: requestState,
  comentario_ejecutivo: z.nullable(z.string()),
  documentos_files: z.array(attachedFile),
})

/** What each type of intervention has to say besides: 2 aesthetic surgery, 3 surgery, 4 exams and procedures. */
const needs: Readonly<Record<string, { hours: boolean; forecast: boolean; order: boolean }>> = {
  1: { hours: false, forecast: true, order: false },
  2: { hours: true, forecast: false, order: false },
  3: { hours: true, forecast: true, order: false },
  4: { hours: false, forecast: true, order: true },
}

/** Of a type that is not chosen yet nothing but the insurer is asked. */
export function interventionNeeds(id_intervencion: string | number) {
  return needs[id_intervencion] ?? { hours: false, forecast: true, order: false }
}

export const orderMissing = 'Selecciona Orden médica'

const intervention = 'Selecciona Tipo de intervención'
const forecast = 'Selecciona Previsión'
const hours = 'Digita Horas de pabellón'
const digits = /^\d{0,2}$/

const budgetFields = {
  id_intervencion: z.string(intervention).check(z.regex(/^[1-4]$/, intervention)),
  c_prevision: z._default(z.string(forecast).check(z.regex(/^([1-9]\d{0,8})?$/, forecast)), ''),
  medico_tratante: optionalText(120, 'El nombre puede tener hasta 120 caracteres'),
  fecha_estimada: day('Selecciona Fecha estimada de ingreso'),
  /** Of the operating room. */
  h_pabellon: z._default(z.string(hours).check(z.regex(digits, hours)), ''),
  comentarios: optionalText(2000, 'El comentario puede tener hasta 2.000 caracteres'),
  /** Whether the person may be called about this request. */
  autoriza_contacto: z._default(z.enum(['Si', 'No'], 'Indica si autorizas el contacto'), 'Si'),
  /** For whom, where the address does not say it. */
  patient_id: z.optional(idParam()),
}

type Needy = { id_intervencion?: unknown; c_prevision?: unknown; h_pabellon?: unknown }

const isGiven = (value: unknown) => typeof value === 'string' && value !== ''

/** The text fields of a budget request; the medical order travels beside them as a file. */
export const budgetForm = z.object(budgetFields).check(
  z.check<Needy>(
    ({ value, issues }) => {
      const asked = interventionNeeds(String(value.id_intervencion))
      const miss = (message: string, field: string) =>
        issues.push({ code: 'custom', message, path: [field], input: value })
      if (asked.forecast && isGiven(value.id_intervencion) && !isGiven(value.c_prevision))
        miss(forecast, 'c_prevision')
      if (asked.hours && !(isGiven(value.h_pabellon) && Number(value.h_pabellon) > 0))
        miss(hours, 'h_pabellon')
    },
    { when: () => true },
  ),
)

const query = pageQuery(requestPageSize)
const ofPatient = z.object({ patient_id: idParam() })
const pages = z.object({ budgets: z.array(budget), ...pageReply })

export const budgetEndpoints = {
  interventions: {
    method: 'GET',
    path: '/budgets/requests/types/interventions',
    access: 'signedIn',
    summary: 'Types of intervention a budget can be asked for',
    reply: z.object({ interventions: z.array(named) }),
  },
  forecasts: {
    method: 'GET',
    path: '/budgets/requests/forecasts',
    access: 'signedIn',
    summary: 'Health insurers that the form offers',
    reply: z.object({ forecasts: z.array(named) }),
  },
  physicians: {
    method: 'GET',
    path: '/budgets/requests/treatings/physicians',
    access: 'signedIn',
    summary: 'Names that help typing the treating physician’s',
    reply: z.object({ physicians: z.array(named) }),
  },
  ask: {
    method: 'POST',
    path: '/budgets/requests',
    access: 'patient',
    summary: 'Asks for a budget, for the caller or the minor in their care that `patient_id` names',
    form: budgetForm,
    files: true,
    reply: z.object({ budgetRequestId: id() }),
  },
  askFor: {
    method: 'POST',
    path: '/budgets/requests/{patient_id}',
    access: 'patient',
    summary: 'Asks for a budget for the caller or a minor in their care',
    params: ofPatient,
    form: budgetForm,
    files: true,
    patient: { of: 'param', name: 'patient_id' },
    action: 'budgets.request',
    reply: z.object({ budgetRequestId: id() }),
  },
  list: {
    method: 'GET',
    path: '/budgets/requests/pages',
    access: 'patient',
    summary: 'Budgets asked for the caller, newest first, with their answers',
    query,
    patient: { of: 'self' },
    action: 'budgets.list',
    reply: pages,
  },
  listOf: {
    method: 'GET',
    path: '/budgets/requests/pages/{patient_id}',
    access: 'patient',
    summary: 'Budgets asked for a member',
    params: ofPatient,
    query,
    patient: { of: 'param', name: 'patient_id' },
    action: 'budgets.list',
    reply: pages,
  },
} as const satisfies EndpointTable
