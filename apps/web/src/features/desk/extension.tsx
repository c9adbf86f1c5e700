/** Grants the only extension of a request about personal data, with the reason that the patient reads. */
import { type SubmitEvent, useState } from 'react'
import { createDraftHook } from '../../lib/drafts.ts'
import { describeNotified } from '../../lib/notified.ts'
import { Button } from '../../ui/button.tsx'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { ErrorNotice } from '../../ui/error-notice.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { useExtendDeadline, useReloadDesk } from './desk.queries.ts'

const buttonsLook = 'flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_140px]'

export function Extension({ id }: { id: number }) {
  const [asking, setAsking] = useState(false)
  const reload = useReloadDesk()
  const extend = useExtendDeadline(id)
  return (
    <div className={buttonsLook}>
      <Button variant="default" onClick={() => setAsking(true)}>
        Extender el plazo
      </Button>
      {asking && !extend.isSuccess && (
        <ExtensionDialog id={id} extend={extend} onClose={() => setAsking(false)} />
      )}
      <ResultDialog
        opened={extend.isSuccess}
        kind="success"
        title="El plazo fue extendido"
        onClose={() => {
          setAsking(false)
          void reload()
        }}
      >
        {extend.data && describeNotified(extend.data).text}
      </ResultDialog>
    </div>
  )
}

const useDraft = createDraftHook<{ id: number; reason: string }>()

interface ExtensionDialogProps {
  id: number
  extend: ReturnType<typeof useExtendDeadline>
  onClose(): void
}

function ExtensionDialog({ id, extend, onClose }: ExtensionDialogProps) {
  const [reason, setReason] = useState('')
  const [fieldError, setFieldError] = useState<string>()
  const draft = useDraft(() => (reason === '' ? null : { id, reason }))
  const offered = draft.offered?.id === id ? draft.offered : null

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = reason.trim() === '' ? 'Digita Motivo' : undefined
    setFieldError(missing)
    if (missing) document.getElementById('motivo')?.focus()
    else extend.mutate(reason, { onSuccess: draft.markSent })
  }

  return (
    <FormDialog title="Extender el plazo" onClose={onClose}>
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {offered && (
          <DraftNotice
            onTake={() => {
              setReason(offered.reason)
              draft.discard()
            }}
            onLeave={draft.discard}
          />
        )}
        <p>La ley permite extender el plazo una sola vez, por 30 días corridos, antes de que venza.</p>
        <TextArea
          id="motivo"
          label="Motivo"
          description="Lo lee en el portal quien hizo la solicitud."
          rows={4}
          maxLength={1000}
          value={reason}
          onChange={(typed) => {
            setReason(typed)
            setFieldError(undefined)
          }}
          error={fieldError}
        />
        {extend.isError && <ErrorNotice error={extend.error} />}
        <div className={buttonsLook}>
          <Button variant="default" disabled={extend.isPending} onClick={onClose}>
            CANCELAR
          </Button>
          <Button type="submit" loading={extend.isPending}>
            EXTENDER
          </Button>
        </div>
      </form>
    </FormDialog>
  )
}
