import { useCurrentUser } from '../../lib/session.ts'
import { PageHeading } from '../../ui/page-heading.tsx'
import { PasskeysSection } from './passkeys-section.tsx'

export function PasskeysPage() {
  const user = useCurrentUser()
  return (
    user && (
      <>
        <PageHeading title="Passkeys" lead="Entra a tu cuenta sin escribir tu contraseña." />
        <PasskeysSection />
      </>
    )
  )
}
