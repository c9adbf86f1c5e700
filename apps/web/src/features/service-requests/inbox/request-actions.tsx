/** Who is in charge of a request, and whether it is closed. */

import type { Reply } from '@mi-portal/contract/calls/endpoint'
import { inboxEndpoints } from '@mi-portal/contract/service-requests/inbox'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTimestamp } from '../../../lib/dates.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Cluster, Stack } from '../../../ui/layout/layout.tsx'
import { NotifiedNotice } from '../../../ui/notified-notice.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { assigneesQuery, useChangeRequest } from './inbox.queries.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Request = Reply<typeof inboxEndpoints.open>['request']

export function RequestActions({ request }: { request: Request }) {
  const { matter, id, assignee, closed_at } = request
  const query = useQuery(assigneesQuery(matter, id))
  const assignees = query.data ?? (assignee === null ? [] : [assignee])
  const user = useCurrentUser()
  const { assign, close, reopen } = useChangeRequest(matter, id)
  const [isClosing, setIsClosing] = useState(false)
  const mayTake = assignee?.id !== user?.id && assignees.some((one) => one.id === user?.id)
  const error = query.error ?? assign.error ?? reopen.error
  return (
    <Stack>
      <SelectField
        label="Responsable"
        placeholder="Sin asignar"
        options={[
          ...(assignee === null ? [] : [{ id: 0, name: 'Sin asignar' }]),
          ...assignees.map((one) => ({ id: one.id, name: one.full_name })),
        ]}
        value={assignee === null ? '' : String(assignee.id)}
        onChange={(chosen) => assign.mutate(chosen === '' || chosen === '0' ? null : Number(chosen))}
        loading={query.isPending}
        disabled={assign.isPending}
      />
      {closed_at !== null && <p>Cerrada el {formatTimestamp(closed_at)}.</p>}
      {close.data && <NotifiedNotice title="La solicitud se cerró" answer={close.data} />}
      {error && <ErrorNotice error={error} />}
      <Cluster className="justify-end max-desktop:*:flex-[1_1_140px]">
        {mayTake && user && (
          <Button variant="outline" loading={assign.isPending} onClick={() => assign.mutate(user.id)}>
            Asignármela
          </Button>
        )}
        {matter !== 'privacy' &&
          (closed_at === null ? (
            <Button variant="default" onClick={() => setIsClosing(true)}>
              Cerrar solicitud
            </Button>
          ) : (
            <Button variant="default" loading={reopen.isPending} onClick={() => reopen.mutate()}>
              Reabrir
            </Button>
          ))}
      </Cluster>
      {isClosing && (
        <ReasonDialog
          endpoint={inboxEndpoints.close}
          id={id}
          title="Cerrar la solicitud"
          description="Lo lee en el portal quien hizo la solicitud. Puede reabrirla durante 30 días."
          submit="Cerrar solicitud"
          save={close}
          onClose={() => setIsClosing(false)}
        />
      )}
    </Stack>
  )
}
