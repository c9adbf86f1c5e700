import { useNavigate } from '@tanstack/react-router'
import { useCurrentUser } from '../../lib/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { ChangePassword } from './change-password.tsx'

/** The password page for staff; with a temporary password it is the only page that they may open. */
export function StaffPasswordPage() {
  const user = useCurrentUser()
  const navigate = useNavigate()
  return (
    user && (
      <>
        <PageHeading title="Cambiar contraseña" />
        <ChangePassword
          onDone={(temporary) => {
            if (temporary) void navigate({ to: '/admin' })
          }}
        />
      </>
    )
  )
}
