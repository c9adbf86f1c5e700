/**
 * The pages of the links in mails («no fui yo», and the lock of an account), and the page that unlocks an account. Opening a page
 * decides nothing, because mail scanners open links too.
 */
import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { documentWithCheck } from '@mi-portal/contract/robot-check'
import { IconLock, IconMailCheck, IconMailQuestion } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { Suspense, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { portal } from '../../lib/portal-config.ts'
import { waitForOutcome } from '../../lib/wait-for-outcome.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CustomerService } from '../../ui/customer-service.tsx'
import { DocumentField } from '../../ui/document-field.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { delayMs } from '../../ui/tokens.ts'
import classes from './links.module.css'
import { requestLock, useLockByLink, useReportByLink } from './links.queries.ts'
import { Card, Outcome } from './message-card.tsx'
import { UnlockAccount } from './unlock-account.tsx'

const PassportCountryField = lazyComponent(
  async () => (await import('../people/passport-country-field.tsx')).PassportCountryField,
)

/** The token in the address of the outcome, after the user did the same while signed in. */
const done = 'listo'

/** The page of `/proteger/no-fui-yo/…`, `/proteger/bloquear/…` and `/proteger/desbloquear`. */
export function ProtectAccountPage() {
  const { what, token } = useParams({ strict: false })
  if (what === 'no-fui-yo' && token !== undefined) return <ReportUse token={token} />
  if (what === 'desbloquear') return <UnlockAccount />
  if (token === undefined) return <RequestLock />
  return token === done ? <Locked /> : <LockByLink token={token} />
}

function ReportUse({ token }: { token: string }) {
  const report = useReportByLink(token)
  if (token === done || report.isSuccess)
    return (
      <Outcome title="Cerramos todas tus sesiones" action={<ButtonLink to="/">INICIAR SESIÓN</ButtonLink>}>
        <p>
          Gracias por avisar. No enviaremos contraseñas temporales hasta revisarlo contigo, y la clínica ya
          tiene tu caso. Te responderá en un plazo de {describePromise(portal.clinic.promises.contact)}.
        </p>
        <p>
          Tu contraseña sigue sirviendo: entra y cámbiala ahora. Suspendimos las passkeys que se agregaron en
          esos días; las verás en «Mi seguridad». Si crees que otra persona la conoce, también puedes{' '}
          <TextLink to="/proteger/$what/{-$token}" params={{ what: 'bloquear' }}>
            bloquear tu cuenta
          </TextLink>
          .
        </p>
      </Outcome>
    )
  return (
    <Card icon={IconMailQuestion} title="¿No fuiste tú?">
      <p>
        Si no reconoces lo que dice el correo, avísanos. Cerraremos todas las sesiones de tu cuenta,
        suspenderemos las passkeys recién agregadas, no enviaremos contraseñas temporales y la clínica
        revisará tu caso contigo.
      </p>
      {report.isError && (
        <ErrorNotice error={report.error}>
          <CustomerService />
        </ErrorNotice>
      )}
      <Button danger loading={report.isPending} onClick={() => report.mutate()}>
        NO FUI YO
      </Button>
    </Card>
  )
}

function LockByLink({ token }: { token: string }) {
  const lock = useLockByLink(token)
  if (lock.isSuccess) return <Locked />
  return (
    <Card icon={IconLock} title="Bloquear tu cuenta">
      <p>
        Cerraremos tus sesiones y los enlaces que compartiste. Nadie podrá iniciar sesión ni recuperar la
        contraseña hasta que desbloquees tu cuenta en la clínica, con tu documento de identidad.
      </p>
      {lock.isError && (
        <ErrorNotice error={lock.error}>
          <CustomerService />
        </ErrorNotice>
      )}
      <Button danger loading={lock.isPending} onClick={() => lock.mutate()}>
        BLOQUEAR MI CUENTA
      </Button>
    </Card>
  )
}

function Locked() {
  return (
    <Outcome title="Tu cuenta está bloqueada" action={<ButtonLink to="/">Volver al inicio</ButtonLink>}>
      <p>
        Cerramos todas las sesiones. Nadie puede iniciar sesión ni recuperar la contraseña. Tus horas siguen
        reservadas.
      </p>
      <p>
        Para desbloquearla, ven a la clínica con tu documento de identidad o{' '}
        <TextLink to="/proteger/$what/{-$token}" params={{ what: 'desbloquear' }}>
          valida tu identidad otra vez
        </TextLink>
        .
      </p>
      <p>
        <CustomerService />
      </p>
    </Outcome>
  )
}

/** Asks for the document of the account to lock. The answer does not say whether the account exists. */
function RequestLock() {
  const [sent, setSent] = useState(false)
  const [error, setError] = useState<ApiError | null>(null)
  // Only where people of several countries have one passport number.
  const [isCountryAsked, setIsCountryAsked] = useState(false)
  const form = useForm({
    resolver: zodResolver(documentWithCheck),
    defaultValues: { document_type_id: 1 as const, document_number: '', document_country: '' },
  })
  if (sent)
    return (
      <Outcome
        icon={IconMailCheck}
        title="Revisa tu e-mail"
        action={<ButtonLink to="/">Volver al inicio</ButtonLink>}
      >
        <p>
          Si existe una cuenta con ese documento, enviamos a su e-mail un enlace para bloquearla. Sirve una
          vez y vence en 2 horas.
        </p>
        <p>
          ¿No te llega o no puedes leer ese e-mail? Llámanos y la bloqueamos. <CustomerService />
        </p>
      </Outcome>
    )
  const submit = form.handleSubmit(async (values) => {
    setError(null)
    const result = await waitForOutcome(requestLock(values), delayMs.result)
    if (!(result instanceof ApiError)) return setSent(true)
    const fieldError = result.number === undefined ? result.fieldErrorOf('document_number') : undefined
    const countryError = result.fieldErrorOf('document_country')
    setIsCountryAsked((isAsked) => isAsked || countryError !== undefined)
    if (countryError) form.setError('document_country', { message: countryError })
    else if (fieldError) form.setError('document_number', { message: fieldError }, { shouldFocus: true })
    else setError(result)
  })
  return (
    <Card icon={IconLock} title="Bloquear mi cuenta">
      <p>
        Hazlo si perdiste tu teléfono o crees que otra persona usa tu cuenta. Te enviaremos un enlace al
        e-mail de tu cuenta para confirmarlo.
      </p>
      <form noValidate className={classes.form} onSubmit={submit}>
        {error && <ErrorNotice error={error} />}
        <Controller
          control={form.control}
          name="document_number"
          render={({ field, fieldState }) => (
            <DocumentField
              type={form.watch('document_type_id')}
              onTypeChange={(type) => {
                form.setValue('document_type_id', type)
                form.setValue('document_number', '')
                form.setValue('document_country', '')
                setIsCountryAsked(false)
                form.clearErrors()
              }}
              number={field.value}
              onNumberChange={field.onChange}
              onNumberBlur={field.onBlur}
              numberRef={field.ref}
              error={fieldState.error?.message}
            />
          )}
        />
        {isCountryAsked && (
          <Suspense>
            <PassportCountryField
              value={form.watch('document_country') ?? ''}
              onChange={(code) => form.setValue('document_country', code, { shouldValidate: true })}
              error={form.formState.errors.document_country?.message}
            />
          </Suspense>
        )}
        <Button type="submit" fullWidth loading={form.formState.isSubmitting}>
          ENVIAR ENLACE
        </Button>
      </form>
      <TextLink to="/">Volver a iniciar sesión</TextLink>
    </Card>
  )
}
