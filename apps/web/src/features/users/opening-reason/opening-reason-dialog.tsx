/** Asks a member of staff why they open more people than the budget of a day. The call that waits is repeated afterwards. */
import { type OpeningReason, openingReasonLabels, openingReasons } from '@mi-portal/contract/staff-reads'
import { type SubmitEvent, useState } from 'react'
import { openingReason } from '../../../lib/call-questions.ts'
import { Button } from '../../../ui/button.tsx'
import { ChoiceCards } from '../../../ui/choice-cards.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import dialogClasses from '../../../ui/dialogs.module.css'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { useGiveOpeningReason } from './opening-reason.queries.ts'

export function OpeningReasonDialog({ onClose }: { onClose(): void }) {
  const [reason, setReason] = useState<OpeningReason | null>(null)
  const [isMissing, setIsMissing] = useState(false)
  const give = useGiveOpeningReason()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsMissing(reason === null)
    if (reason !== null) give.mutate(reason, { onSuccess: () => openingReason.resolve(true) })
  }

  return (
    <Dialog
      opened
      size={490}
      title="Hoy abriste muchas fichas"
      closeOnClickOutside={false}
      onClose={give.isPending ? undefined : onClose}
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        <p>
          Para seguir, elige por qué necesitas abrir más. Lo verá quien responde por los datos personales de
          la clínica.
        </p>
        <ChoiceCards
          stacked
          legend="Motivo"
          options={openingReasons.map((value) => ({ value, label: openingReasonLabels[value] }))}
          value={reason}
          error={isMissing ? 'Elige un motivo' : undefined}
          onChange={(chosen) => {
            setReason(chosen)
            setIsMissing(false)
          }}
        />
        {give.isError && <ErrorNotice error={give.error} />}
        <div className={dialogClasses.actions}>
          <Button variant="default" disabled={give.isPending} onClick={onClose}>
            Cancelar
          </Button>
          <Button type="submit" loading={give.isPending}>
            Continuar
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
