/**
 * The list of all accounts, with search. The address has status and page; the search text is only in the history.
 */
import { findSearchError, userColumns, withoutAccount } from '@mi-portal/contract/users'
import { cleanRun, isRun } from '@mi-portal/contract/values/run'
import { IconId, IconSearch, IconShieldPlus, IconUserPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useCurrentUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { useExistingListPage, useListAddress } from '../../ui/list-address.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SearchField } from '../../ui/search-field.tsx'
import { useSearchText } from '../../ui/search-text.ts'
import { SelectField } from '../../ui/select-field.tsx'
import { searchLabel } from '../people/people.rules.ts'
import classes from './users.module.css'
import { isSearched, type UserFilter, usersQuery } from './users.queries.ts'
import { UsersTable } from './users-table.tsx'

const statuses = [
  { id: 0, name: 'Todos' },
  { id: 1, name: 'Habilitado' },
  { id: 2, name: 'Deshabilitado' },
  { id: 3, name: 'Pendiente de validación' },
  withoutAccount,
  { id: 5, name: 'Validación atrasada' },
]
/** Pending accounts whose validation is late. */
const lateChoice = 5

export function UsersPage() {
  const isSuper = useCurrentUser()?.rol === 'SUPER_ADMIN_ROLE'
  const { estado, atrasadas = false } = useSearch({ strict: false })
  const list = useListAddress({ columns: userColumns })
  const searchText = useSearchText()
  const { page, limit, order } = list
  const filter: UserFilter = { searchText, status: estado, late: atrasadas, page, limit, order }
  const query = useQuery(usersQuery(filter))
  useExistingListPage(list, query)

  return (
    <>
      <PageHeading title="Administrador de usuarios">
        <ButtonLink
          to="/admin/usuarios/crear/$role"
          params={{ role: 'ficha' }}
          variant="outline"
          leftSection={<IconId size={20} stroke={1.75} aria-hidden />}
        >
          CREAR FICHA
        </ButtonLink>
        <ButtonLink
          to="/admin/usuarios/crear/$role"
          params={{ role: 'paciente' }}
          variant={isSuper ? 'outline' : 'filled'}
          leftSection={<IconUserPlus size={20} stroke={1.75} aria-hidden />}
        >
          CREAR PACIENTE
        </ButtonLink>
        {isSuper && (
          <ButtonLink
            to="/admin/usuarios/crear/$role"
            params={{ role: 'admin' }}
            leftSection={<IconShieldPlus size={20} stroke={1.75} aria-hidden />}
          >
            CREAR ADMINISTRADOR
          </ButtonLink>
        )}
      </PageHeading>
      <section className={classes.filter} aria-label="Buscar usuarios">
        <SearchField
          label={searchLabel}
          value={searchText}
          error={findSearchError(searchText)}
          onSearch={list.search}
        />
        <div className="min-w-0">
          <SelectField
            label="Estado"
            options={statuses}
            value={String(atrasadas ? lateChoice : (estado ?? 0))}
            onChange={(chosen) => {
              const id = Number(chosen)
              const status = id === 1 || id === 2 || id === 3 || id === withoutAccount.id ? id : undefined
              void list.show({ estado: status, atrasadas: id === lateChoice || undefined })
            }}
          />
        </div>
      </section>
      {isSearched(filter) ? (
        <QueryContent query={query}>
          {(found) => (
            <>
              {found.patients.length === 0 ? (
                <EmptyState
                  icon={IconSearch}
                  title="No encontramos usuarios con esta búsqueda"
                  action={
                    <div className="flex flex-wrap justify-center gap-2">
                      {isRun(cleanRun(searchText)) && (
                        <ButtonLink
                          to="/admin/usuarios/crear/$role"
                          params={{ role: 'ficha' }}
                          search={{ tipo: 1, documento: cleanRun(searchText) }}
                          variant="outline"
                        >
                          Crear ficha con este RUN
                        </ButtonLink>
                      )}
                      <Button
                        variant="outline"
                        onClick={() =>
                          list.show(
                            { estado: undefined, atrasadas: undefined },
                            { texts: { searchText: '' } },
                          )
                        }
                      >
                        Buscar a otra persona
                      </Button>
                    </div>
                  }
                />
              ) : (
                <UsersTable
                  users={found.patients}
                  stale={query.isPlaceholderData}
                  // The server sorts no more people than it counts.
                  list={{
                    ...list.describeTable(found, 'usuarios'),
                    ...(found.total_more && { order: undefined }),
                  }}
                />
              )}
              {found.notice && <p className="mb-4">{found.notice}</p>}
            </>
          )}
        </QueryContent>
      ) : (
        <EmptyState
          icon={IconSearch}
          title="Busca a la persona"
          action={
            <Button
              variant="outline"
              onClick={() => list.show({ estado: 3, atrasadas: undefined }, { texts: { searchText: '' } })}
            >
              Ver las que esperan validación
            </Button>
          }
        >
          Escribe su nombre, documento, teléfono o e-mail. Para cuidar los datos de todos, aquí no aparece la
          lista completa.
        </EmptyState>
      )}
    </>
  )
}
