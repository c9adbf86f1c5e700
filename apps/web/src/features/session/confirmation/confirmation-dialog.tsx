/**
 * Asks for the password or a passkey before a sensitive change. The dialog is above the page, which keeps its typed input. The call
 * that waits is repeated after the confirmation.
 */
import { zodResolver } from '@hookform/resolvers/zod'
import { ApiError } from '@mi-portal/contract/api-error'
import { passwordConfirmation, sessionConfirmationEndpoints } from '@mi-portal/contract/session-confirmation'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { call } from '../../../lib/call.ts'
import { sessionConfirmation } from '../../../lib/call-questions.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import dialogClasses from '../../../ui/dialogs.module.css'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { showServerErrors } from '../../../ui/server-errors.ts'
import { TextField } from '../../../ui/text-field.tsx'
import { confirmWithPasskey, passkeysQuery } from '../passkey.queries.ts'
import classes from '../session.module.css'
import { fallback } from '../session.queries.ts'

export function ConfirmationDialog({ onClose }: { onClose(): void }) {
  const form = useForm({ resolver: zodResolver(passwordConfirmation), defaultValues: { password: '' } })
  const { register, setFocus } = form
  const { errors, isSubmitting } = form.formState
  const [needsCode, setNeedsCode] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const [isAsking, setIsAsking] = useState(false)
  const { data: passkeys } = useQuery(passkeysQuery)
  const hasPasskey = passkeys?.available && passkeys.passkeys.length > 0
  useEffect(() => setFocus(needsCode ? 'code' : 'password'), [needsCode, setFocus])

  const submit = form.handleSubmit(async (body) => {
    setError(null)
    try {
      const { confirmed } = await call(sessionConfirmationEndpoints.confirm, { body }, { fallback })
      if (confirmed) sessionConfirmation.resolve(true)
      else setNeedsCode(true)
    } catch (cause) {
      if (!(cause instanceof ApiError)) throw cause
      showServerErrors(cause, form, ['password', 'code'])
      const wrong = (['password', 'code'] as const).find((field) => cause.fieldErrorOf(field))
      if (wrong) setFocus(wrong)
      else setError(cause)
    }
  })

  async function confirmByPasskey() {
    setError(null)
    setIsAsking(true)
    try {
      await confirmWithPasskey()
      sessionConfirmation.resolve(true)
    } catch (cause) {
      const { passkeyMessageOf } = await import('../passkey-device.flow.ts')
      const message = passkeyMessageOf(cause)
      if (message !== null) setError(cause instanceof Error ? new Error(message, { cause }) : null)
    }
    setIsAsking(false)
  }
  const isBusy = isSubmitting || isAsking

  return (
    <Dialog
      opened
      size={490}
      title="Confirma que eres tú"
      closeOnClickOutside={false}
      onClose={isBusy ? undefined : onClose}
    >
      <form noValidate onSubmit={submit} className={classes.form}>
        <p className={classes.lead}>
          Para proteger tu cuenta, ingresa tu contraseña antes de continuar. Lo que escribiste en la página
          sigue ahí.
        </p>
        <PasswordField {...register('password')} label="Contraseña" error={errors.password?.message} />
        {needsCode && (
          <TextField
            {...register('code')}
            label="Código"
            description="El de tu aplicación de autenticación, o uno de tus códigos de recuperación."
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={32}
            error={errors.code?.message}
          />
        )}
        {error && <ErrorNotice error={error} />}
        {hasPasskey && (
          <Button
            variant="light"
            fullWidth
            disabled={isSubmitting}
            loading={isAsking}
            onClick={confirmByPasskey}
          >
            Confirmar con passkey
          </Button>
        )}
        <div className={dialogClasses.actions}>
          <Button variant="default" disabled={isBusy} onClick={onClose}>
            CANCELAR
          </Button>
          <Button type="submit" disabled={isAsking} loading={isSubmitting}>
            CONFIRMAR
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
