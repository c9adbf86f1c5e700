/** The accounts of other systems, which can be revoked. */
import type { ServiceAccount, ServiceScope } from '@mi-portal/contract/fhir/fhir'
import { IconBan, IconPlugConnected } from '@tabler/icons-react'
import { useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatDay, formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { useRevokeServiceAccount } from './service-accounts.queries.ts'

export const scopeNames: Readonly<Record<ServiceScope, string>> = {
  'system/Patient.write': 'Pacientes',
  'system/Appointment.write': 'Horas',
  'system/DiagnosticReport.write': 'Informes de exámenes',
  'system/Observation.write': 'Resultados',
  'system/DocumentReference.write': 'Documentos',
  'system/*.override': 'Cambiar lo que enviaron otras cuentas',
}

/** Shows whether a secret still works, and until when. */
function SecretState({ expiresAt }: { expiresAt: string | null }) {
  if (expiresAt === null) return <StatusBadge look="success">Activa</StatusBadge>
  // The expiry is the first instant after the last day.
  const lastDay = formatDay(new Date(Date.parse(expiresAt) - 1).toISOString())
  return Date.parse(expiresAt) <= now().getTime() ? (
    <>
      <StatusBadge look="attention">Vencida</StatusBadge>
      <span className="block type-meta">Venció el {lastDay}</span>
    </>
  ) : (
    <>
      <StatusBadge look="success">Activa</StatusBadge>
      <span className="block type-meta">Vence el {lastDay}</span>
    </>
  )
}

export function ServiceAccountsList({ accounts }: { accounts: readonly ServiceAccount[] }) {
  const [accountToRevoke, setAccountToRevoke] = useState<ServiceAccount | null>(null)
  const revoking = useRevokeServiceAccount()

  const columns: readonly Column<ServiceAccount>[] = [
    {
      header: 'Nombre',
      role: 'title',
      cell: ({ name }) => <span className="font-strong">{name}</span>,
    },
    {
      header: 'Puede enviar',
      cell: ({ scopes, identifier_systems, networks }) => (
        <>
          {scopes.map((scope) => scopeNames[scope]).join(', ')}
          {identifier_systems.length > 0 && (
            <span className="block type-meta">Identificadores: {identifier_systems.join(', ')}</span>
          )}
          {networks.length > 0 && <span className="block type-meta">Redes: {networks.join(', ')}</span>}
        </>
      ),
    },
    {
      header: 'Creada',
      oneLine: true,
      cell: ({ created_at, created_by }) => (
        <>
          {formatTimestamp(created_at)}
          <span className="block type-meta">{created_by}</span>
        </>
      ),
    },
    {
      header: 'Último uso',
      oneLine: true,
      cell: ({ last_used_at }) => (last_used_at === null ? 'Sin uso' : formatTimestamp(last_used_at)),
    },
    {
      header: 'Estado',
      oneLine: true,
      cell: ({ revoked_at, expires_at }) =>
        revoked_at === null ? (
          <SecretState expiresAt={expires_at} />
        ) : (
          <>
            <StatusBadge look="neutral">Revocada</StatusBadge>
            <span className="block type-meta">{formatTimestamp(revoked_at)}</span>
          </>
        ),
    },
    {
      header: 'Acciones',
      role: 'actions',
      cell: (account) =>
        account.revoked_at === null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconBan size={18} stroke={1.75} aria-hidden />}
            aria-label={`Revocar ${account.name}`}
            onClick={() => setAccountToRevoke(account)}
          >
            Revocar
          </Button>
        ),
    },
  ]

  if (accounts.length === 0) {
    return (
      <EmptyState icon={IconPlugConnected} title="Aún no hay cuentas de servicio">
        Crea una para cada sistema de la clínica que entrega pacientes, horas o resultados.
      </EmptyState>
    )
  }
  return (
    <>
      <PagedTable
        dense
        caption="Cuentas de servicio"
        columns={columns}
        rows={accounts}
        rowKey={({ id }) => id}
      />
      <ConfirmDialog
        opened={accountToRevoke !== null}
        title={`¿Revocar ${accountToRevoke?.name ?? ''}?`}
        confirm="Revocar"
        danger
        loading={revoking.isPending}
        onConfirm={() =>
          accountToRevoke &&
          revoking.mutate(accountToRevoke.id, { onSuccess: () => setAccountToRevoke(null) })
        }
        onClose={() => {
          setAccountToRevoke(null)
          revoking.reset()
        }}
      >
        <p>Ese sistema dejará de poder enviar datos de inmediato. No se puede deshacer.</p>
        {revoking.isError && <ErrorNotice error={revoking.error} />}
      </ConfirmDialog>
    </>
  )
}
