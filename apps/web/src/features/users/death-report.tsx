/** Reports the death of a person, or that one was recorded by mistake, for another member of staff to confirm. */
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { User } from '@mi-portal/contract/users'
import { toDay } from '@mi-portal/contract/values/dates'
import { useState } from 'react'
import { now } from '../../lib/clock.ts'
import { formatDay } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { WaitingNotice } from '../confirmations/waiting-changes.tsx'
import { useReportDeath } from './users.queries.ts'

const buttonsLook = 'flex flex-wrap justify-end gap-3 max-desktop:flex-col-reverse max-desktop:items-stretch'

export function DeathReport({ user }: { user: User }) {
  const [isAsking, setIsAsking] = useState(false)
  const [day, setDay] = useState('')
  const report = useReportDeath(user.id)
  const isRecorded = user.deceased_on !== undefined
  const name = formatFullName(user)
  function close() {
    setIsAsking(false)
    report.reset()
  }
  return (
    <section className="portal-card grid gap-4 p-6 max-desktop:p-4 mt-4" aria-labelledby="fallecimiento">
      <h2 id="fallecimiento">Fallecimiento</h2>
      {isRecorded && (
        <Notice kind="warning" title="Se registró el fallecimiento de esta persona">
          {user.deceased_on ? `Día: ${formatDay(user.deceased_on)}. ` : ''}No puede iniciar sesión ni recibe
          mensajes.
        </Notice>
      )}
      {report.isSuccess ? (
        <WaitingNotice announce />
      ) : (
        <div className={buttonsLook}>
          <Button variant="outline" danger={!isRecorded} onClick={() => setIsAsking(true)}>
            {isRecorded ? 'Corregir: la persona vive' : 'Registrar fallecimiento'}
          </Button>
        </div>
      )}
      {isAsking && !report.isSuccess && (
        <FormDialog
          title={isRecorded ? `¿${name} vive?` : `¿Registrar el fallecimiento de ${name}?`}
          onClose={close}
        >
          {report.isError && <ErrorNotice error={report.error} />}
          <p>
            {isRecorded
              ? 'Podrá iniciar sesión de nuevo. Las horas canceladas y los accesos que terminaron no vuelven.'
              : 'Cuando otra persona del equipo lo confirme se cerrará la cuenta, terminarán los accesos que dio, se cancelarán sus horas y no recibirá más mensajes. Hazlo solo con el certificado a la vista.'}
          </p>
          {!isRecorded && (
            <DateField
              label="Día del fallecimiento (opcional)"
              value={day}
              max={toDay(now())}
              opensAt={toDay(now())}
              autoComplete="off"
              onChange={setDay}
            />
          )}
          <div className={buttonsLook}>
            <Button variant="default" disabled={report.isPending} onClick={close}>
              Volver
            </Button>
            <Button
              danger={!isRecorded}
              loading={report.isPending}
              onClick={() => report.mutate({ deceased: !isRecorded, deceased_on: day || null })}
            >
              Pedir confirmación
            </Button>
          </div>
        </FormDialog>
      )}
    </section>
  )
}
