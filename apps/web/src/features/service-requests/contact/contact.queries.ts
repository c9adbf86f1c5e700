import { joinName } from '@mi-portal/contract/fields/full-name'
import { contactEndpoints } from '@mi-portal/contract/service-requests/contact'
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call, createUploadClient } from '../../../lib/call.ts'
import { recordKey, selectionsQuery } from '../../people/people.queries.ts'
import type { ContactValues } from './contact.rules.ts'

const contactsKey = (ownId: number) => [...recordKey(ownId), 'contacts'] as const

/** Loads the user and the members whose record the user may access, as options for the patient field. */
export const contactPatientsQuery = queryOptions({
  ...selectionsQuery,
  select: ({ selections }) =>
    selections.map(({ id, first_name, last_name, is_self }) => ({
      id,
      name: `${joinName(first_name, last_name)}${is_self ? ' (yo)' : ''}`,
    })),
})

/** Loads a page of the signed-in user's messages. */
export function contactsQuery(ownId: number, page: number) {
  return queryOptions({
    queryKey: [...contactsKey(ownId), page],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      call(
        contactEndpoints.pages,
        { body: { filter: '', status: '', page } },
        { signal, fallback: 'Error server al obtener contactos' },
      ),
  })
}

/** Sends a message to the clinic. `sent` is the part of the form that was sent. */
export function useSendContact(ownId: number) {
  const client = useQueryClient()
  const [sent, setSent] = useState<number | null>(null)
  const send = useMutation({
    mutationFn: ({ files, ...values }: ContactValues) => {
      const form = new FormData()
      for (const [name, value] of Object.entries(values)) form.set(name, value ?? '')
      form.set('specific_requests', '0')
      form.set('petition', '')
      files.forEach((file, index) => {
        form.set(`file_${index}`, file)
      })
      setSent(0)
      return createUploadClient(setSent)(
        contactEndpoints.send,
        { form },
        { fallback: 'Error server al guardar contacto' },
      )
    },
    onSettled: () => setSent(null),
    onSuccess: () => client.invalidateQueries({ queryKey: contactsKey(ownId) }),
  })
  return { send, sent }
}
