/** Recovers a forgotten password: a temporary one is sent to the account's own mailbox. */
import { profileEndpoints } from '@mi-portal/contract/profile'
import { IconMailCheck } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { AccountDocumentForm } from '../people/account-document/account-document-form.tsx'
import { recoverPassword } from './profile.queries.ts'

const leadLook = 'mt-2 text-muted [&_strong]:text-strong [&_strong]:wrap-anywhere'

type Home = '/' | '/admin'

export function ForgotPasswordPage() {
  return <ForgotPassword home="/" />
}

export function StaffForgotPasswordPage() {
  return <ForgotPassword home="/admin" />
}

function ForgotPassword({ home }: { home: Home }) {
  const [sent, setSent] = useState<{ email: string | null } | null>(null)
  if (sent) return <Sent email={sent.email} home={home} />
  return (
    <section className="grid gap-4">
      <div>
        <h1>Recuperar contraseña</h1>
        <p className={leadLook}>
          Te enviaremos un código temporal al e-mail de tu cuenta. Con él podrás elegir otra contraseña.
        </p>
      </div>
      <AccountDocumentForm
        endpoint={profileEndpoints.recover}
        submit="RECUPERAR CONTRASEÑA"
        send={recoverPassword}
        onSent={(email) => setSent({ email })}
        showError={(error) => (
          <Notice
            kind="error"
            title={error.message}
            actions={
              error.number === 2 && home === '/' ? (
                <ButtonLink to="/registrar" size="xs" variant="outline">
                  REGISTRARME
                </ButtonLink>
              ) : undefined
            }
          >
            {error.retryAfter !== undefined && 'Espera unos minutos antes de volver a intentar.'}
          </Notice>
        )}
      />
      <TextLink to={home} className="justify-self-center p-3 -m-3">
        Volver a iniciar sesión
      </TextLink>
    </section>
  )
}

/** Explains the next step after the request. */
function Sent({ email, home }: { email: string | null; home: Home }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="grid gap-4">
      <span className="size-[52px] grid place-items-center rounded-picture bg-soft text-on-soft">
        <IconMailCheck size={28} stroke={1.75} aria-hidden />
      </span>
      <div role="status">
        <h1 ref={heading} tabIndex={-1}>
          {email ? 'Revisa tu e-mail' : 'Contacta a servicio al cliente'}
        </h1>
        {email ? (
          <>
            <p className={leadLook}>
              Se ha enviado un código temporal a tu e-mail <strong>{email}</strong>.
            </p>
            <p className={leadLook}>
              Sirve una sola vez y vence en 30 minutos. Si no lo ves, revisa la carpeta de correo no deseado.
            </p>
          </>
        ) : (
          <p className={leadLook}>
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
