/** The people whom staff have to call, because no message could be sent to them. Each stays listed until it is ticked. */
import { useQuery } from '@tanstack/react-query'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { RowList, Spread } from '../../ui/layout/layout.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { callsDueQuery, useFinishCall } from './calls-due.queries.ts'

export function CallsDue() {
  const query = useQuery(callsDueQuery)
  const finish = useFinishCall()
  if (query.isError)
    return <LoadError error={query.error} onRetry={query.refetch} retrying={query.isFetching} />
  if (!query.data || query.data.length === 0) return null
  return (
    <section className="my-6 grid gap-2" aria-labelledby="por-llamar">
      <h2 id="por-llamar">Por llamar</h2>
      <p>
        A estas personas no pudimos avisarles: no tienen una cuenta o un e-mail. Llámalas hoy y marca «Ya
        llamé»; hasta entonces siguen en esta lista.
      </p>
      {finish.isError && <ErrorNotice error={finish.error} />}
      <RowList>
        {query.data.map(({ id, patient_full_name, phone, text, created_at }) => (
          <li key={id}>
            <Spread className="min-h-18 py-2">
              <div>
                <b>{patient_full_name}</b>
                <span className="type-meta block text-muted">
                  {text} {formatTimestamp(created_at)}.{' '}
                  {phone ? <PhoneLink number={phone} /> : 'No tenemos su teléfono.'}
                </span>
              </div>
              <Button
                size="sm"
                variant="default"
                loading={finish.isPending && finish.variables === id}
                aria-label={`Ya llamé a ${patient_full_name}`}
                onClick={() => finish.mutate(id)}
              >
                Ya llamé
              </Button>
            </Spread>
          </li>
        ))}
      </RowList>
    </section>
  )
}
