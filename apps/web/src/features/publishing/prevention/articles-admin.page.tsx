/**
 * The super administrators' list of articles. The address has status and page; the search text is only in the
 * history.
 */
import { useQuery } from '@tanstack/react-query'
import { PublicationsList, usePublicationFilter } from '../publications-list.tsx'
import { articlesPageQuery, useSetArticleVisible } from './prevention.queries.ts'

export function ArticlesAdminPage() {
  const filter = usePublicationFilter()
  const query = useQuery(articlesPageQuery(filter))
  return (
    <PublicationsList
      title="Administrador de control y prevención"
      noun="artículos"
      create={{ label: 'Crear artículo', to: '/admin/control-prevencion/crear' }}
      edit="/admin/control-prevencion/editar/$id"
      filter={filter}
      query={query}
      columns={[
        { header: 'Título', role: 'title', sortName: 'title', cell: ({ title }) => title },
        { header: 'Orden', cell: ({ order_control }) => order_control },
      ]}
      nameOf={({ title }) => title}
      isVisible={({ status }) => status === 'true'}
      toggling={useSetArticleVisible()}
    />
  )
}
