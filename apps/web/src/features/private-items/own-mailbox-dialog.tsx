/** Says what the account of an adolescent lacks before items can be kept private. */
import { ownMailboxNeeded } from '@mi-portal/contract/private-items'
import { ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import dialogs from '../../ui/dialogs.module.css'

export function OwnMailboxDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog opened size={490} title="Falta un correo que solo tú leas" onClose={onClose}>
      <p>{ownMailboxNeeded}.</p>
      <p>Hoy tu cuenta usa el correo de una persona que te representa, y ahí llegarían tus avisos.</p>
      <div className={dialogs.actions}>
        <ButtonLink to="/dashboard/perfil" search={{ tab: 'cambiar-datos' }}>
          Ir a mi perfil
        </ButtonLink>
      </div>
    </Dialog>
  )
}
