/** The table of alerts. A switch only marks the intended state; the save button of the row saves it. */
import type { Alert } from '@mi-portal/contract/alerts/alerts'
import { IconAlertTriangle, IconDeviceFloppy, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { type Column, PagedTable } from '../../ui/paged-table.tsx'
import { Switch } from '../../ui/switch.tsx'
import { useRemoveAlerts, useSetAlertActive } from './alerts.queries.ts'

interface AlertsTableProps {
  alerts: readonly Alert[]
  onEdit(alert: Alert): void
  onRemoved(ids: readonly number[]): unknown
}

const activeStatus = 1

export function AlertsTable({ alerts, onEdit, onRemoved }: AlertsTableProps) {
  /** The states of the switches that differ from the server's. */
  const [wanted, setWanted] = useState<Readonly<Record<number, boolean>>>({})
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [asking, setAsking] = useState(false)
  const there = chosen.filter((id) => alerts.some((alert) => alert.id === id))

  const isActive = ({ status_id }: Alert) => status_id === activeStatus
  const saying = (alert: Alert) => wanted[alert.id] ?? isActive(alert)
  const isChanged = (alert: Alert) => saying(alert) !== isActive(alert)

  const saving = useSetAlertActive()
  const saveState = (alert: Alert) =>
    saving.mutate(
      { alert, active: saying(alert) },
      {
        onSettled: () =>
          setWanted((before) =>
            Object.fromEntries(Object.entries(before).filter(([id]) => Number(id) !== alert.id)),
          ),
      },
    )
  const removing = useRemoveAlerts()
  const remove = () =>
    removing.mutate(there, {
      onSuccess: () => {
        setAsking(false)
        setChosen([])
        onRemoved(there)
      },
    })

  const columns: readonly Column<Alert>[] = [
    {
      header: 'Elegir',
      cell: (alert) => (
        <CheckBox
          checked={there.includes(alert.id)}
          onChange={(isChosen) =>
            setChosen(isChosen ? [...there, alert.id] : there.filter((id) => id !== alert.id))
          }
        >
          <span className="portal-hidden">Elegir {alert.name}</span>
        </CheckBox>
      ),
    },
    {
      header: 'Nombre',
      role: 'title',
      cell: ({ name }) => <span className="font-strong wrap-anywhere">{name}</span>,
    },
    { header: 'Texto', cell: ({ text }) => <span className="wrap-anywhere">{text}</span> },
    {
      header: 'Color',
      cell: ({ color }) => (
        <span
          className="inline-block py-1 px-3 rounded-sm type-meta font-strong"
          style={{ color: color.primary_code, backgroundColor: color.secundary_code }}
        >
          {color.color}
        </span>
      ),
    },
    {
      header: 'Estado',
      cell: (alert) => (
        <span className="grid gap-1">
          <Switch
            aria-label={`${alert.name}: activa`}
            label={saying(alert) ? 'Activa' : 'Inactiva'}
            checked={saying(alert)}
            onChange={({ currentTarget: { checked } }) => setWanted({ ...wanted, [alert.id]: checked })}
          />
          {isChanged(alert) && <span className="type-meta text-attention">Sin guardar</span>}
        </span>
      ),
    },
    {
      header: 'Acciones',
      role: 'actions',
      cell: (alert) => (
        <>
          <Button
            size="xs"
            variant="light"
            disabled={!isChanged(alert)}
            loading={saving.isPending && saving.variables.alert.id === alert.id}
            leftSection={<IconDeviceFloppy size={18} stroke={1.75} aria-hidden />}
            aria-label={`Guardar estado de ${alert.name}`}
            onClick={() => saveState(alert)}
          >
            Guardar
          </Button>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPencil size={18} stroke={1.75} aria-hidden />}
            aria-label={`Editar ${alert.name}`}
            onClick={() => onEdit(alert)}
          >
            Editar
          </Button>
        </>
      ),
    },
  ]

  if (alerts.length === 0) {
    return (
      <EmptyState icon={IconAlertTriangle} title="Aún no hay alertas">
        Crea la primera con el formulario.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center gap-3">
        <Button
          size="sm"
          variant="default"
          disabled={there.length === 0}
          leftSection={<IconTrash size={18} stroke={1.75} aria-hidden />}
          onClick={() => setAsking(true)}
        >
          Eliminar {there.length > 0 ? `(${there.length})` : ''}
        </Button>
        {there.length === 0 && (
          <p className="type-meta text-muted">Elige las alertas que quieres eliminar.</p>
        )}
      </div>
      {saving.isError && <ErrorNotice error={saving.error} />}
      <PagedTable dense caption="Alertas" columns={columns} rows={alerts} rowKey={({ id }) => id} />
      <ConfirmDialog
        opened={asking}
        title={there.length === 1 ? '¿Eliminar esta alerta?' : `¿Eliminar ${there.length} alertas?`}
        confirm="Eliminar"
        danger
        loading={removing.isPending}
        onConfirm={remove}
        onClose={() => {
          setAsking(false)
          removing.reset()
        }}
      >
        <p>Dejarán de mostrarse y no se pueden recuperar.</p>
        {removing.isError && <ErrorNotice error={removing.error} />}
      </ConfirmDialog>
    </div>
  )
}
