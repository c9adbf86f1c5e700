import { CallError } from '@mi-portal/contract/calls/call-error'
import type { FieldValues } from 'react-hook-form'
import { ResultDialog } from '../result-dialog.tsx'
import type { ContractFormState } from './contract-form.tsx'

interface FormErrorDialogProps<Values extends FieldValues, Output> {
  /** A form with `hasErrorDialog`. */
  kit: Pick<ContractFormState<Values, Output>, 'save' | 'showErrors'>
  title: string
  /** Tells that another person changed the record meanwhile, and loads it again; the dialog offers it. */
  stale?: { is(error: CallError): boolean; reload(): void }
}

/** Shows why a form could not be sent, and then the errors at its fields. */
export function FormErrorDialog<Values extends FieldValues, Output>(
  props: FormErrorDialogProps<Values, Output>,
) {
  const { title, stale } = props
  const { save, showErrors } = props.kit
  if (!save.error) return null
  const isStale = stale !== undefined && save.error instanceof CallError && stale.is(save.error)
  return (
    <ResultDialog
      opened
      kind="error"
      error={save.error}
      title={title}
      size={490}
      {...(isStale && {
        action: { label: 'TRAER LOS CAMBIOS', onClick: stale.reload },
        secondary: { label: 'Cerrar', onClick: save.reset },
      })}
      onClose={() => {
        save.reset()
        showErrors()
      }}
    >
      {isStale
        ? 'Otra persona cambió estos datos mientras los editabas. Trae sus cambios: lo que escribiste se mantiene, y podrás guardar de nuevo.'
        : save.error.message}
    </ResultDialog>
  )
}
