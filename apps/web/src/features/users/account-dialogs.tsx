/** Actions of staff on an account in the list, each with a confirmation. */

import { CallError } from '@mi-portal/contract/calls/call-error'
import { formatFullName } from '@mi-portal/contract/fields/full-name'
import type { ListedUser } from '@mi-portal/contract/users'
import { useEffect } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { delayMs } from '../../ui/tokens.ts'
import { waitingSteps, waitsForAnother } from '../confirmations/waiting-changes.tsx'
import { useDisableUser, useEnableUser, useTemporaryPassword } from './users.queries.ts'
import { waitsForColleague } from './users.rules.ts'

interface AccountDialogProps {
  user: ListedUser
  onClose(): void
}

export function DisableDialog({ user, onClose }: AccountDialogProps) {
  const disable = useDisableUser()
  if (disable.isError)
    return <ErrorDialog title="No ha sido posible deshabilitar" error={disable.error} onClose={onClose} />
  return (
    <ConfirmDialog
      opened
      danger
      title={`¿Quieres deshabilitar a ${formatFullName(user)}?`}
      confirm="Deshabilitar"
      loading={disable.isPending}
      onConfirm={() => disable.mutate(user, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>
        No podrá iniciar sesión, y las sesiones que tenga abiertas terminan ahora. Puedes habilitarlo de
        nuevo.
      </p>
    </ConfirmDialog>
  )
}

export function EnableDialog({ user, onClose, onEdit }: AccountDialogProps & { onEdit(): void }) {
  const enable = useEnableUser()
  if (enable.isError) {
    // Missing data of the account can be filled in on the edit page.
    const lacking = enable.error instanceof CallError && enable.error.status === 400
    return (
      <ErrorDialog
        title="No ha sido posible habilitar"
        error={enable.error}
        action={lacking ? { label: 'Editar usuario', onClick: onEdit } : undefined}
        onClose={onClose}
      />
    )
  }
  if (enable.data && enable.data.length > 0)
    return (
      <ResultDialog opened kind="success" title={waitsForAnother} onClose={onClose}>
        La cuenta de {formatFullName(user)} {waitsForColleague} {waitingSteps}
      </ResultDialog>
    )
  return (
    <ConfirmDialog
      opened
      title={`¿Quieres habilitar a ${formatFullName(user)}?`}
      confirm="Habilitar"
      loading={enable.isPending}
      onConfirm={() =>
        enable.mutate(user, {
          onSuccess: (waiting) => {
            if (waiting.length === 0) onClose()
          },
        })
      }
      onClose={onClose}
    >
      <p>
        Podrá iniciar sesión de nuevo. Si eliminó su cuenta, otra persona del equipo debe confirmarlo antes.
      </p>
    </ConfirmDialog>
  )
}

export function TemporaryPasswordDialog({ user, onClose }: AccountDialogProps) {
  const send = useTemporaryPassword()
  const { isSuccess } = send

  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(onClose, delayMs.temporaryPasswordClose)
    return () => clearTimeout(timer)
  }, [isSuccess, onClose])

  if (send.isError)
    return (
      <ErrorDialog
        title="No ha sido posible enviar la contraseña temporal"
        error={send.error}
        action={{ label: 'REINTENTAR', onClick: () => send.mutate(user) }}
        onClose={onClose}
      />
    )
  if (isSuccess)
    return (
      <ResultDialog opened kind="success" title="Contraseña temporal enviada" onClose={onClose}>
        {send.data === null
          ? 'La cuenta no tiene e-mail: agrega uno para que la persona pueda recibirla.'
          : `Enviamos un correo a ${send.data}. Esta ventana se cierra sola.`}
      </ResultDialog>
    )
  return (
    <ConfirmDialog
      opened
      title="¿Enviar una contraseña temporal?"
      confirm="Enviar"
      loading={send.isPending}
      onConfirm={() => send.mutate(user)}
      onClose={onClose}
    >
      <p>
        {formatFullName(user)} recibirá por e-mail una contraseña temporal que dura 30 minutos. La que tiene
        ahora sigue sirviendo hasta que la use.
      </p>
    </ConfirmDialog>
  )
}

function ErrorDialog(props: {
  title: string
  error: Error
  action?: { label: string; onClick(): void }
  onClose(): void
}) {
  return (
    <ResultDialog
      opened
      kind="error"
      error={props.error}
      title={props.title}
      action={props.action}
      secondary={props.action ? { label: 'Cerrar', onClick: props.onClose } : undefined}
      onClose={props.onClose}
    >
      {props.error.message}
    </ResultDialog>
  )
}
