/** Lists the user's waiting-list entries and lets the user leave each of them. */
import { useQuery } from '@tanstack/react-query'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { LoadError } from '../../../ui/load-error.tsx'
import { isWaitingListUnsupported, useLeaveWaitingList, waitingQuery } from '../booking.queries.ts'
import { anySiteLabels } from '../slots/any-site.rules.ts'
import { useSiteName } from '../slots/sites.queries.ts'

export function WaitingListEntries() {
  const waits = useQuery(waitingQuery)
  const siteName = useSiteName()
  const stop = useLeaveWaitingList()
  if (isWaitingListUnsupported(waits.error)) return null
  if (waits.isError)
    return (
      <div className="mt-8">
        <LoadError error={waits.error} onRetry={waits.refetch} retrying={waits.isFetching} />
      </div>
    )
  if (!waits.data?.length) return null
  return (
    <section aria-labelledby="waits" className="mt-8">
      <h2 id="waits">Horas que esperas</h2>
      <p className="mt-2 text-muted">Te avisaremos en tus notificaciones cuando se libere una.</p>
      {stop.isError && <ErrorNotice error={stop.error} />}
      <ul className="grid gap-3 mx-0 mt-3 mb-0 p-0 list-none">
        {waits.data.map(({ id, specialty, doctor_name, office_id, patient_full_name }) => (
          <li
            key={id}
            className="portal-card flex flex-wrap items-center justify-between gap-3 p-4 text-muted max-desktop:[&>button]:w-full"
          >
            <div>
              <p className="font-strong text-strong">{specialty.name}</p>
              <p>
                {[
                  doctor_name ?? 'Cualquier profesional',
                  office_id ? siteName(office_id) : anySiteLabels(portal.clinic.sites.length).title,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              <p>Para {patient_full_name}</p>
            </div>
            <Button
              size="sm"
              variant="default"
              aria-label={`Dejar de esperar ${specialty.name} para ${patient_full_name}`}
              loading={stop.isPending && stop.variables === id}
              onClick={() => stop.mutate(id)}
            >
              Dejar de esperar
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}
