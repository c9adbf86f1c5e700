import { CallError } from '@mi-portal/contract/calls/call-error'
import { errorTable } from '@mi-portal/contract/calls/error-table'
import { useNavigate } from '@tanstack/react-router'
import { CustomerService } from '../../ui/customer-service.tsx'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { signInErrorNumber } from './session.rules.ts'

/**
 * Tells the user that the profile was deleted, or that its owner came of age and has to register again. An
 * `error` of null means that the user has just deleted the profile.
 */
export function ClosedAccountDialog(props: { error: CallError | null; onClose(): void }) {
  const { onClose } = props
  const error = props.error ?? new CallError(errorTable.profileDeleted)
  const navigate = useNavigate()
  if (error.number === signInErrorNumber.cameOfAge) {
    return (
      <ResultDialog
        opened
        kind="notice"
        title={error.message}
        action={{ label: 'REGISTRARME', onClick: () => navigate({ to: '/registrar' }) }}
        onClose={onClose}
      />
    )
  }
  return (
    <ResultDialog
      opened
      kind="notice"
      title={error.message}
      action={{ label: 'Cerrar', onClick: onClose }}
      onClose={onClose}
    >
      <p>Para recuperarlo, contacta a servicio al cliente.</p>
      <p>
        <CustomerService />
      </p>
    </ResultDialog>
  )
}
