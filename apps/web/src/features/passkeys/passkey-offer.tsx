import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useCurrentUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { passkeysQuery, useDeclinePasskeys } from '../session/passkey.queries.ts'
import classes from './passkeys.module.css'

/** Offers a passkey above the pages of a user who has none, until the user creates one or declines. */
export function PasskeyOffer({ to }: { to: '/dashboard/seguridad' | '/admin/seguridad' }) {
  const user = useCurrentUser()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const canAsk = user !== null && !user.temporary_key_status && 'PublicKeyCredential' in window
  const { data } = useQuery({ ...passkeysQuery, enabled: canAsk })
  const decline = useDeclinePasskeys()
  if (!canAsk || !data?.offered || pathname === to) return null
  return (
    <div className={classes.offer}>
      <Notice
        kind="info"
        title="Entra sin contraseña"
        actions={
          <>
            <ButtonLink to={to} size="xs">
              Crear passkey
            </ButtonLink>
            <Button size="xs" variant="subtle" onClick={() => decline.mutate()}>
              Ahora no
            </Button>
          </>
        }
      >
        Con una passkey entras con tu huella, tu rostro o el PIN de tu dispositivo.
      </Notice>
    </div>
  )
}
