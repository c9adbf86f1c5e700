import { PasskeysSection } from '../../features/passkeys/passkeys-section.tsx'
import { SecondFactorPage } from '../../features/session/second-factor.page.tsx'
import { useCurrentUser } from '../../lib/session.ts'

/** The security of a staff account: second factor and passkeys. */
export function StaffSecurityPage() {
  const user = useCurrentUser()
  return (
    <>
      <SecondFactorPage />
      {user && <PasskeysSection />}
    </>
  )
}
