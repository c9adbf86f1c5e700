/** Recovers a forgotten password: a temporary one is sent to the account's own mailbox. */
import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { documentWithCheck } from '@mi-portal/contract/robot-check'
import { IconMailCheck } from '@tabler/icons-react'
import { Suspense, useEffect, useRef, useState } from 'react'
import { Controller, useForm } from 'react-hook-form'
import { portal } from '../../lib/portal-config.ts'
import { waitForOutcome } from '../../lib/wait-for-outcome.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { DocumentField } from '../../ui/document-field.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { delayMs } from '../../ui/tokens.ts'
import classes from './forgot-password.module.css'
import { recoverPassword } from './profile.queries.ts'

const PassportCountryField = lazyComponent(
  async () => (await import('../people/passport-country-field.tsx')).PassportCountryField,
)

type Home = '/' | '/admin'

export function ForgotPasswordPage() {
  return <ForgotPassword home="/" />
}

export function StaffForgotPasswordPage() {
  return <ForgotPassword home="/admin" />
}

function ForgotPassword({ home }: { home: Home }) {
  const [sent, setSent] = useState<{ email: string | null } | null>(null)
  const [error, setError] = useState<ApiError | null>(null)
  // Only where people of several countries have one passport number.
  const [isCountryAsked, setIsCountryAsked] = useState(false)
  const form = useForm({
    resolver: zodResolver(documentWithCheck),
    defaultValues: { document_type_id: 1 as const, document_number: '', document_country: '' },
  })
  if (sent) return <Sent email={sent.email} home={home} />

  const submit = form.handleSubmit(async (values) => {
    setError(null)
    const result = await waitForOutcome(recoverPassword(values), delayMs.result)
    if (!(result instanceof ApiError)) return setSent({ email: result })
    const fieldError = result.number === undefined ? result.fieldErrorOf('document_number') : undefined
    const countryError = result.fieldErrorOf('document_country')
    setIsCountryAsked((isAsked) => isAsked || countryError !== undefined)
    if (countryError) form.setError('document_country', { message: countryError })
    else if (fieldError) form.setError('document_number', { message: fieldError }, { shouldFocus: true })
    else setError(result)
  })

  return (
    <form noValidate className={classes.form} onSubmit={submit}>
      <div>
        <h1>Recuperar contraseña</h1>
        <p className={classes.lead}>
          Te enviaremos un código temporal al e-mail de tu cuenta. Con él podrás elegir otra contraseña.
        </p>
      </div>
      {error && (
        <Notice
          kind="error"
          title={error.message}
          actions={
            error.number === 2 && home === '/' ? (
              <ButtonLink to="/registrar" size="xs" variant="outline" danger>
                REGISTRARME
              </ButtonLink>
            ) : undefined
          }
        >
          {error.retryAfter !== undefined && 'Espera unos minutos antes de volver a intentar.'}
        </Notice>
      )}
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
        RECUPERAR CONTRASEÑA
      </Button>
      <TextLink to={home} className={classes.back}>
        Volver a iniciar sesión
      </TextLink>
    </form>
  )
}

/** Explains the next step after the request. */
function Sent({ email, home }: { email: string | null; home: Home }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className={classes.form}>
      <span className={classes.mark}>
        <IconMailCheck size={28} stroke={1.75} aria-hidden />
      </span>
      <div role="status">
        <h1 ref={heading} tabIndex={-1}>
          {email ? 'Revisa tu e-mail' : 'Contacta a servicio al cliente'}
        </h1>
        {email ? (
          <>
            <p className={classes.lead}>
              Se ha enviado un código temporal a tu e-mail <strong>{email}</strong>.
            </p>
            <p className={classes.lead}>
              Sirve una sola vez y vence en 30 minutos. Si no lo ves, revisa la carpeta de correo no deseado.
            </p>
          </>
        ) : (
          <p className={classes.lead}>
            Tu cuenta no tiene un e-mail al que podamos escribir. Llama al{' '}
            <PhoneLink number={portal.supportPhone} />.
          </p>
        )}
      </div>
      <ButtonLink to={home} fullWidth>
        INICIAR SESIÓN
      </ButtonLink>
    </section>
  )
}
