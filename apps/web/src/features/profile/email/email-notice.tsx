/** Says on every page that the user's e-mail address is not verified, with the ways to verify or to correct it. */
import { useQuery } from '@tanstack/react-query'
import { describeOwnMail } from '../../../lib/notified.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { Notice } from '../../../ui/notice.tsx'
import classes from '../profile.module.css'
import { emailStateQuery, useResendVerification } from './email.queries.ts'

export function EmailNotice() {
  const user = useCurrentUser()
  const canAsk = user !== null && !user.temporary_key_status
  const { data } = useQuery({ ...emailStateQuery(user?.id ?? 0), enabled: canAsk })
  if (!user || !canAsk || !data || data.verified) return null
  return (
    <div className={classes.notice}>
      <Unverified email={data.email} pending={data.pending} isPatient={user.rol === 'STANDART_ROLE'} />
    </div>
  )
}

interface UnverifiedProps {
  email: string | null
  /** A new address that waits for its link. */
  pending: string | null
  isPatient: boolean
}

function Unverified({ email, pending, isPatient }: UnverifiedProps) {
  const resend = useResendVerification()
  const canResend = email !== null && pending === null
  return (
    <>
      <Notice
        kind="warning"
        title="Verifica tu correo"
        actions={
          <>
            {canResend && (
              <Button size="xs" loading={resend.isPending} onClick={() => resend.mutate()}>
                Reenviar
              </Button>
            )}
            {isPatient && (
              <ButtonLink
                to="/dashboard/perfil"
                search={{ tab: 'cambiar-datos' }}
                size="xs"
                variant={canResend ? 'subtle' : undefined}
              >
                Corregir mi correo
              </ButtonLink>
            )}
          </>
        }
      >
        {explain(email, pending)}
        {isPatient &&
          ' Mientras tanto no te enviamos por correo resultados ni avisos de tus horas: los ves aquí, en el portal.'}
      </Notice>
      {resend.data && (
        <Notice kind={resend.data.not_notified ? 'warning' : 'success'} announce>
          {describeOwnMail(resend.data)}.
          {!resend.data.not_notified && ' Abre su enlace; si no lo ves, revisa los no deseados.'}
        </Notice>
      )}
      {resend.isError && <ErrorNotice error={resend.error} />}
    </>
  )
}

function explain(email: string | null, pending: string | null): string {
  if (pending !== null) return `Abre el enlace que enviamos a ${pending}.`
  if (email === null) return 'Tu cuenta no tiene un correo.'
  return `Falta saber que ${email} es tuyo. Abre el enlace del mensaje de verificación, o pide otro.`
}
