import { IconCircleCheck, IconMailQuestion } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { getCurrentUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import classes from '../profile.module.css'
import { useConfirmEmail } from '../profile.queries.ts'

/** The page of the link in the e-mail. Opening it confirms nothing, because mail scanners open links too. */
export function ConfirmEmailPage() {
  const { token = '' } = useParams({ strict: false })
  const confirm = useConfirmEmail(token)
  if (confirm.isSuccess) return <Confirmed email={confirm.data.email} />
  return (
    <section className={`portal-card ${classes.card} ${classes.message}`}>
      <span className={classes.mark}>
        <IconMailQuestion size={28} stroke={1.75} aria-hidden />
      </span>
      <div>
        <h1>Confirma tu e-mail</h1>
        <p className={classes.lead}>
          Desde que lo confirmes, tus avisos y tus códigos llegarán a este e-mail. Si tenías otro, dejamos de
          usarlo.
        </p>
      </div>
      {confirm.isError && <ErrorNotice error={confirm.error} />}
      <Button loading={confirm.isPending} onClick={() => confirm.mutate()}>
        CONFIRMAR MI E-MAIL
      </Button>
    </section>
  )
}

function Confirmed({ email }: { email: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={`portal-card ${classes.card} ${classes.message}`}>
      <span className={`${classes.mark} ${classes.good}`}>
        <IconCircleCheck size={28} stroke={1.75} aria-hidden />
      </span>
      <div role="status">
        <h1 ref={heading} tabIndex={-1}>
          Tu e-mail fue confirmado
        </h1>
        <p className={classes.lead}>
          Desde ahora usaremos <strong>{email}</strong>.
        </p>
      </div>
      {getCurrentUser()?.rol === 'STANDART_ROLE' ? (
        <ButtonLink to="/dashboard/perfil" search={{ tab: 'mis-datos' }}>
          Ver mi perfil
        </ButtonLink>
      ) : (
        <ButtonLink to="/">INICIAR SESIÓN</ButtonLink>
      )}
    </section>
  )
}
