/** Shows the code and the link of a share that was just created. They appear only here: in no list of shares. */
import { IconCopy, IconShare2 } from '@tabler/icons-react'
import { useState } from 'react'
import { formatTimestamp } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { Button } from '../../../ui/button.tsx'
import { ResultDialog } from '../../../ui/result-dialog.tsx'

export interface CreatedShare {
  code: string
  link: string
  /** The link as a QR code. */
  qr_svg: string
  expires_at: string
  /** The e-mail address of the recipient. */
  to: string
  /** Whether the link shows several exams. */
  isSeveral: boolean
}

export function SharedDialog({ share, onClose }: { share: CreatedShare; onClose(): void }) {
  const { code, link, qr_svg, expires_at, to, isSeveral } = share
  const spaced = `${code.slice(0, 3)} ${code.slice(3)}`
  return (
    <ResultDialog
      opened
      size={490}
      kind="success"
      title={isSeveral ? 'Los exámenes fueron compartidos con éxito' : 'El examen fue compartido con éxito'}
      action={{ label: 'Entendido', onClick: onClose }}
      onClose={onClose}
    >
      <p>
        Enviamos un enlace a <strong className="wrap-anywhere">{to}</strong>. Para abrirlo necesita este
        código:
      </p>
      <p className="my-3 mx-0 p-3 rounded-md bg-soft type-title font-strong tabular-nums text-center text-on-soft">
        {spaced}
      </p>
      <ShareActions code={spaced} link={link} />
      <img
        className="always-light mx-auto my-3 block rounded-md bg-card p-4"
        src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(qr_svg)}`}
        alt="Código QR con el enlace. No contiene el código de 6 dígitos."
        width={212}
        height={212}
      />
      <p>
        Si están juntos, esa persona puede escanear el código QR para abrir el enlace. Dale el código de 6
        dígitos por otro medio: no lo volveremos a mostrar. El enlace funciona hasta el{' '}
        {formatTimestamp(expires_at)} y puedes revocarlo cuando quieras en «Compartidos».
      </p>
    </ResultDialog>
  )
}

interface Part {
  /** What is copied. */
  text: string
  /** What the sheet of the phone passes on. */
  sheet: ShareData
  copied: string
  sent: string
  failed: string
}

/** Copies the code and the link, or hands one of them to another application of the phone where the browser can. */
function ShareActions({ code, link }: { code: string; link: string }) {
  const [outcome, setOutcome] = useState('')
  const canSend = typeof navigator.share === 'function'
  const parts = {
    code: {
      text: code,
      sheet: {
        text: `Te envié un enlace por correo desde ${portal.product}. Se abre con este código: ${code}`,
      },
      copied: 'Código copiado',
      sent: 'Código enviado',
      failed: 'No pudimos copiarlo. Anótalo.',
    },
    link: {
      text: link,
      sheet: { url: link },
      copied: 'Enlace copiado',
      sent: 'Enlace enviado',
      failed: 'No pudimos copiarlo. El destinatario lo tiene en su correo.',
    },
  } satisfies Record<string, Part>

  async function copy({ text, copied, failed }: Part) {
    setOutcome('')
    try {
      await navigator.clipboard.writeText(text)
      setOutcome(copied)
    } catch {
      setOutcome(failed)
    }
  }

  async function send(part: Part) {
    setOutcome('')
    try {
      await navigator.share(part.sheet)
      setOutcome(part.sent)
    } catch (error) {
      // The user may close the sheet of the phone, which is no error.
      if (error instanceof DOMException && error.name === 'AbortError') return
      await copy(part)
    }
  }

  return (
    <div className="flex flex-wrap items-center justify-center gap-2">
      <Button size="sm" variant="light" leftSection={<IconCopy {...icon} />} onClick={() => copy(parts.code)}>
        Copiar código
      </Button>
      <Button size="sm" variant="light" leftSection={<IconCopy {...icon} />} onClick={() => copy(parts.link)}>
        Copiar enlace
      </Button>
      {canSend && (
        <>
          <Button
            size="sm"
            variant="light"
            leftSection={<IconShare2 {...icon} />}
            onClick={() => send(parts.code)}
          >
            Enviar código
          </Button>
          <Button
            size="sm"
            variant="light"
            leftSection={<IconShare2 {...icon} />}
            onClick={() => send(parts.link)}
          >
            Enviar enlace
          </Button>
        </>
      )}
      <span role="status" className="block type-meta font-normal text-muted wrap-anywhere">
        {outcome}
      </span>
    </div>
  )
}

const icon = { size: 18, stroke: 1.75, 'aria-hidden': true } as const
