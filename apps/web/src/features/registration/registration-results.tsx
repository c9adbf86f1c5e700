/** The outcomes of a registration, shown in place of the form. */

import { CallError } from '@mi-portal/contract/calls/call-error'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import type { Notified } from '@mi-portal/contract/notified'
import { IconAlertCircle, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { describeOwnMail } from '../../lib/notified.ts'
import { portal } from '../../lib/portal-config.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import classes from './registration-results.module.css'

interface RegistrationSucceededProps {
  pending: boolean
  /** Key of the page on which the applicant follows the application; null if the account is enabled. */
  applicationKey: string | null
  notified: Notified
}

export function RegistrationSucceeded({ pending, applicationKey, notified }: RegistrationSucceededProps) {
  const mail = describeOwnMail(notified)
  return (
    <Result
      kind="success"
      title="Registro exitoso"
      icon={<IconCircleCheck size={32} stroke={1.75} aria-hidden />}
    >
      {pending ? (
        <p>
          Estamos validando tu identidad. En un plazo de {describePromise(portal.clinic.promises.identity)}{' '}
          verás el resultado en la página de tu registro.
        </p>
      ) : (
        <p>Ya puedes ingresar con tu documento y tu contraseña.</p>
      )}
      {mail !== null && <p className="wrap-anywhere">{mail}.</p>}
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
