/** The two dialogs about the session: it is about to expire, and it has expired. */
import { IconClock, IconClockOff } from '@tabler/icons-react'
import { useState } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import classes from './dialogs.module.css'

/** Two minutes before the end the user may continue or sign out. Closing the dialog continues. */
export function ExpiryWarning(props: {
  secondsLeft: number
  onStay(): Promise<unknown>
  onSignOut(): unknown
}) {
  const [renewing, setRenewing] = useState(false)
  async function stay() {
    setRenewing(true)
    await props.onStay()
    setRenewing(false)
  }
  const minutes = Math.floor(props.secondsLeft / 60)
  const seconds = String(props.secondsLeft % 60).padStart(2, '0')
  return (
    <Dialog
      opened
      onClose={stay}
      closeOnClickOutside={false}
      title="Tu sesión está por expirar"
      centred
      icon={
        <span className={`${classes.icon} ${classes.notice}`}>
          <IconClock size={28} stroke={1.75} aria-hidden />
        </span>
      }
    >
      <div className={classes.text}>
        Por seguridad la cerraremos en{' '}
        <span role="timer">
          {minutes}:{seconds}
        </span>{' '}
        si no sigues usando el portal.
      </div>
      <Button fullWidth data-autofocus loading={renewing} onClick={stay}>
        Seguir conectado
      </Button>
      <Button fullWidth variant="subtle" onClick={props.onSignOut}>
        Cerrar sesión
      </Button>
    </Dialog>
  )
}

/**
 * The session has expired, and the only way is to sign in again: neither Escape nor a click outside closes the
 * dialog, and the page behind it is hidden.
 */
export function SessionExpired(props: { onSignIn(): void }) {
  return (
    <Dialog
      opened
      veiled
      title="La sesión ha expirado"
      centred
      icon={
        <span className={`${classes.icon} ${classes.notice}`}>
          <IconClockOff size={28} stroke={1.75} aria-hidden />
        </span>
      }
    >
      <div className={classes.text}>Por seguridad cerramos tu sesión. Ingresa nuevamente para continuar.</div>
      <Button fullWidth data-autofocus onClick={props.onSignIn}>
        INICIAR SESIÓN
      </Button>
    </Dialog>
  )
}
