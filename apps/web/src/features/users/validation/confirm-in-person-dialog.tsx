import { documentUnchecked } from '@mi-portal/contract/account-security'
import { counterCode } from '@mi-portal/contract/applications'
import { CallError } from '@mi-portal/contract/calls/call-error'
import { inPersonReason } from '@mi-portal/contract/users'
import { type SubmitEvent, useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { CheckBox } from '../../../ui/check-box.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { ErrorNotice } from '../../../ui/error-notice.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import type { useDecision } from '../users.queries.ts'

interface ConfirmInPersonDialogProps {
  name: string
  /** The country of the passport that staff chose; empty if it stays unknown. */
  country: string
  decision: ReturnType<typeof useDecision>
  onClose(): void
}

/** Confirms a person who is at the counter, with the code of the page of their registration and their document. */
export function ConfirmInPersonDialog({ name, country, decision, onClose }: ConfirmInPersonDialogProps) {
  const [code, setCode] = useState('')
  const [reason, setReason] = useState('')
  const [isChecked, setIsChecked] = useState(false)
  const [errors, setErrors] = useState<{
    code?: string | undefined
    reason?: string | undefined
    isUnchecked?: boolean
  }>({})
  const rejected = decision.error instanceof CallError ? decision.error.fieldErrorOf('code') : undefined

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const typed = counterCode().safeParse(code)
    const why = inPersonReason().safeParse(reason)
    setErrors({
      code: typed.error?.issues[0]?.message,
      reason: why.error?.issues[0]?.message,
      isUnchecked: !isChecked,
    })
    if (typed.success && why.success && isChecked)
      decision.mutate({ approved: true, country, code: typed.data, reason: why.data })
  }

  return (
    <Dialog
      opened
      size={490}
      title={`¿Confirmar en persona a ${name}?`}
      onClose={decision.isPending ? undefined : onClose}
    >
      <form noValidate className="grid gap-4" onSubmit={submit}>
        {decision.isError && !rejected && <ErrorNotice error={decision.error} />}
        <p>
          Hazlo solo con la persona presente. Pídele su documento de identidad y el código que muestra la
          página de su registro.
        </p>
        <TextField
          data-autofocus
          label="Código"
          description="6 dígitos. Después de 5 intentos deja de servir."
          inputMode="numeric"
          autoComplete="off"
          maxLength={32}
          value={code}
          error={errors.code ?? rejected}
          onChange={(event) => {
            setCode(event.currentTarget.value)
            setErrors({ ...errors, code: undefined })
            if (decision.isError) decision.reset()
          }}
        />
        <TextField
          label="¿Por qué confirmas en persona?"
          description="Por ejemplo: las fotos no se leen, o la persona vino con su documento."
          autoComplete="off"
          maxLength={500}
          value={reason}
          error={errors.reason}
          onChange={(event) => {
            setReason(event.currentTarget.value)
            setErrors({ ...errors, reason: undefined })
          }}
        />
        <CheckBox
          checked={isChecked}
          error={errors.isUnchecked && !isChecked ? documentUnchecked : undefined}
          onChange={setIsChecked}
        >
          Revisé su documento de identidad: es vigente, es de la persona presente y coincide con los datos
        </CheckBox>
        <div className="flex flex-wrap justify-end gap-3 max-desktop:*:flex-[1_1_120px]">
          <Button variant="default" disabled={decision.isPending} onClick={onClose}>
            Volver
          </Button>
          <Button type="submit" loading={decision.isPending}>
            Confirmar en persona
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
