/** Says what waits for a second member of staff, who decides it until when, and what happens otherwise. */
import { confirmationDays, confirmationLabels, hoursAlone } from '@mi-portal/contract/confirmations'
import { useQuery } from '@tanstack/react-query'
import { formatTimestamp } from '../../lib/dates.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { ChangedValues } from './changed-values.tsx'
import { waitingChangesQuery } from './confirmations.queries.ts'

export const waitsForAnother = 'Queda por confirmar por otra persona del equipo'

export const waitingSteps = `Avísale ahora: lo decide en «Por confirmar» dentro de ${confirmationDays} días; después hay que pedirlo de nuevo. Si no hay otra persona que pueda, se hace a las ${hoursAlone} horas.`

/** Stands where a change was requested. `announce`: for a request of just now. */
export function WaitingNotice(props: { title?: string; announce?: boolean }) {
  return (
    <Notice kind="info" announce={props.announce} title={props.title ?? waitsForAnother}>
      {waitingSteps} <TextLink to="/admin/por-confirmar">Ver lo que espera</TextLink>
    </Notice>
  )
}

/** Lists on the page of a person what waits for a second member of staff. */

export function WaitingChanges({ personId }: { personId: number }) {
  const query = useQuery(waitingChangesQuery(personId))
  if (query.isError)
    return <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
  if (!query.data || query.data.length === 0) return null
  return (
    <div className="mb-4">
      <Notice kind="info" title={waitsForAnother}>
        {query.data.map(({ id, kind, changes, requested_by, requested_at, expires_at, effective_at }) => (
          <div key={id}>
            <p>
              {confirmationLabels[kind]}: lo pidió {requested_by}, {formatTimestamp(requested_at)}.{' '}
              {effective_at === null
                ? `Otra persona del equipo lo decide antes del ${formatTimestamp(expires_at)}; después hay que pedirlo de nuevo.`
                : `Se hará ${formatTimestamp(effective_at)}, porque no hay otra persona del equipo que lo confirme.`}
            </p>
            <ChangedValues changes={changes} />
          </div>
        ))}
        <p>
          Se decide en <TextLink to="/admin/por-confirmar">Por confirmar</TextLink>.
        </p>
      </Notice>
    </div>
  )
}
