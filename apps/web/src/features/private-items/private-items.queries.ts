import type { ExamType } from '@mi-portal/contract/exams/exams'
import { privateItemEndpoints } from '@mi-portal/contract/private-items'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'
import { recordKey } from '../people/people.queries.ts'

/** An exam or an appointment of the user. */
export type PrivateItem =
  | { kind: 'exam'; attention_id: number; type: ExamType }
  | { kind: 'appointment'; id_appointment: number }

/** Loads whether the user may keep items private, and what the account lacks for it. It changes with the age, the mailbox and the accesses that an adult gives. */
export function markOptionsQuery(ownId: number) {
  return queryOptions({
    queryKey: [...recordKey(ownId), 'private-items'],
    staleTime: 300_000,
    queryFn: ({ signal }) => call(privateItemEndpoints.options, {}, { signal }),
  })
}

function setPrivate(item: PrivateItem, is_private: boolean) {
  const fallback = 'No pudimos guardar quién ve esto'
  if (item.kind === 'exam') {
    const { attention_id, type } = item
    return call(privateItemEndpoints.markExam, { body: { attention_id, type, is_private } }, { fallback })
  }
  const { id_appointment } = item
  return call(privateItemEndpoints.markAppointment, { body: { id_appointment, is_private } }, { fallback })
}

/** Keeps an item private, or shows it again, and reloads all lists that have it. */
export function useSetPrivate(item: PrivateItem, onStored: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (isPrivate: boolean) => setPrivate(item, isPrivate),
    onSuccess: async () => {
      await client.invalidateQueries({
        predicate: ({ queryKey: [kind] }) => kind === 'record' || kind === 'appointment' || kind === 'news',
      })
      onStored()
    },
  })
}
