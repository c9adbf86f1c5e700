/**
 * Staff search the patient whose family group they administer. The address stores the page; the search text stays in
 * the history entry.
 */

import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { findSearchError, type ListedUser, userColumns } from '@mi-portal/contract/users'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { useExistingListPage, useListAddress } from '../../../ui/list-address.ts'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { QueryContent } from '../../../ui/query-content.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useSearchText } from '../../../ui/search-text.ts'
import { searchLabel, toShortName } from '../../people/people.rules.ts'
import { userNotFound } from '../family.rules.ts'
import { patientsQuery } from './staff.queries.ts'

const columns: readonly Column<ListedUser>[] = [
  {
    header: 'Paciente',
    sortName: 'first_name',
    role: 'title',
    cell: (user) => (
      <span className="flex items-center gap-3">
        <Initials name={toShortName(user)} size={38} />
        <span className="font-strong text-strong wrap-anywhere">{formatFullName(user)}</span>
      </span>
    ),
  },
  {
    header: 'Documento',
    sortName: 'document_number',
    cell: ({ document_type_id, document_number, document_country }) =>
      showDocumentWithCountry(document_type_id, document_number, document_country),
  },
  {
    header: 'Acciones',
    role: 'actions',
    // Only patients have a family group here; the same search also finds staff.
    cell: (user) =>
      user.rol === 'STANDART_ROLE' && !user.deleted ? (
        <ButtonLink
          to="/admin/familia/$leader_id"
          params={{ leader_id: String(user.id) }}
          size="xs"
          variant="light"
          aria-label={`Ver grupo de ${formatFullName(user)}`}
        >
          Ver grupo
        </ButtonLink>
      ) : null,
  },
]

export function FamilySearchPage() {
  const list = useListAddress({ usualLimit: 20, columns: userColumns })
  const searchText = useSearchText()
  const error = findSearchError(searchText)
  const isSearched = searchText !== '' && error === null
  const query = useQuery({ ...patientsQuery(searchText, list), enabled: isSearched })
  useExistingListPage(list, query)

  return (
    <>
      <PageHeading title="Grupos familiares" lead="Selecciona al paciente cuyo grupo quieres administrar." />
      <div className="max-w-form mb-4">
        <SearchField label={searchLabel} value={searchText} error={error} onSearch={list.search} />
      </div>
      {isSearched ? (
        <QueryContent query={query}>
          {({ patients, ...paging }) =>
            patients.length === 0 ? (
              <EmptyState icon={IconSearch} title={userNotFound}>
                {paging.notice ??
                  'Prueba con otra parte del nombre, del documento, del teléfono o del e-mail.'}
              </EmptyState>
            ) : (
              <PagedTable
                caption="Pacientes"
                columns={columns}
                rows={patients}
                rowKey={({ id }) => id}
                stale={query.isPlaceholderData}
                {...list.describeTable(paging, 'pacientes')}
                // The server sorts no more people than it counts.
                {...(paging.total_more && { order: undefined })}
              />
            )
          }
        </QueryContent>
      ) : (
        <EmptyState icon={IconSearch} title="Busca a la persona">
          Escribe su nombre, documento, teléfono o e-mail.
        </EmptyState>
      )}
    </>
  )
}
