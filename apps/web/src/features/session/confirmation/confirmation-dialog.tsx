/**
 * Asks for the password or a passkey before a sensitive change. The dialog is above the page, which keeps its typed input. The call
 * that waits is repeated after the confirmation.
 */
import {
  passwordConfirmation,
  sessionConfirmationEndpoints,
} from '@mi-portal/contract/session/session-confirmation'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionConfirmation } from '../../../lib/call-questions.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import dialogClasses from '../../../ui/dialogs.module.css'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { ContractForm, FormEnd, useContractForm } from '../../../ui/form/contract-form.tsx'
import { confirmWithPasskey, passkeysQuery } from '../passkey.queries.ts'
import { useConfirmSession } from './confirmation.queries.ts'

const request = { ...sessionConfirmationEndpoints.confirm, body: passwordConfirmation }

export function ConfirmationDialog({ onClose }: { onClose(): void }) {
  const [needsCode, setNeedsCode] = useState(false)
  const save = useConfirmSession()
  const kit = useContractForm(request, {
    values: { password: '', code: undefined },
    save,
    send: (body, { onError }) => {
      setError(null)
      save.mutate(body, {
        onSuccess: (isConfirmed) => (isConfirmed ? sessionConfirmation.resolve(true) : setNeedsCode(true)),
        onError,
      })
    },
  })
  const { form, Field } = kit
  const [error, setError] = useState<Error | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { data: passkeys } = useQuery(passkeysQuery)
  const hasPasskey = passkeys?.available && passkeys.passkeys.length > 0
  useEffect(() => form.setFocus(needsCode ? 'code' : 'password'), [needsCode, form])

  async function confirmByPasskey() {
    setError(null)
    save.reset()
    setIsAsking(true)
    try {
      await confirmWithPasskey()
      sessionConfirmation.resolve(true)
    } catch (cause) {
      const { getPasskeyMessage } = await import('../passkey-device.flow.ts')
      const message = getPasskeyMessage(cause)
      if (message !== null) setError(cause instanceof Error ? new Error(message, { cause }) : null)
    }
    setIsAsking(false)
  }
  const isBusy = save.isPending || isAsking

  return (
    <Dialog
      opened
      size={490}
      title="Confirma que eres tú"
      closeOnClickOutside={false}
      onClose={isBusy ? undefined : onClose}
    >
      <ContractForm kit={kit} className="grid gap-4">
        <p className="mt-2 text-muted">
          Para proteger tu cuenta, ingresa tu contraseña antes de continuar. Lo que escribiste en la página
          sigue ahí.
        </p>
        <Field.Password name="password" label="Contraseña" />
        {needsCode && (
          <Field.Text
            name="code"
            label="Código"
            description="El de tu aplicación de autenticación, o uno de tus códigos de recuperación."
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
          />
        )}
        {error && <ErrorNotice error={error} />}
        {hasPasskey && (
          <Button
            variant="light"
            fullWidth
            disabled={save.isPending}
            loading={isAsking}
            onClick={confirmByPasskey}
          >
            Confirmar con huella o PIN
          </Button>
        )}
        <FormEnd
          kit={kit}
          className={dialogClasses.actions}
          submit="CONFIRMAR"
          cancel="CANCELAR"
          onCancel={onClose}
          disabled={isAsking}
        />
      </ContractForm>
    </Dialog>
  )
}
