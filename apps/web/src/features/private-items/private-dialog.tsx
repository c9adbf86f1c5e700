/** Asks before an item is kept private, or shown again. */
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { type PrivateItem, useSetPrivate } from './private-items.queries.ts'

interface PrivateDialogProps {
  item: PrivateItem
  isPrivate: boolean
  onClose(): void
}

const nouns = {
  exam: { title: 'este examen', it: 'lo', again: 'Podrán verlo' },
  appointment: { title: 'esta hora', it: 'la', again: 'Podrán verla' },
} as const

export function PrivateDialog({ item, isPrivate, onClose }: PrivateDialogProps) {
  const store = useSetPrivate(item, onClose)
  const { title, it, again } = nouns[item.kind]
  return (
    <ConfirmDialog
      opened
      title={isPrivate ? `¿Quitar «Solo yo» de ${title}?` : `¿Que ${title} ${it} veas solo tú?`}
      confirm={isPrivate ? 'Quitar «Solo yo»' : 'Sí, solo yo'}
      loading={store.isPending}
      onConfirm={() => store.mutate(!isPrivate)}
      onClose={onClose}
    >
      {isPrivate ? (
        <p>
          {again} de nuevo quienes ven tu historial: tus representantes o la persona a quien diste acceso.
        </p>
      ) : (
        <div className="grid gap-3">
          <p>
            Tus representantes, tu grupo familiar y las personas a quienes diste acceso no {it} verán en
            ninguna parte del portal ni recibirán avisos.
          </p>
          <p>
            No podemos recoger lo que ya vieron, descargaron o recibieron por correo. La clínica {it} sigue
            viendo para atenderte. Puedes quitar «Solo yo» cuando quieras.
          </p>
          <p>Si otra persona lee tu correo, cámbialo en tu perfil: tus propios avisos te llegan ahí.</p>
        </div>
      )}
      {store.isError && <ErrorNotice error={store.error} />}
    </ConfirmDialog>
  )
}
