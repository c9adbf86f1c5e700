import { describeReminderDays } from '@mi-portal/contract/booking/visit-settings'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { portal } from '../../../lib/portal-config.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { useRemindersOff } from './reminders.queries.ts'

/** Page of the link in a reminder e-mail. Opening it changes nothing, because mail scanners open links too. */
export function RemindersOffPage() {
  const { token = '' } = useParams({ strict: false })
  const off = useRemindersOff(token)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (off.isSuccess) heading.current?.focus()
  }, [off.isSuccess])
  return (
    <section className="portal-card grid gap-4 max-w-[560px] my-0 mx-auto p-6">
      <div role="status">
        <h1 ref={heading} tabIndex={-1}>
          {off.isSuccess ? 'No recibirás más recordatorios' : 'Recordatorios de tus horas'}
        </h1>
        <p>
          {off.isSuccess
            ? 'Tus horas siguen reservadas; las encuentras en tus consultas médicas.'
            : `Te escribimos ${describeReminderDays(portal.clinic.reminder_days)} de cada hora. Puedes dejar de recibir estos correos.`}
        </p>
      </div>
      {off.isError && <ErrorNotice error={off.error} />}
      {off.isSuccess ? (
        <ButtonLink to="/">IR AL INICIO</ButtonLink>
      ) : (
        <Button loading={off.isPending} onClick={() => off.mutate()}>
          NO RECIBIR RECORDATORIOS
        </Button>
      )}
    </section>
  )
}
