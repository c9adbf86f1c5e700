/**
 * The super administrators' list of articles. The address has status and page; the search text is only in the
 * history.
 */
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSearchText } from '../../ui/search-text.ts'
import { type PublicationFilter, PublicationsList } from '../publishing/publications-list.tsx'
import { articlesPageQuery, useSetArticleVisible } from './prevention.queries.ts'

export function ArticlesAdminPage() {
  const { visible, page = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  const filter: PublicationFilter = { searchText: useSearchText(), visible, page }
  const query = useQuery(articlesPageQuery(filter))
  return (
    <PublicationsList
      title="Administrador de control y prevención"
      noun="artículos"
      create={{ label: 'CREAR ARTÍCULO', to: '/admin/control-prevencion/crear' }}
      edit="/admin/control-prevencion/editar/$id"
      filter={filter}
      onFilter={(next, replace) =>
        navigate({
          to: '/admin/control-prevencion',
          search: { visible: next.visible, page: next.page === 1 ? undefined : next.page },
          state: (before) => ({ ...before, searchText: next.searchText || undefined }),
          replace,
        })
      }
      query={query}
      columns={[
        { header: 'Título', role: 'title', cell: ({ title }) => title },
        { header: 'Orden', cell: ({ order_control }) => order_control },
      ]}
      nameOf={({ title }) => title}
      isVisible={({ status }) => status === 'true'}
      toggling={useSetArticleVisible()}
    />
  )
}
