/**
 * The pages of the links in mails («no fui yo», and the lock of an account), and the page that unlocks an account. Opening a page
 * decides nothing, because mail scanners open links too.
 */
import { accountSecurityEndpoints } from '@mi-portal/contract/account-security'
import { describePromise } from '@mi-portal/contract/clinic/promise'
import { IconLock, IconMailCheck, IconMailQuestion } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CustomerService } from '../../ui/customer-service.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { AccountDocumentForm } from '../people/account-document/account-document-form.tsx'
import { requestLock, useLockByLink, useReportByLink } from './links.queries.ts'
import { Card, Outcome } from './message-card.tsx'
import { UnlockAccount } from './unlock-account.tsx'

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
          Tu contraseña sigue sirviendo: entra y cámbiala ahora. Suspendimos la entrada con huella o PIN que
          se agregó en esos días; la verás en «Mi seguridad». Si crees que otra persona la conoce, también
          puedes{' '}
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
        suspenderemos las huellas y los PIN recién agregados, no enviaremos contraseñas temporales y la
        clínica revisará tu caso contigo.
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
  return (
    <Card icon={IconLock} title="Bloquear mi cuenta">
      <p>
        Hazlo si perdiste tu teléfono o crees que otra persona usa tu cuenta. Te enviaremos un enlace al
        e-mail de tu cuenta para confirmarlo.
      </p>
      <AccountDocumentForm
        endpoint={accountSecurityEndpoints.requestLock}
        submit="ENVIAR ENLACE"
        send={requestLock}
        onSent={() => setSent(true)}
        showError={(error) => <ErrorNotice error={error} />}
      />
      <TextLink to="/">Volver a iniciar sesión</TextLink>
    </Card>
  )
}
