/** The one extension of a request about personal data, with the reason that its person reads. */
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import shared from '../desk-requests/desk-requests.module.css'
import { useExtend, useReloadDesk } from './desk.queries.ts'

export function Extension({ id }: { id: number }) {
  const [asking, setAsking] = useState(false)
  const reload = useReloadDesk()
  const extend = useExtend(id)
  return (
    <div className={shared.buttons}>
      <Button variant="default" onClick={() => setAsking(true)}>
        Extender el plazo
      </Button>
      {asking && !extend.isSuccess && <ExtensionDialog extend={extend} onClose={() => setAsking(false)} />}
      <ResultDialog
        opened={extend.isSuccess}
        kind="success"
        title="El plazo fue extendido"
        onClose={() => {
          setAsking(false)
          void reload()
        }}
      >
        Le avisamos por correo electrónico a quien hizo la solicitud.
      </ResultDialog>
    </div>
  )
}

function ExtensionDialog({ extend, onClose }: { extend: ReturnType<typeof useExtend>; onClose(): void }) {
  const [reason, setReason] = useState('')
  const [fault, setFault] = useState<string>()

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const missing = reason.trim() === '' ? 'Digita Motivo' : undefined
    setFault(missing)
    if (missing) document.getElementById('motivo')?.focus()
    else extend.mutate(reason)
  }

  return (
    <FormDialog title="Extender el plazo" onClose={onClose}>
      <form noValidate className={shared.form} onSubmit={submit}>
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
            setFault(undefined)
          }}
          error={fault}
        />
        {extend.isError && <Notice kind="error" title={extend.error.message} />}
        <div className={shared.buttons}>
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
