import type { ApiError } from '@mi-portal/contract/api-error'
import { portal } from '../../lib/portal-config.ts'
import { robotCheckNumber } from '../../lib/robot-check.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import type { Area } from './session.queries.ts'
import { refusalCode } from './session.rules.ts'

const invalid = 'Usuario o contraseña inválida'

/** Shows above the form why a sign-in was rejected, and the next steps. */
export function SignInRefusal(props: {
  area: Area
  refusal: ApiError
  recoverTo: '/olvido-contrasena' | '/admin/olvido-contrasena'
  onRetry(): void
}) {
  const { area, refusal } = props
  const retry = (
    <Button size="xs" danger onClick={props.onRetry}>
      REINTENTAR
    </Button>
  )
  switch (refusal.number) {
    case refusalCode.wrongPassword:
      return <Invalid retry={retry} recoverTo={props.recoverTo} />
    case refusalCode.noAccount:
      // Staff do not learn which documents have an account.
      if (area === 'staff') return <Invalid retry={retry} recoverTo={props.recoverTo} />
      return (
        <Notice
          kind="error"
          title={refusal.message}
          actions={
            <>
              {retry}
              <ButtonLink to="/registrar" size="xs" variant="outline" danger>
                REGISTRARME
              </ButtonLink>
            </>
          }
        />
      )
    case refusalCode.disabled:
    case refusalCode.awaitingValidation:
    case robotCheckNumber:
      return (
        <ErrorNotice error={refusal} actions={retry}>
          <CustomerService />
        </ErrorNotice>
      )
    case refusalCode.tooManyTries:
      return (
        <ErrorNotice error={refusal} actions={retry}>
          {refusal.retryAfter !== undefined && waitText(refusal.retryAfter)}
        </ErrorNotice>
      )
    default:
      return <ErrorNotice error={refusal} title="Ha ocurrido un error" actions={retry} />
  }
}

/** The phone number of customer service. */
export function CustomerService() {
  return (
    <>
      Servicio al cliente: <PhoneLink number={portal.supportPhone} />
    </>
  )
}

function Invalid({
  retry,
  recoverTo,
}: {
  retry: React.ReactNode
  recoverTo: '/olvido-contrasena' | '/admin/olvido-contrasena'
}) {
  return (
    <Notice
      kind="error"
      title={invalid}
      actions={
        <>
          {retry}
          <ButtonLink to={recoverTo} size="xs" variant="outline" danger>
            RECUPERAR CONTRASEÑA
          </ButtonLink>
        </>
      }
    />
  )
}

/** Formats a wait in seconds as `Podrás volver a intentar en 2 minutos.` */
function waitText(seconds: number): string {
  if (seconds < 60) return `Podrás volver a intentar en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`
  const minutes = Math.ceil(seconds / 60)
  return `Podrás volver a intentar en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`
}
