/** Loads and changes when the result of an exam is shown. */
import { type ResultChoice, resultChoiceEndpoints } from '@mi-portal/contract/result-choices'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

/** Loads the choice of an appointment. It leaves the memory with its page, so that it never stays beside another person's record. */
export function resultChoiceQuery(id_appointment: number) {
  return queryOptions({
    queryKey: ['result-choice', id_appointment],
    gcTime: 0,
    queryFn: ({ signal }) =>
      call(
        resultChoiceEndpoints.one,
        { params: { id_appointment } },
        { signal, fallback: 'Error server al obtener tu elección' },
      ),
  })
}

/** Stores the choice of an appointment. */
export function useChooseResult(id_appointment: number) {
  const client = useQueryClient()
  return useMutation({
    // Two choices in a row are stored one after the other.
    scope: { id: `result-choice ${id_appointment}` },
    mutationFn: (choice: ResultChoice) =>
      call(
        resultChoiceEndpoints.choose,
        { params: { id_appointment }, body: { choice } },
        { fallback: 'No ha sido posible guardar tu elección' },
      ),
    onSuccess: (stored) => client.setQueryData(resultChoiceQuery(id_appointment).queryKey, stored),
  })
}
