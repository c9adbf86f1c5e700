import type { CallError } from '@mi-portal/contract/calls/call-error'
import { robotCheckNumber } from '../../lib/robot-check.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CustomerService } from '../../ui/customer-service.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { Area } from './session.queries.ts'
import { signInErrorNumber } from './session.rules.ts'

const invalidCredentials = 'Usuario o contraseña inválida'

/** Shows above the form why a sign-in was rejected, and the next steps. */
export function SignInError(props: {
  area: Area
  error: CallError
  recoverTo: '/olvido-contrasena' | '/admin/olvido-contrasena'
  onRetry(): void
}) {
  const { area, error } = props
  const retry = (
    <Button size="xs" onClick={props.onRetry}>
      REINTENTAR
    </Button>
  )
  switch (error.number) {
    case signInErrorNumber.wrongPassword:
      return <InvalidCredentials retry={retry} recoverTo={props.recoverTo} />
    case signInErrorNumber.noAccount:
      // Staff do not learn which documents have an account.
      if (area === 'staff') return <InvalidCredentials retry={retry} recoverTo={props.recoverTo} />
      return (
        <Notice
          kind="error"
          title={error.message}
          actions={
            <>
              {retry}
              <ButtonLink to="/registrar" size="xs" variant="outline">
                REGISTRARME
              </ButtonLink>
            </>
          }
        />
      )
    case signInErrorNumber.locked:
      return (
        <ErrorNotice
          error={error}
          actions={
            area === 'patient' ? (
              <ButtonLink
                to="/proteger/$what/{-$token}"
                params={{ what: 'desbloquear' }}
                size="xs"
                variant="outline"
                danger
              >
                DESBLOQUEAR
              </ButtonLink>
            ) : (
              retry
            )
          }
        >
          <CustomerService />
        </ErrorNotice>
      )
    case signInErrorNumber.disabled:
    case signInErrorNumber.awaitingValidation:
    case robotCheckNumber:
      return (
        <ErrorNotice error={error} actions={retry}>
          <CustomerService />
        </ErrorNotice>
      )
    case signInErrorNumber.tooManyAttempts:
      return (
        <ErrorNotice error={error} actions={retry}>
          {error.retryAfter !== undefined && formatWait(error.retryAfter)}
        </ErrorNotice>
      )
    default:
      return <ErrorNotice error={error} title="Ha ocurrido un error" actions={retry} />
  }
}

function InvalidCredentials({
  retry,
  recoverTo,
}: {
  retry: React.ReactNode
  recoverTo: '/olvido-contrasena' | '/admin/olvido-contrasena'
}) {
  return (
    <Notice
      kind="error"
      title={invalidCredentials}
      actions={
        <>
          {retry}
          <ButtonLink to={recoverTo} size="xs" variant="outline">
            RECUPERAR CONTRASEÑA
          </ButtonLink>
        </>
      }
    />
  )
}

/** Formats a wait in seconds as `Podrás volver a intentar en 2 minutos.` */
function formatWait(seconds: number): string {
  if (seconds < 60) return `Podrás volver a intentar en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`
  const minutes = Math.ceil(seconds / 60)
  return `Podrás volver a intentar en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`
}
