/**
 * Staff search the patient whose family group they administer. The address stores the page; the search text stays in
 * the history entry.
 */
import type { User } from '@mi-portal/contract/users'
import { showDocument } from '@mi-portal/contract/values/document-number'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { useExistingPage } from '../../../ui/existing-page.ts'
import { Initials } from '../../../ui/initials.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { type Column, PagedTable } from '../../../ui/paged-table.tsx'
import { SearchField } from '../../../ui/search-field.tsx'
import { useWordsOfEntry } from '../../../ui/words-of-entry.ts'
import classes from '../family.module.css'
import { nameOf } from '../member-card.tsx'
import { patientsQuery } from './staff.queries.ts'

const columns: readonly Column<User>[] = [
  {
    header: 'Paciente',
    role: 'title',
    cell: (user) => (
      <span className={classes.person}>
        <Initials name={nameOf(user)} size={38} />
        <span className={classes.personName}>{nameOf(user)}</span>
      </span>
    ),
  },
  {
    header: 'Documento',
    cell: ({ document_type_id, document_number }) => showDocument(document_type_id, document_number),
  },
  { header: 'E-mail', cell: ({ email }) => email ?? 'Sin e-mail' },
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
          aria-label={`Ver grupo de ${nameOf(user)}`}
        >
          Ver grupo
        </ButtonLink>
      ) : null,
  },
]

export function FamilySearchPage() {
  const { page = 1 } = useSearch({ strict: false })
  const navigate = useNavigate()
  const words = useWordsOfEntry()
  const query = useQuery(patientsQuery(words, page))

  const show = (wanted: string, to: number, replace = false) =>
    navigate({
      to: '/admin/familia',
      search: { page: to === 1 ? undefined : to },
      state: (before) => ({ ...before, words: wanted || undefined }),
      replace,
    })
  useExistingPage(query.isPlaceholderData ? undefined : query.data, (to) => show(words, to, true))

  return (
    <>
      <PageHeading title="Grupos familiares" lead="Selecciona al paciente cuyo grupo quieres administrar." />
      <div className={classes.search}>
        <SearchField
          label="Buscar por nombre, documento o e-mail"
          value={words}
          onSearch={(wanted) => show(wanted, 1, true)}
        />
      </div>
      <Loaded query={query}>
        {({ patients, ...paging }) =>
          patients.length === 0 ? (
            <EmptyState icon={IconSearch} title="No se ha encontrado al usuario">
              Prueba con otra parte del nombre, del documento o del e-mail.
            </EmptyState>
          ) : (
            <PagedTable
              caption="Pacientes"
              columns={columns}
              rows={patients}
              rowKey={({ id }) => id}
              stale={query.isPlaceholderData}
              paging={{ ...paging, noun: 'pacientes', onPage: (to) => show(words, to) }}
            />
          )
        }
      </Loaded>
    </>
  )
}
