/** The passkeys of the signed-in user: adding, renaming and removing them. */
import { passkeyName, passkeyNameLength } from '@mi-portal/contract/passkeys/passkey-name'
import { type Passkey, passkeyEndpoints, passkeyLimits } from '@mi-portal/contract/passkeys/passkeys'
import { IconFingerprint } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { formatTimestamp } from '../../lib/dates.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import dialogClasses from '../../ui/dialogs.module.css'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { ContractForm, FormEnd, type SaveMutation, useContractForm } from '../../ui/form/contract-form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { QueryContent } from '../../ui/query-content.tsx'
import { passkeysQuery } from '../session/passkey.queries.ts'
import { useAddPasskey, useRemovePasskey, useRenamePasskey } from './passkeys.queries.ts'

export function PasskeysSection() {
  const query = useQuery(passkeysQuery)
  return (
    <section className="portal-card grid gap-4 max-w-choice p-6 max-desktop:p-4" aria-labelledby="passkeys">
      <h2 id="passkeys">Huella o PIN</h2>
      <p className="text-muted">Entra con tu huella, tu cara o el PIN de tu dispositivo, sin contraseña.</p>
      <QueryContent query={query}>
        {({ passkeys, available }) =>
          available ? <Passkeys passkeys={passkeys} /> : <p>No está disponible en esta dirección.</p>
        }
      </QueryContent>
    </section>
  )
}

function Passkeys({ passkeys }: { passkeys: readonly Passkey[] }) {
  const [opened, setOpened] = useState<
    { kind: 'add' } | { kind: 'rename' | 'remove'; passkey: Passkey } | null
  >(null)
  const [added, setAdded] = useState(false)
  const close = () => setOpened(null)
  const isFull = passkeys.length >= passkeyLimits.perAccount
  return (
    <>
      {added && <Notice kind="success" announce title="Quedó lista. Ya puedes entrar con tu huella o PIN." />}
      {passkeys.length === 0 ? (
        <p>Aún no agregas ninguna.</p>
      ) : (
        <ul className="plain-list grid" aria-label="Tus huellas y PIN">
          {passkeys.map((passkey) => (
            <li
              key={passkey.id}
              className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4 px-0 border-t border-t-line-strong"
            >
              <IconFingerprint size={24} stroke={1.75} aria-hidden />
              <div className="grid flex-[1_1_220px] type-meta wrap-anywhere [&_strong]:type-body">
                <strong>{passkey.name}</strong>
                <span className="text-muted">Agregada el {formatTimestamp(passkey.created_at)}</span>
                <span className="text-muted">
                  {passkey.last_used_at
                    ? `Último uso: ${formatTimestamp(passkey.last_used_at)}`
                    : 'Todavía no la usas'}
                </span>
                {passkey.suspended && (
                  <span>
                    <strong>Suspendida:</strong> avisaste que no fuiste tú y podría ser de otra persona. No
                    sirve para entrar. Quítala, y si era tuya agrégala de nuevo.
                  </span>
                )}
              </div>
              <div className="flex flex-wrap gap-2">
                {!passkey.suspended && (
                  <Button
                    size="xs"
                    variant="subtle"
                    aria-label={`Cambiar nombre de ${passkey.name}`}
                    onClick={() => setOpened({ kind: 'rename', passkey })}
                  >
                    Cambiar nombre
                  </Button>
                )}
                <Button
                  size="xs"
                  variant="subtle"
                  danger
                  aria-label={`Quitar ${passkey.name}`}
                  onClick={() => setOpened({ kind: 'remove', passkey })}
                >
                  Quitar
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {isFull && <p className="text-muted">Tienes {passkeyLimits.perAccount}, el máximo de una cuenta.</p>}
      <div className="flex justify-end max-desktop:grid">
        <Button variant="soft" disabled={isFull} onClick={() => setOpened({ kind: 'add' })}>
          AGREGAR HUELLA O PIN
        </Button>
      </div>
      {opened?.kind === 'add' && (
        <AddDialog
          onClose={close}
          onAdded={() => {
            setAdded(true)
            close()
          }}
        />
      )}
      {opened?.kind === 'rename' && <RenameDialog passkey={opened.passkey} onClose={close} />}
      {opened?.kind === 'remove' && <RemoveDialog passkey={opened.passkey} onClose={close} />}
    </>
  )
}

function AddDialog({ onAdded, onClose }: { onAdded(): void; onClose(): void }) {
  const add = useAddPasskey()
  return (
    <NameDialog
      title="Agregar huella o PIN"
      lead="Ponle un nombre para reconocerla. Luego tu dispositivo te pedirá tu huella, tu cara o tu PIN."
      name="Mi dispositivo"
      action="CONTINUAR"
      // A user who closes the window of the browser knows why nothing was added.
      save={{
        ...add,
        error: add.error && 'cancelled' in add.error && add.error.cancelled ? null : add.error,
      }}
      onSent={onAdded}
      onClose={onClose}
    />
  )
}

function RenameDialog({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const rename = useRenamePasskey()
  return (
    <NameDialog
      title="Cambiar nombre"
      name={passkey.name}
      action="GUARDAR"
      save={{ ...rename, mutate: (name, on) => rename.mutate({ id: passkey.id, name }, on) }}
      onSent={onClose}
      onClose={onClose}
    />
  )
}

function RemoveDialog({ passkey, onClose }: { passkey: Passkey; onClose(): void }) {
  const remove = useRemovePasskey()
  return (
    <ConfirmDialog
      opened
      danger
      title={`¿Quitar «${passkey.name}»?`}
      confirm="QUITAR"
      cancel="CANCELAR"
      loading={remove.isPending}
      onConfirm={() => remove.mutate(passkey.id, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>Ya no podrás entrar con ella. Puedes borrarla también en los ajustes de tu dispositivo.</p>
      {remove.isError && <ErrorNotice error={remove.error} />}
    </ConfirmDialog>
  )
}

interface NameDialogProps {
  title: string
  lead?: string
  name: string
  action: string
  save: SaveMutation<string>
  onSent(): void
  onClose(): void
}

const request = { ...passkeyEndpoints.rename, body: passkeyName }

function NameDialog({ title, lead, name, action, save, onSent, onClose }: NameDialogProps) {
  const kit = useContractForm(request, {
    values: { name },
    save,
    send: (values, on) => save.mutate(values.name, on),
    onSent,
  })
  return (
    <Dialog
      opened
      size={490}
      title={title}
      closeOnClickOutside={false}
      onClose={save.isPending ? undefined : onClose}
    >
      <ContractForm kit={kit} className="grid gap-4">
        {lead && <p className="text-muted">{lead}</p>}
        <kit.Field.Text
          name="name"
          data-autofocus
          label="Nombre"
          description="Por ejemplo: Teléfono de Camila."
          maxLength={passkeyNameLength}
        />
        <FormEnd
          kit={kit}
          className={dialogClasses.actions}
          submit={action}
          cancel="CANCELAR"
          onCancel={onClose}
        />
      </ContractForm>
    </Dialog>
  )
}
