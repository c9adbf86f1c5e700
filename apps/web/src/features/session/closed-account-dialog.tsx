import { ApiError } from '@mi-portal/contract/api-error'
import { useNavigate } from '@tanstack/react-router'
import { ResultDialog } from '../../ui/result-dialog.tsx'
import { refusalCode } from './session.rules.ts'
import { CustomerService } from './sign-in-refusal.tsx'

/**
 * Says that the profile was deleted, or that its owner came of age and has to register again. Without a refusal, the
 * user has just deleted the profile.
 */
export function ClosedAccountDialog(props: { refusal: ApiError | null; onClose(): void }) {
  const { onClose } = props
  const refusal = props.refusal ?? new ApiError('profileDeleted')
  const navigate = useNavigate()
  if (refusal.number === refusalCode.cameOfAge) {
    return (
      <ResultDialog
        opened
        kind="notice"
        title={refusal.message}
        action={{ label: 'REGISTRARME', onClick: () => navigate({ to: '/registrar' }) }}
        onClose={onClose}
      />
    )
  }
  return (
    <ResultDialog
      opened
      kind="notice"
      title={refusal.message}
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
