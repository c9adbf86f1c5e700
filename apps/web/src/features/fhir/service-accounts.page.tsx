/** The super administrators' page of service accounts: a form, the new account's secret, and the list. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { ServiceAccountForm } from './service-account-form.tsx'
import { serviceAccountsQuery } from './service-accounts.queries.ts'
import { ServiceAccountsList } from './service-accounts-list.tsx'

export function ServiceAccountsPage() {
  const query = useQuery(serviceAccountsQuery)
  const [opened, setOpened] = useState<{ name: string; secret: string } | null>(null)

  return (
    <>
      <PageHeading
        title="Cuentas de servicio"
        lead="Los sistemas de la clínica que entregan datos al portal por FHIR, cada uno con su propia clave."
      />
      <div className="grid gap-6">
        <ServiceAccountForm onOpened={setOpened} />
        {opened && (
          <Notice
            kind="success"
            announce
            title={`Clave de ${opened.name}`}
            actions={
              <Button size="xs" variant="outline" onClick={() => setOpened(null)}>
                Ya la guardé
              </Button>
            }
          >
            <p>Cópiala ahora: no se volverá a mostrar.</p>
            <code className="mt-2 inline-block rounded-sm bg-card px-3 py-2 text-strong select-all wrap-anywhere">
              {opened.secret}
            </code>
          </Notice>
        )}
        <QueryContent query={query}>{(accounts) => <ServiceAccountsList accounts={accounts} />}</QueryContent>
      </div>
    </>
  )
}
