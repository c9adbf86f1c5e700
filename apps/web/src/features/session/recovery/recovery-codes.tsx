/**
 * Shows the recovery codes for a lost phone, to copy, download or print. They are shown once, so the button is disabled until the
 * user has saved them.
 */
import { IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import { now } from '../../../lib/clock.ts'
import { formatTimestamp } from '../../../lib/dates.ts'
import { portal } from '../../../lib/portal-config.ts'
import { useCurrentUser } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { Notice } from '../../../ui/notice.tsx'
import factorClasses from '../second-factor.module.css'
import classes from './recovery-codes.module.css'

interface RecoveryCodesProps {
  codes: readonly string[]
  /** What happened, above the codes. */
  done: string
  onDone(): void
}

const iconSize = { size: 18, stroke: 1.75, 'aria-hidden': true } as const

export function RecoveryCodes({ codes, done, onDone }: RecoveryCodesProps) {
  const [isStored, setIsStored] = useState(false)
  const [copied, setCopied] = useState(false)
  const text = codes.join('\n')

  function copy() {
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  }

  function download() {
    const address = URL.createObjectURL(new Blob([`${text}\n`], { type: 'text/plain' }))
    const link = document.createElement('a')
    link.href = address
    link.download = 'codigos-de-recuperacion.txt'
    link.click()
    URL.revokeObjectURL(address)
  }

  return (
    <section className="portal-card grid gap-4 max-w-choice p-6 max-desktop:p-4" aria-labelledby="codigos">
      <h2 id="codigos">Guarda tus códigos de recuperación</h2>
      <Notice kind="success" announce title={done} />
      <p>
        Si pierdes tu teléfono, cada uno de estos códigos te deja entrar una vez. No volveremos a mostrarlos.
      </p>
      <ul className={factorClasses.codes} aria-label="Códigos de recuperación">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap items-center gap-3">
        <Button size="sm" variant="light" leftSection={<IconCopy {...iconSize} />} onClick={copy}>
          Copiar
        </Button>
        <Button size="sm" variant="light" leftSection={<IconDownload {...iconSize} />} onClick={download}>
          Descargar
        </Button>
        <Button
          size="sm"
          variant="light"
          leftSection={<IconPrinter {...iconSize} />}
          onClick={() => window.print()}
        >
          Imprimir
        </Button>
        <span role="status" className="text-muted">
          {copied && 'Códigos copiados'}
        </span>
      </div>
      <CheckBox checked={isStored} onChange={setIsStored}>
        Ya guardé mis códigos en un lugar seguro
      </CheckBox>
      {!isStored && <p className="text-muted">Para continuar, confirma que los guardaste.</p>}
      <div className="flex flex-wrap items-center gap-3 justify-end max-desktop:flex-col-reverse max-desktop:items-stretch">
        <Button disabled={!isStored} onClick={onDone}>
          LISTO
        </Button>
      </div>
      <PrintedCodes codes={codes} />
    </section>
  )
}

/** The sheet of paper: the codes, the name, the date and what the codes are for. The screen does not show it. */
function PrintedCodes({ codes }: { codes: readonly string[] }) {
  const user = useCurrentUser()
  return createPortal(
    <div className={classes.sheet} data-paper aria-hidden>
      <h1>Códigos de recuperación de {portal.product}</h1>
      <p>
        {user?.first_name} · {formatTimestamp(now().toISOString())}
      </p>
      <ol>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ol>
      <p>
        Si pierdes tu teléfono, escribe uno de estos códigos después de tu contraseña. Cada código sirve una
        vez. Guarda esta hoja donde solo tú la encuentres, y no anotes tu contraseña en ella.
      </p>
    </div>,
    document.body,
  )
}
