import { describeReminderDays } from '@mi-portal/contract/booking/visit-settings'
import { useQuery } from '@tanstack/react-query'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { consentsQuery, useSwitchReminders } from './consents.queries.ts'

/** Switches the reminders of the user's appointments off and on, in all channels. */
export function RemindersCard() {
  const query = useQuery(consentsQuery)
  return (
    <section className="portal-card grid gap-3 p-6" aria-labelledby="recordatorios">
      <h2 id="recordatorios">Recordatorios de tus horas</h2>
      <QueryContent query={query}>{({ reminders }) => <Switch on={reminders} />}</QueryContent>
    </section>
  )
}

function Switch({ on }: { on: boolean }) {
  const turn = useSwitchReminders()
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 [&>p]:flex-[1_1_260px] max-desktop:[&>button]:flex-[1_1_100%]">
      <p>
        {on
          ? `Te recordamos tus horas ${describeReminderDays(portal.clinic.reminder_days)}, por los canales que elegiste.`
          : 'No te enviamos recordatorios de tus horas.'}
      </p>
      <Button size="sm" variant="default" loading={turn.isPending} onClick={() => turn.mutate(!on)}>
        {on ? 'Dejar de recibir recordatorios' : 'Volver a recibir recordatorios'}
      </Button>
      {turn.isError && <ErrorNotice error={turn.error} />}
    </div>
  )
}
