/** Gives a person at the counter, whose document staff checked, the code with which they remove a lost second factor. */

import { documentUnchecked } from '@mi-portal/contract/account-security'
import { useState } from 'react'
import { formatTime } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import dialogClasses from '../../ui/dialogs.module.css'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import classes from './staff-account.module.css'
import { sawDocument, useGiveResetCode } from './staff-account.queries.ts'

interface ResetCodeDialogProps {
  userId: number
  /** The full name of the account's owner. */
  name: string
  onClose(): void
}

export function ResetCodeDialog({ userId, name, onClose }: ResetCodeDialogProps) {
  const give = useGiveResetCode(userId)
  const [isChecked, setChecked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  if (give.isSuccess)
    return (
      <Dialog opened size={490} title={`Código para ${name}`} closeOnClickOutside={false} onClose={onClose}>
        <p role="status" className={classes.code}>
          {give.data.code.slice(0, 4)} {give.data.code.slice(4)}
        </p>
        <p>
          Sirve una vez, hasta las {formatTime(give.data.expires_at)}. La persona inicia sesión con su
          contraseña en su propio teléfono o computador, elige «Perdí mi teléfono y mis códigos» y lo escribe.
          No lo envíes por e-mail ni por teléfono.
        </p>
        <div className={dialogClasses.actions}>
          <Button data-autofocus onClick={onClose}>
            Listo
          </Button>
        </div>
      </Dialog>
    )
  return (
    <ConfirmDialog
      opened
      title={`¿Dar un código a ${name}?`}
      confirm="Crear código"
      loading={give.isPending}
      onConfirm={() => {
        setMissing(!isChecked)
        if (isChecked) give.mutate()
      }}
      onClose={onClose}
    >
      {give.isError && <ErrorNotice error={give.error} />}
      <p>
        Hazlo solo con la persona presente. Con el código y su contraseña quitará su código extra y su entrada
        con huella o PIN. Tu nombre queda registrado.
      </p>
      <CheckBox
        checked={isChecked}
        error={isMissing && !isChecked ? documentUnchecked : undefined}
        onChange={setChecked}
      >
        {sawDocument}
      </CheckBox>
    </ConfirmDialog>
  )
}
