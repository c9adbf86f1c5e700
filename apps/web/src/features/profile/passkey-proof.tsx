/** Asks for the passkey of an account whose owner chooses a password after signing in with a temporary one. */
import { useState } from 'react'
import { portal } from '../../lib/portal-config.ts'
import { Button } from '../../ui/button.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { confirmWithPasskey } from '../session/passkey.queries.ts'

/** `onProven` is called after the passkey was confirmed. */
export function PasskeyProof({ onProven }: { onProven(): void }) {
  const [isAsking, setIsAsking] = useState(false)
  const [error, setError] = useState<Error | null>(null)

  async function confirm() {
    setError(null)
    setIsAsking(true)
    try {
      await confirmWithPasskey()
      onProven()
    } catch (cause) {
      const { getPasskeyMessage } = await import('../session/passkey-device.flow.ts')
      const message = getPasskeyMessage(cause)
      if (message !== null) setError(new Error(message, { cause }))
    }
    setIsAsking(false)
  }

  return (
    <>
      <Notice
        kind="warning"
        announce
        title="Confirma que eres tú"
        actions={
          <Button size="xs" loading={isAsking} onClick={confirm}>
            Confirmar con huella o PIN
          </Button>
        }
      >
        Entras con huella o PIN: confirma así para guardar tu nueva contraseña. Si ya no puedes, llámanos al{' '}
        <PhoneLink number={portal.supportPhone} />.
      </Notice>
      {error && <ErrorNotice error={error} />}
    </>
  )
}
