import { type DenialReason, denialReasonLabels, denialReasons } from '@mi-portal/contract/users'
import type { ReactNode } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { TextArea } from '../../../ui/text-area.tsx'

/** Asks for the reasons of a denial: standard ones, and what staff type. */
export function DenyDialog(props: {
  name: string
  reasons: readonly DenialReason[]
  reason: string
  sending: boolean
  /** The notice that offers a draft. */
  children: ReactNode
  onReasons(reasons: readonly DenialReason[]): void
  onReason(reason: string): void
  onDeny(): void
  onClose(): void
}) {
  return (
    <Dialog
      opened
      size={490}
      title="¿Quieres denegar la validación?"
      onClose={props.sending ? undefined : props.onClose}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          props.onDeny()
        }}
      >
        {props.children}
        <p>La cuenta de {props.name} quedará deshabilitada, y podrá registrarse nuevamente.</p>
        <fieldset className="grid gap-4 m-0 p-0 border-0 [&_legend]:p-0 [&_legend]:font-strong [&_legend]:text-strong">
          <legend>Motivos</legend>
          <p className="type-meta text-muted">
            La persona los leerá en el e-mail y en la página de su registro.
          </p>
          {denialReasons.map((id) => (
            <CheckBox
              key={id}
              checked={props.reasons.includes(id)}
              onChange={(isChosen) =>
                props.onReasons(
                  isChosen ? [...props.reasons, id] : props.reasons.filter((chosen) => chosen !== id),
                )
              }
            >
              {denialReasonLabels[id]}
            </CheckBox>
          ))}
        </fieldset>
        <TextArea
          label="Otro motivo"
          optional
          maxLength={500}
          rows={3}
          value={props.reason}
          onChange={props.onReason}
        />
        <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_120px]">
          <Button variant="default" data-autofocus disabled={props.sending} onClick={props.onClose}>
            Volver
          </Button>
          <Button type="submit" danger loading={props.sending}>
            Denegar
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
