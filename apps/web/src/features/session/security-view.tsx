import { IconShieldLock } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'
import classes from './session.module.css'

/** Replaces the form after the account was used on another device. `message` is the server's, if it sent one. */
export function SecurityView(props: {
  message?: string
  recoverTo: '/olvido-contrasena' | '/admin/olvido-contrasena'
  onSignIn(): void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes.form}>
      <span className={classes.shield}>
        <IconShieldLock size={28} stroke={1.75} aria-hidden />
      </span>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Cerramos tu sesión
        </h1>
        <p className={classes.lead} role="alert">
          {props.message ??
            'Por seguridad cerramos esta sesión, porque tu cuenta se usó en otro dispositivo.'}
        </p>
        <p className={classes.lead}>Si no fuiste tú, recupera tu contraseña ahora.</p>
      </div>
      <Button fullWidth onClick={props.onSignIn}>
        INICIAR SESIÓN
      </Button>
      <ButtonLink to={props.recoverTo} variant="outline" fullWidth onClick={props.onSignIn}>
        RECUPERAR CONTRASEÑA
      </ButtonLink>
    </section>
  )
}
