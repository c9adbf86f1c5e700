/** The outcomes of a registration, shown in place of the form. */

import { CallError } from '@mi-portal/contract/call-error'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import classes from './registration-results.module.css'

interface RegistrationSucceededProps {
  email: string
  pending: boolean
  /** Key of the page on which the applicant follows the application; null if the account is enabled. */
  applicationKey: string | null
}

export function RegistrationSucceeded({ email, pending, applicationKey }: RegistrationSucceededProps) {
  return (
    <Result
      kind="success"
      title="Registro exitoso"
      icon={<IconCircleCheck size={32} stroke={1.75} aria-hidden />}
    >
      {pending ? (
        <p>
          Estamos validando tu identidad. Te enviaremos el resultado a <strong>{email}</strong> en un plazo de{' '}
          {describePromise(portal.clinic.promises.identity)}.
        </p>
      ) : (
        <p>
          Te enviaremos un e-mail de confirmación a <strong>{email}</strong>. Ya puedes ingresar con tu
          documento y tu contraseña.
        </p>
      )}
      {applicationKey && (
        <ButtonLink to="/registro/$key" params={{ key: applicationKey }} fullWidth>
          VER MI REGISTRO
        </ButtonLink>
      )}
      <ButtonLink to="/" fullWidth variant={applicationKey ? 'outline' : undefined}>
        IR A {portal.product.toUpperCase()}
      </ButtonLink>
    </Result>
  )
}

export function RegistrationFailed(props: { error: Error; onRetry(): void; onRepeatCheck(): void }) {
  const proofIsOver = props.error instanceof CallError && props.error.fieldErrorOf('solem') !== undefined
  return (
    <Result
      kind="error"
      title="Ha ocurrido un error"
      icon={<IconAlertCircle size={32} stroke={1.75} aria-hidden />}
    >
      <p>{props.error.message}</p>
      <Button fullWidth onClick={props.onRetry}>
        REINTENTAR
      </Button>
      {proofIsOver && (
        <ButtonLink to="/registrar" variant="outline" fullWidth onClick={props.onRepeatCheck}>
          Validar mi identidad
        </ButtonLink>
      )}
    </Result>
  )
}

function Result(props: { kind: 'success' | 'error'; title: string; icon: ReactNode; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    heading.current?.focus()
    window.scrollTo(0, 0)
  }, [])
  return (
    <section className={`portal-card ${classes.result}`} role={props.kind === 'error' ? 'alert' : 'status'}>
      <span className={`${classes.icon} ${classes[props.kind]}`}>{props.icon}</span>
      <h1 ref={heading} tabIndex={-1}>
        {props.title}
      </h1>
      {props.children}
    </section>
  )
}
