import type { Reply } from '@mi-portal/contract/calls/endpoint'
import { quoteEndpoints } from '@mi-portal/contract/service-requests/quotes'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, createUploadClient } from '../../../lib/call.ts'
import { getCurrentUser } from '../../../lib/session.ts'
import { waitForOutcome } from '../../../lib/wait-for-outcome.ts'
import { recordKey } from '../../people/people.queries.ts'
import type { QuoteValues } from './quotes.rules.ts'

export const quoteFailed = 'No ha sido posible guardar solicitud de presupuestos'

const neverStale = { staleTime: Number.POSITIVE_INFINITY }
const fallback = 'Error server al obtener presupuestos'
const toOptions = (rows: readonly { id: number; nombre: string }[]) =>
  rows.map(({ id, nombre }) => ({ id, name: nombre }))

export const interventionsQuery = queryOptions({
  ...neverStale,
  queryKey: ['catalogues', 'interventions'],
  queryFn: async ({ signal }) =>
    toOptions((await call(quoteEndpoints.interventions, {}, { signal, fallback })).interventions),
})

export const quoteForecastsQuery = queryOptions({
  ...neverStale,
  queryKey: ['catalogues', 'budget-forecasts'],
  queryFn: async ({ signal }) =>
    toOptions((await call(quoteEndpoints.forecasts, {}, { signal, fallback })).forecasts),
})

/** Loads names of physicians as suggestions. The field accepts any other name too. */
export const physiciansQuery = queryOptions({
  ...neverStale,
  queryKey: ['catalogues', 'physicians'],
  queryFn: async ({ signal }) =>
    (await call(quoteEndpoints.physicians, {}, { signal, fallback })).physicians.map(({ nombre }) => nombre),
})

type QuoteList = Reply<typeof quoteEndpoints.list>

const quotesKey = (patientId: number) => [...recordKey(patientId), 'budgets'] as const

/**
 * Loads a page of the quotes requested for a patient. The previous page stays while the next one loads, but never
 * of another patient.
 */
export function quotesQuery(patientId: number, page: number) {
  return queryOptions({
    queryKey: [...quotesKey(patientId), page],
    queryFn: ({ signal }): Promise<QuoteList> =>
      getCurrentUser()?.id === patientId
        ? call(quoteEndpoints.list, { query: { page } }, { signal, fallback })
        : call(
            quoteEndpoints.listOf,
            { params: { patient_id: patientId }, query: { page } },
            { signal, fallback },
          ),
    placeholderData: (last, query) => (query?.queryKey[1] === patientId ? last : undefined),
  })
}

/** Requests a quote; the outcome is shown 0.8 s after it is known. `sent` is the part of the form that was sent. */
export function useRequestQuote(patientId: number) {
  const client = useQueryClient()
  const [sent, setSent] = useState<number | null>(null)
  const ask = useMutation({
    mutationFn: async ({ file: [order], ...values }: QuoteValues & { file: File[] }) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(values)) form.set(name, value ?? '')
      if (order) form.set('file', order)
      setSent(0)
      const asking = createUploadClient(setSent)(
        quoteEndpoints.requestFor,
        { params: { patient_id: patientId }, form },
        { fallback: 'Error server al guardar solicitud de presupuestos' },
      )
      const outcome = await waitForOutcome(asking)
      if (outcome instanceof Error) throw outcome
      // Only an id proves that the request was saved.
      if (typeof outcome.budgetRequestId !== 'number') throw new Error(quoteFailed)
      return outcome
    },
    onSettled: () => setSent(null),
    onSuccess: () => client.invalidateQueries({ queryKey: quotesKey(patientId) }),
  })
  return { ask, sent }
}
