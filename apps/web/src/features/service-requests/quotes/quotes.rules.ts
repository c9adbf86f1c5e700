import {
  findAdmissionError,
  interventionNeeds,
  orderMissing,
  quoteEndpoints,
  quoteForm,
} from '@mi-portal/contract/service-requests/quotes'
import { toDay } from '@mi-portal/contract/values/dates'
import * as z from 'zod/mini'
import { now } from '../../../lib/clock.ts'
import { chosenFiles } from '../../../ui/form/chosen-files.ts'

/** The values of the fields, all as text. */
export type QuoteValues = z.input<typeof quoteForm>
type TypedQuote = QuoteValues & { file: File[] }

export const emptyQuote: TypedQuote = {
  id_intervencion: '',
  c_prevision: '',
  h_pabellon: '',
  fecha_estimada: '',
  medico_tratante: '',
  file: [],
  comentarios: '',
  autoriza_contacto: 'Si',
}

/** The form with its medical order, and the rule that depends on today's date. */
const quoteSchema = z.safeExtend(quoteForm, { file: chosenFiles }).check(
  z.check(({ value, issues }) => {
    const message = findAdmissionError(value.fecha_estimada, toDay(now()))
    if (message) issues.push({ code: 'custom', message, path: ['fecha_estimada'], input: value })
  }),
  z.refine(({ id_intervencion, file }) => !interventionNeeds(id_intervencion).order || file.length > 0, {
    message: orderMissing,
    path: ['file'],
    when: () => true,
  }),
)

export const quoteRequest = { ...quoteEndpoints.requestFor, form: quoteSchema }

/** Clears the fields that the type of intervention does not have. */
export function withoutHidden(values: TypedQuote): TypedQuote {
  const needs = interventionNeeds(values.id_intervencion)
  return {
    ...values,
    c_prevision: needs.forecast ? values.c_prevision : '',
    h_pabellon: needs.hours ? values.h_pabellon : '',
  }
}
