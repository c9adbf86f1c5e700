import type { Reply } from '@mi-portal/contract/calls/endpoint'
import type { installationEndpoints } from '@mi-portal/contract/installation'
import { IconMailForward } from '@tabler/icons-react'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useSendTestMail } from './installation.queries.ts'

type Outcome = Reply<typeof installationEndpoints.sendTestMail>

const failures: Readonly<Record<Exclude<Outcome['result'], 'sent'>, string>> = {
  noServer: 'No hay un servidor de correo configurado',
  refused: 'El servidor de correo rechazó el mensaje',
  failed: 'El servidor de correo no aceptó el mensaje por ahora',
  unreachable: 'El servidor de correo no responde, o no acepta el usuario y la contraseña',
}

/** Sends a test message to the signed-in person and shows what the mail server answered. */
export function MailSection({ hasServer }: { hasServer: boolean }) {
  const send = useSendTestMail()
  return (
    <div className="grid grid-cols-1 gap-4">
      <p>
        {hasServer
          ? 'El portal avisa por correo de cuentas, horas y resultados. Envíate un correo de prueba y comprueba que llega.'
          : 'El portal avisa por correo de cuentas, horas y resultados, y todavía no tiene un servidor de correo. Define SMTP_URL y MAIL_FROM en la configuración del servidor y reinícialo.'}
      </p>
      <div className="flex flex-wrap gap-3 max-desktop:*:flex-[1_1_100%]">
        <Button
          variant="default"
          loading={send.isPending}
          leftSection={<IconMailForward size={20} stroke={1.75} aria-hidden />}
          onClick={() => send.mutate()}
        >
          Enviarme un correo de prueba
        </Button>
      </div>
      {send.isError && <ErrorNotice error={send.error} />}
      {send.isSuccess && <SendResult outcome={send.data} />}
      <p className="m-0 text-muted">
        Los demás correos del portal se ven y se prueban en{' '}
        <TextLink to="/admin/mailing">Probar Emails</TextLink>.
      </p>
    </div>
  )
}

function SendResult({ outcome: { result, recipient, reason } }: { outcome: Outcome }) {
  if (result === 'sent')
    return (
      <Notice kind="success" announce title={`El servidor de correo aceptó el mensaje para ${recipient}`}>
        Si no llega en unos minutos, revisa el correo no deseado.
      </Notice>
    )
  return (
    <Notice kind="error" title={failures[result]}>
      {reason ?? 'Define SMTP_URL en la configuración del servidor y reinícialo.'}
    </Notice>
  )
}
