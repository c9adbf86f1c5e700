/** The super administrators' page of alerts, with a form and a table. */
import type { Alert } from '@mi-portal/contract/alerts/alerts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { AlertForm } from './alert-form.tsx'
import { alertsAdminQuery } from './alerts.queries.ts'
import { AlertsTable } from './alerts-table.tsx'

export function AlertsPage() {
  const query = useQuery(alertsAdminQuery)
  const [editing, setEditing] = useState<Alert | null>(null)
  // Key of the form; each time it is filled, a new form is mounted.
  const [filling, setFilling] = useState(0)

  function edit(alert: Alert | null) {
    setEditing(alert)
    setFilling(filling + 1)
  }

  return (
    <>
      <PageHeading
        title="Administrador de alertas"
        lead="Las alertas activas se muestran arriba en las páginas públicas."
      />
      <div className="grid gap-6">
        <AlertForm
          key={filling}
          alert={editing}
          onSaved={() => edit(null)}
          onReload={async () => {
            const { data } = await query.refetch()
            edit(data?.find(({ id }) => id === editing?.id) ?? null)
          }}
          onCancel={() => edit(null)}
        />
        <QueryContent query={query}>
          {(alerts) => (
            <AlertsTable
              alerts={alerts}
              onEdit={edit}
              onRemoved={(ids) => {
                if (editing && ids.includes(editing.id)) edit(null)
              }}
            />
          )}
        </QueryContent>
      </div>
    </>
  )
}
