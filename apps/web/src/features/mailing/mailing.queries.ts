import { CallError } from '@mi-portal/contract/calls/call-error'
import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { queryOptions, useMutation } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const mailTemplatesQuery = queryOptions({
  queryKey: ['mailing', 'templates'],
  queryFn: async ({ signal }) =>
    (await call(mailingEndpoints.templates, {}, { signal, fallback: 'Error al cargar las plantillas' }))
      .templates,
})

/** Loads an e-mail filled with synthetic data. */
export function mailPreviewQuery(id: number) {
  return queryOptions({
    queryKey: ['mailing', 'preview', id],
    queryFn: ({ signal }) =>
      call(mailingEndpoints.preview, { params: { id } }, { signal, fallback: 'Error al obtener templates' }),
  })
}

/** Sends an e-mail with synthetic data. When the server does not answer, it rejects with a separate message. */
export function useSendTestMail() {
  return useMutation({
    mutationFn: async (body: { emails: string[]; emailId: number }) => {
      try {
        return await call(mailingEndpoints.send, { body }, { fallback: 'Error al enviar el email' })
      } catch (error) {
        if (!(error instanceof CallError) || error.status !== 0) throw error
        throw CallError.fromWire(0, undefined, 'Error al conectar con el servidor')
      }
    },
  })
}
