import { ApiError, type FieldError } from '@mi-portal/contract/calls/api-error'
import type { Received } from '@mi-portal/contract/calls/endpoint'
import {
  findAdmissionError,
  interventionNeeds,
  orderMissing,
  quoteEndpoints,
} from '@mi-portal/contract/service-requests/quotes'
import { toDay } from '@mi-portal/contract/values/dates'
import type { ActorContext, Context } from '../../../platform/context/context.ts'
import { operation } from '../../../platform/context/operation.ts'
import type { AuthorizedPatient } from '../../../platform/http/actor.ts'
import type { Attachment } from '../../../platform/http/forms/attachments.ts'
import { authorizeRequest, submitRequest } from '../submit-request.ts'
import { listForecasts } from './quotes.sql.ts'

type Form = Received<typeof quoteEndpoints.request>['form']

async function findQuoteErrors({ db, clock }: Context, form: Form, files: readonly Attachment[]) {
  const fieldErrors: FieldError[] = []
  const needs = interventionNeeds(form.id_intervencion)
  if (needs.forecast && !(await db.run(listForecasts, {})).some(({ id }) => String(id) === form.c_prevision))
    fieldErrors.push({ param: 'c_prevision', msg: 'Selecciona Previsión' })
  const admission = findAdmissionError(form.fecha_estimada, toDay(clock.now()))
  if (admission) fieldErrors.push({ param: 'fecha_estimada', msg: admission })
  if (needs.order && files.length === 0) fieldErrors.push({ param: 'file', msg: orderMissing })
  return fieldErrors
}

/** Stores a request. `authorized` is null if the form itself may name the patient. */
async function storeQuoteRequest(
  ctx: ActorContext,
  authorized: AuthorizedPatient<'requests'> | null,
  form: Form,
  files: readonly Attachment[],
) {
  const fieldErrors = await findQuoteErrors(ctx, form, files)
  if (fieldErrors.length > 0) throw new ApiError('invalid', { fieldErrors })
  const patient = authorized ?? (await authorizeRequest(ctx, 'budgets', form.patient_id))
  const needs = interventionNeeds(form.id_intervencion)
  const { medico_tratante, fecha_estimada, comentarios } = form
  const fields = {
    intervention_type_id: Number(form.id_intervencion),
    forecast_id: needs.forecast ? Number(form.c_prevision) : null,
    medico_tratante,
    fecha_estimada,
    h_pabellon: needs.hours ? Number(form.h_pabellon) : null,
    comentarios,
    autoriza_contacto: form.autoriza_contacto === 'Si',
  }
  const { id } = await submitRequest(ctx, { matter: 'budgets', patient, fields, files })
  return { budgetRequestId: id }
}

export const requestQuote = operation(quoteEndpoints.request, (ctx, { form, files }) =>
  storeQuoteRequest(ctx, null, form, files),
)

export const requestQuoteFor = operation(quoteEndpoints.requestFor, (ctx, { patient, form, files }) =>
  storeQuoteRequest(ctx, patient, form, files),
)
