import { type AskedKind, type ConsentKind, consentEndpoints } from '@mi-portal/contract/consents'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { legalTextFallback } from '../legal/legal.queries.ts'

const consentsKey = ['consents'] as const

export const consentsQuery = queryOptions({
  queryKey: [...consentsKey, 'list'],
  queryFn: ({ signal }) =>
    call(consentEndpoints.list, {}, { signal, fallback: 'Error server al obtener tus consentimientos' }),
})

/** Loads the text of a consent as the patient read it. */
export function consentTextQuery(id: number) {
  return queryOptions({
    queryKey: [...consentsKey, 'text', id],
    queryFn: async ({ signal }) =>
      (await call(consentEndpoints.text, { params: { id } }, { signal, fallback: legalTextFallback }))
        .legalText,
  })
}

/** Loads the pending texts, never from the cache, because only the server knows them. */
export const pendingTextsQuery = queryOptions({
  queryKey: [...consentsKey, 'pending'],
  gcTime: 0,
  staleTime: 0,
  queryFn: async ({ signal }) =>
    (
      await call(
        consentEndpoints.pending,
        {},
        { signal, fallback: 'Error server al obtener los textos legales' },
      )
    ).texts,
})

export function useAcceptTexts() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (accepted: { kind: AskedKind; version: string }[]) =>
      call(
        consentEndpoints.give,
        { body: { accepted } },
        { fallback: 'No ha sido posible guardar tu aceptación' },
      ),
    onSettled: () => client.invalidateQueries({ queryKey: consentsKey }),
  })
}

export function useWithdrawConsent() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ kind, patient_id }: { kind: ConsentKind; patient_id: number | null }) =>
      call(
        consentEndpoints.withdraw,
        { params: { kind }, body: { patient_id } },
        { fallback: 'No ha sido posible retirar el consentimiento' },
      ),
    // Data that depended on the consent must not be shown any more.
    onSuccess: () => client.invalidateQueries(),
  })
}

export function useSwitchReminders() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (on: boolean) =>
      call(
        consentEndpoints.reminders,
        { body: { on } },
        { fallback: 'No ha sido posible guardar tu preferencia' },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: consentsKey }),
  })
}
