/** The people whom staff have to call, because a change was notified to no one. Each stays listed until a member of staff ticks it. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import classes from './agenda.module.css'
import { callsDueQuery, finishCall } from './agenda.queries.ts'

export function CallsDue() {
  const query = useQuery(callsDueQuery)
  const client = useQueryClient()
  const finish = useMutation({
    mutationFn: finishCall,
    onSettled: () => client.invalidateQueries({ queryKey: callsDueQuery.queryKey }),
  })
  if (query.isError) return <ErrorNotice error={query.error} />
  if (!query.data || query.data.length === 0) return null
  return (
    <section className={classes.exceptions} aria-labelledby="por-llamar">
      <h2 id="por-llamar">Por llamar</h2>
      <p>A estas personas nadie les avisó: no tienen una cuenta en el portal.</p>
      {finish.isError && <ErrorNotice error={finish.error} />}
      <ul>
        {query.data.map(({ id, patient_full_name, phone, text, created_at }) => (
          <li key={id} className="portal-card">
            <div>
              <b>{patient_full_name}</b>
              <span className={classes.small}>
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
          </li>
        ))}
      </ul>
    </section>
  )
}
