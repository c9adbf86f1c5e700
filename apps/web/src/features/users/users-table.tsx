/** The rows of the list of accounts, with their actions. */

import { showDocumentWithCountry } from '@mi-portal/contract/fields/country'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import { getPersonRole, type ListedUser, withoutAccount } from '@mi-portal/contract/users'
import { IconKey, IconPencil, IconUserCheck, IconUserOff } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { type ComponentType, useCallback, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Initials } from '../../ui/initials.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { toShortName } from '../people/people.rules.ts'
import { DisableDialog, EnableDialog, TemporaryPasswordDialog } from './account-dialogs.tsx'
import { UserStatus } from './user-status.tsx'

const rowActionsLook =
  'flex items-center justify-end gap-1 *:flex-none max-desktop:flex-wrap max-desktop:gap-2 max-desktop:*:flex-[1_1_130px]'

type OpenAction = { what: 'disable' | 'enable' | 'password'; user: ListedUser }

interface UsersTableProps {
  users: readonly ListedUser[]
  stale: boolean
  /** The pages and the order of the list. */
  list: Pick<Parameters<typeof PagedTable<ListedUser>>[0], 'dense' | 'paging' | 'order'>
}

const columns: readonly Column<ListedUser>[] = [
  {
    header: 'Nombre',
    role: 'title',
    sortName: 'first_name',
    cell: (user) => (
      <span className="flex items-center gap-3">
        <Initials name={toShortName(user)} size={38} />
        {user.rol === 'STANDART_ROLE' ? (
          <TextLink
            to="/admin/pacientes/$id"
            params={{ id: String(user.id) }}
            className="block wrap-anywhere font-strong text-strong"
          >
            {formatFullName(user)}
          </TextLink>
        ) : (
          <span className="block wrap-anywhere font-strong text-strong">{formatFullName(user)}</span>
        )}
      </span>
    ),
  },
  {
    header: 'Documento',
    sortName: 'document_number',
    cell: ({ document_type_id, document_number, document_country }) =>
      showDocumentWithCountry(document_type_id, document_number, document_country),
  },
  { header: 'Rol', cell: roleName },
  {
    header: 'Estado',
    sortName: 'status_data_id',
    oneLine: true,
    cell: (user) => <UserStatus user={user} />,
  },
]

function roleName({ rol }: ListedUser): string {
  return rol === 'SUPER_ADMIN_ROLE' ? 'Superadministrador' : getPersonRole(rol).name
}

export function UsersTable({ users, stale, list }: UsersTableProps) {
  const me = useCurrentUser()
  const navigate = useNavigate()
  const [doing, setDoing] = useState<OpenAction | null>(null)
  const close = useCallback(() => setDoing(null), [])
  // Administrators cannot change administrators.
  const canChange = (user: ListedUser) => me?.rol === 'SUPER_ADMIN_ROLE' || user.rol === 'STANDART_ROLE'

  return (
    <>
      <PagedTable
        {...list}
        caption="Usuarios"
        columns={[
          ...columns,
          {
            header: 'Acciones',
            role: 'actions',
            cell: (user) =>
              canChange(user) && (
                <Actions user={user} isSelf={user.id === me?.id} onDo={(what) => setDoing({ what, user })} />
              ),
          },
        ]}
        rows={users}
        rowKey={({ id }) => id}
        stale={stale}
      />
      {doing?.what === 'disable' && <DisableDialog user={doing.user} onClose={close} />}
      {doing?.what === 'password' && <TemporaryPasswordDialog user={doing.user} onClose={close} />}
      {doing?.what === 'enable' && (
        <EnableDialog
          user={doing.user}
          onClose={close}
          onEdit={() => navigate({ to: '/admin/usuarios/editar/$id', params: { id: String(doing.user.id) } })}
        />
      )}
    </>
  )
}

function Actions({
  user,
  isSelf,
  onDo,
}: {
  user: ListedUser
  isSelf: boolean
  onDo(what: OpenAction['what']): void
}) {
  const name = formatFullName(user)
  const to = { to: '/admin/usuarios/editar/$id', params: { id: String(user.id) } } as const
  if (user.status_data_id === withoutAccount.id)
    return (
      <div className={rowActionsLook}>
        <ButtonLink
          {...to}
          state={markFromUsers}
          size="xs"
          variant="light"
          aria-label={`Abrir cuenta a ${name}`}
        >
          Abrir cuenta
        </ButtonLink>
      </div>
    )
  const isDisabled = user.status_data_id === 2
  return (
    <div className={rowActionsLook}>
      {user.status_data_id === 3 ? (
        <ButtonLink {...to} state={markFromUsers} size="xs" variant="light" aria-label={`Validar a ${name}`}>
          Validar
        </ButtonLink>
      ) : (
        <ButtonLink
          {...to}
          state={markFromUsers}
          {...iconLook}
          title="Editar"
          aria-label={`Editar a ${name}`}
        >
          <ActionLabel icon={IconPencil} label="Editar" />
        </ButtonLink>
      )}
      {!isDisabled && !isSelf && (
        <Button
          {...iconLook}
          title="Deshabilitar"
          aria-label={`Deshabilitar a ${name}`}
          onClick={() => onDo('disable')}
        >
          <ActionLabel icon={IconUserOff} label="Deshabilitar" />
        </Button>
      )}
      {isDisabled && !user.deleted && (
        <Button
          {...iconLook}
          title="Habilitar"
          aria-label={`Habilitar a ${name}`}
          onClick={() => onDo('enable')}
        >
          <ActionLabel icon={IconUserCheck} label="Habilitar" />
        </Button>
      )}
      <Button
        size="xs"
        variant="subtle"
        leftSection={<IconKey size={18} stroke={1.75} aria-hidden />}
        aria-label={`CON. TEMPORAL para ${name}`}
        onClick={() => onDo('password')}
      >
        CON. TEMPORAL
      </Button>
    </div>
  )
}

// Marks the opened page as coming from the list, so that its back link returns to the list unchanged.
const markFromUsers = (before: object) => ({ ...before, fromUsers: true })

const iconLook = { size: 'xs', variant: 'subtle', className: 'min-w-10 px-2 text-body' } as const

/** On phones, where there is more room, the label is shown beside the icon. */
function ActionLabel({
  icon: Icon,
  label,
}: {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  label: string
}) {
  return (
    <>
      <Icon size={20} stroke={1.75} aria-hidden />
      <span className="hidden max-desktop:inline">{label}</span>
    </>
  )
}
