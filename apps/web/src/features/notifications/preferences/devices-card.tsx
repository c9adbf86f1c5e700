/** The devices with push messages: turned on in this browser, listed, and turned off. */
import type { PushDevice } from '@mi-portal/contract/notifications/preferences'
import { formatTimestamp } from '../../../lib/dates.ts'
import { Button } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import classes from './preferences.module.css'
import { useTurnOffPush, useTurnOnPush } from './preferences.queries.ts'
import { findPushObstacle } from './push.queries.ts'

interface DevicesCardProps {
  ownId: number
  /** The public key of the installation. */
  pushKey: string
  devices: readonly PushDevice[]
}

export function DevicesCard({ ownId, pushKey, devices }: DevicesCardProps) {
  const turnOn = useTurnOnPush(ownId)
  const turnOff = useTurnOffPush(ownId)
  const isOnHere = devices.some(({ is_current }) => is_current)
  return (
    <section className={`portal-card ${classes.card}`} aria-labelledby="dispositivos">
      <h2 id="dispositivos">Avisos en tus dispositivos</h2>
      <p className={classes.hint}>Te avisamos en este dispositivo sin mostrar nombres ni resultados.</p>
      {devices.length > 0 && (
        <ul className={classes.devices} aria-label="Dispositivos con avisos">
          {devices.map(({ id, device, created_at, is_current }) => (
            <li key={id}>
              <div>
                <p className={classes.device}>
                  {device}
                  {is_current && ' (este)'}
                </p>
                <p className={classes.hint}>Desde el {formatTimestamp(created_at)}</p>
              </div>
              <Button
                size="sm"
                variant="default"
                aria-label={`Quitar ${device}, desde el ${formatTimestamp(created_at)}`}
                loading={turnOff.isPending && turnOff.variables.id === id}
                onClick={() => turnOff.mutate({ id, isThisBrowser: is_current })}
              >
                Quitar
              </Button>
            </li>
          ))}
        </ul>
      )}
      {turnOff.isError && <ErrorNotice error={turnOff.error} />}
      {turnOn.isError && <ErrorNotice error={turnOn.error} />}
      {!isOnHere && <TurnOn isPending={turnOn.isPending} onTurnOn={() => turnOn.mutate(pushKey)} />}
      {turnOn.isSuccess && isOnHere && (
        <Notice kind="success" announce>
          Activamos los avisos en este dispositivo.
        </Notice>
      )}
    </section>
  )
}

function TurnOn({ isPending, onTurnOn }: { isPending: boolean; onTurnOn(): void }) {
  const obstacle = findPushObstacle()
  if (obstacle === 'unsupported')
    return (
      <Notice kind="info">
        Este navegador no muestra avisos. En un iPhone o iPad, agrega primero el portal a la pantalla de
        inicio.
      </Notice>
    )
  if (obstacle === 'blocked')
    return (
      <Notice kind="info">
        Los avisos de este sitio están bloqueados. Permítelos en los ajustes de tu navegador y vuelve a cargar
        la página.
      </Notice>
    )
  return (
    <div className={classes.buttons}>
      <Button variant="soft" loading={isPending} onClick={onTurnOn}>
        Activar avisos en este dispositivo
      </Button>
    </div>
  )
}
