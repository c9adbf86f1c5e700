import type { Failure } from '@mi-portal/contract/failure'
import { portal } from '../../lib/portal-config.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import type { Area } from './session.queries.ts'
import { refusalCode } from './session.rules.ts'

/** Refusals that end the matter and are told in a dialog. */
export function isPopup(refusal: Failure): boolean {
  return refusal.number === refusalCode.cameOfAge || refusal.number === refusalCode.profileDeleted
}

const invalid = 'Usuario o contraseña inválida'

/** Why a sign-in was refused, above the form, with the ways on. */
export function SignInRefusal(props: {
  area: Area
  refusal: Failure
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
      // Staff are not told which documents have an account.
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
    case refusalCode.robotCheck:
      return (
        <Notice kind="error" title={refusal.message} actions={retry}>
          <CustomerService />
        </Notice>
      )
    case refusalCode.tooManyTries:
      return (
        <Notice kind="error" title={refusal.message} actions={retry}>
          {refusal.retryAfter !== undefined && waitText(refusal.retryAfter)}
        </Notice>
      )
    default:
      return (
        <Notice kind="error" title="Ha ocurrido un error" actions={retry}>
          {refusal.message}
        </Notice>
      )
  }
}

/** Where somebody can help. */
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

/** `Podrás volver a intentar en 2 minutos.` for a wait in seconds. */
function waitText(seconds: number): string {
  if (seconds < 60) return `Podrás volver a intentar en ${seconds} ${seconds === 1 ? 'segundo' : 'segundos'}.`
  const minutes = Math.ceil(seconds / 60)
  return `Podrás volver a intentar en ${minutes} ${minutes === 1 ? 'minuto' : 'minutos'}.`
}
