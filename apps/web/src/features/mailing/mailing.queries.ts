import { mailingEndpoints } from '@mi-portal/contract/mailing'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../lib/call.ts'

export const mailTemplatesQuery = queryOptions({
  queryKey: ['mailing', 'templates'],
  queryFn: async ({ signal }) =>
    (await call(mailingEndpoints.templates, {}, { signal, fallback: 'Error al cargar las plantillas' }))
      .templates,
})

/** A mail filled with invented data. */
export function mailPreviewQuery(id: number) {
  return queryOptions({
    queryKey: ['mailing', 'preview', id],
    queryFn: ({ signal }) =>
      call(mailingEndpoints.preview, { params: { id } }, { signal, fallback: 'Error al obtener templates' }),
  })
}

export function sendTestMail(body: { emails: string[]; emailId: number }) {
  return call(mailingEndpoints.send, { body }, { fallback: 'Error al enviar el email' })
}
