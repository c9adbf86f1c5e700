import { IconShieldLock } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Button, ButtonLink } from '../../ui/button.tsx'

/** Replaces the form after the account was used on another device. `message` is the server's, if it sent one. */
export function SecurityView(props: {
  message?: string
  recoverTo: '/olvido-contrasena' | '/admin/olvido-contrasena'
  onSignIn(): void
}) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid gap-4">
      <span className="size-[52px] grid place-items-center rounded-picture bg-attention-soft text-attention">
        <IconShieldLock size={28} stroke={1.75} aria-hidden />
      </span>
      <div>
        <h1 ref={heading} tabIndex={-1}>
          Cerramos tu sesión
        </h1>
        <p className="mt-2 text-muted" role="alert">
          {props.message ??
            'Por seguridad cerramos esta sesión, porque tu cuenta se usó en otro dispositivo.'}
        </p>
        <p className="mt-2 text-muted">Si no fuiste tú, recupera tu contraseña ahora.</p>
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
