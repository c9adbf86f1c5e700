/**
 * The super administrators' list of advertisements. The address has status and page; the search text is only in the
 * history.
 */
import { useQuery } from '@tanstack/react-query'
import { PublicationsList, usePublicationFilter } from '../publications-list.tsx'
import { adsPageQuery, useSetAdVisible } from './ads.queries.ts'

export function AdsAdminPage() {
  const filter = usePublicationFilter()
  const query = useQuery(adsPageQuery(filter))
  return (
    <PublicationsList
      title="Anuncios"
      noun="anuncios"
      create={{ label: 'Crear anuncio', to: '/admin/anuncios/crear' }}
      edit="/admin/anuncios/editar/$id"
      filter={filter}
      query={query}
      columns={[
        {
          header: 'Anuncio',
          sortName: 'title',
          role: 'title',
          cell: (ad) => (
            <span className="flex items-center gap-3">
              <img
                className="h-10 w-16 flex-none rounded-sm bg-soft object-cover"
                src={ad.image}
                alt=""
                loading="lazy"
              />
              <span className="font-strong wrap-anywhere">{ad.title || `Anuncio ${ad.id}`}</span>
            </span>
          ),
        },
        { header: 'Lleva a', cell: ({ url }) => <span className="wrap-anywhere type-meta">{url}</span> },
        { header: 'Orden', cell: ({ order_advertising }) => order_advertising },
      ]}
      nameOf={(ad) => ad.title || `Anuncio ${ad.id}`}
      isVisible={({ status }) => status}
      toggling={useSetAdVisible()}
    />
  )
}
