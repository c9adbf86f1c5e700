/** What staff do for the security of another person's account: lock and unlock it, and reset a lost second factor. */
import {
  type AccountState,
  documentUnchecked,
  type LockReason,
  lockReasonLabels,
  lockReasons,
} from '@mi-portal/contract/account-security'
import type { Notified } from '@mi-portal/contract/notified'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { CheckBox } from '../../ui/check-box.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { NotifiedNotice } from '../../ui/notified-notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'
import { WaitingNotice } from '../confirmations/waiting-changes.tsx'
import { ResetCodeDialog } from './reset-code-dialog.tsx'
import {
  accountStateQuery,
  sawDocument,
  useLockUser,
  useRequestReset,
  useUnlockUser,
} from './staff-account.queries.ts'

const buttonsLook = 'flex flex-wrap justify-end gap-3 max-desktop:flex-col-reverse max-desktop:items-stretch'

interface StaffAccountProps {
  userId: number
  /** The full name of the account's owner. */
  name: string
}

type Action = 'lock' | 'unlock' | 'reset' | 'code'

export function StaffAccount({ userId, name }: StaffAccountProps) {
  const query = useQuery(accountStateQuery(userId))
  const [action, setAction] = useState<Action | null>(null)
  const [asked, setAsked] = useState(false)
  const [locked, setLocked] = useState<Notified | null>(null)
  const close = () => setAction(null)
  return (
    <section
      className="portal-card grid gap-4 p-6 max-desktop:p-4 mt-4"
      aria-labelledby="seguridad-de-la-cuenta"
    >
      <h2 id="seguridad-de-la-cuenta">Seguridad de la cuenta</h2>
      <QueryContent query={query} skeleton={<BlockSkeleton height={96} />}>
        {(state) => (
          <>
            <State state={state} />
            {locked && <NotifiedNotice title="La cuenta quedó bloqueada" answer={locked} />}
            {asked && <WaitingNotice announce />}
            <div className={buttonsLook}>
              {state.second_factor && (
                <Button variant="outline" onClick={() => setAction('code')}>
                  Dar código en persona
                </Button>
              )}
              {state.second_factor && !asked && (
                <Button variant="outline" onClick={() => setAction('reset')}>
                  Quitar código extra
                </Button>
              )}
              {(state.locked_at !== null || state.recovery_frozen_at !== null) && (
                <Button variant="outline" onClick={() => setAction('unlock')}>
                  Desbloquear
                </Button>
              )}
              {state.locked_at === null && (
                <Button variant="outline" danger onClick={() => setAction('lock')}>
                  Bloquear cuenta
                </Button>
              )}
            </div>
          </>
        )}
      </QueryContent>
      {action === 'lock' && <LockDialog userId={userId} name={name} onLocked={setLocked} onClose={close} />}
      {action === 'unlock' && <UnlockDialog userId={userId} name={name} onClose={close} />}
      {action === 'code' && <ResetCodeDialog userId={userId} name={name} onClose={close} />}
      {action === 'reset' && (
        <ResetDialog userId={userId} name={name} onAsked={() => setAsked(true)} onClose={close} />
      )}
    </section>
  )
}

function State({ state }: { state: AccountState }) {
  const { locked_at, recovery_frozen_at, second_factor } = state
  return (
    <dl className="grid gap-2 m-0 [&>div]:flex [&>div]:flex-wrap [&>div]:gap-x-4 [&>div]:gap-y-1 [&_dt]:min-w-[8.25rem] [&_dt]:text-muted [&_dd]:m-0 [&_dd]:text-strong [&_dd]:font-strong">
      <div>
        <dt>Estado</dt>
        <dd>{locked_at === null ? 'Sin bloqueo' : `Bloqueada desde ${formatTimestamp(locked_at)}`}</dd>
      </div>
      {recovery_frozen_at !== null && (
        <div>
          <dt>Recuperación</dt>
          <dd>Detenida desde {formatTimestamp(recovery_frozen_at)}: la persona avisó «no fui yo»</dd>
        </div>
      )}
      <div>
        <dt>Código extra</dt>
        <dd>{second_factor ? 'Activado' : 'Desactivado'}</dd>
      </div>
    </dl>
  )
}

type DialogProps = StaffAccountProps & { onClose(): void }

function LockDialog({ userId, name, onLocked, onClose }: DialogProps & { onLocked(answer: Notified): void }) {
  const lock = useLockUser(userId)
  const [reason, setReason] = useState<LockReason | ''>('')
  const [isMissing, setMissing] = useState(false)
  return (
    <FormDialog
      onClose={() => {
        if (!lock.isPending) onClose()
      }}
      title={`¿Bloquear la cuenta de ${name}?`}
    >
      <div className="grid gap-4">
        {lock.isError && <ErrorNotice error={lock.error} />}
        <p>
          Se cierran sus sesiones y nadie puede iniciar sesión ni recuperar la contraseña. Se desbloquea solo
          en persona.
        </p>
        <SelectField
          label="Motivo"
          options={lockReasons.map((id) => ({ id, name: lockReasonLabels[id] }))}
          value={reason}
          error={isMissing && reason === '' ? 'Selecciona un motivo' : undefined}
          onChange={(chosen) => setReason(lockReasons.find((known) => known === chosen) ?? '')}
        />
        <div className={buttonsLook}>
          <Button variant="default" disabled={lock.isPending} onClick={onClose}>
            Volver
          </Button>
          <Button
            danger
            loading={lock.isPending}
            onClick={() => {
              setMissing(reason === '')
              if (reason === '') return
              lock.mutate(reason, {
                onSuccess: (answer) => {
                  onLocked(answer)
                  onClose()
                },
              })
            }}
          >
            Bloquear
          </Button>
        </div>
      </div>
    </FormDialog>
  )
}

function UnlockDialog({ userId, name, onClose }: DialogProps) {
  const unlock = useUnlockUser(userId)
  const [isChecked, setChecked] = useState(false)
  const [isMissing, setMissing] = useState(false)
  return (
    <ConfirmDialog
      opened
      title={`¿Desbloquear la cuenta de ${name}?`}
      confirm="Desbloquear"
      loading={unlock.isPending}
      onConfirm={() => {
        setMissing(!isChecked)
        if (isChecked) unlock.mutate(undefined, { onSuccess: onClose })
      }}
      onClose={onClose}
    >
      {unlock.isError && <ErrorNotice error={unlock.error} />}
      <p>
        Hazlo solo con la persona presente. Revisa también que su e-mail sea el suyo: si la cuenta estaba
        bloqueada, tendrá que pedir una contraseña temporal, porque la anterior deja de servir.
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

function ResetDialog({ userId, name, onAsked, onClose }: DialogProps & { onAsked(): void }) {
  const reset = useRequestReset(userId)
  return (
    <ConfirmDialog
      opened
      title={`¿Quitar el código extra de ${name}?`}
      confirm="Pedir confirmación"
      loading={reset.isPending}
      onConfirm={() =>
        reset.mutate(undefined, {
          onSuccess: () => {
            onAsked()
            onClose()
          },
        })
      }
      onClose={onClose}
    >
      {reset.isError && <ErrorNotice error={reset.error} />}
      <p>
        Es para quien perdió su teléfono y sus códigos de recuperación, y no puede venir. Comprueba quién lo
        pide. Se quitan su código extra y su entrada con huella o PIN. Otra persona del equipo debe
        confirmarlo.
      </p>
    </ConfirmDialog>
  )
}
