import { useQuery } from '@tanstack/react-query'
import { Navigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { secondFactorQuery } from './second-factor.queries.ts'

/** The token of the session that chose «not now»; it applies until the next sign-in. */
let declined: string | null = null

/**
 * Offers a second factor to staff who sign in without one. If the installation requires one, redirects to its page. Shows
 * `children`, the next offer, once there is nothing to offer here: one offer at a time.
 */
export function SecondFactorNotice({ children }: { children: ReactNode }) {
  const user = useCurrentUser()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [, setDeclined] = useState(declined)
  const canAsk = user !== null && !user.temporary_key_status
  const { data } = useQuery({ ...secondFactorQuery, enabled: canAsk })
  const elsewhere = pathname !== '/admin/seguridad' && pathname !== '/admin/cambiar-contrasena'
  if (!user || !canAsk || !data || !elsewhere) return null
  if (data.enabled) return children
  if (data.required) return <Navigate to="/admin/seguridad" replace />
  if (declined === user.token) return children
  return (
    <div className="mb-6">
      <Notice
        kind="info"
        title="Protege tu cuenta con un código extra"
        actions={
          <>
            <ButtonLink to="/admin/seguridad" size="xs">
              Configurar
            </ButtonLink>
            <Button
              size="xs"
              variant="subtle"
              onClick={() => {
                declined = user.token
                setDeclined(declined)
              }}
            >
              Ahora no
            </Button>
          </>
        }
      >
        Además de tu contraseña te pediremos un código de tu teléfono.
      </Notice>
    </div>
  )
}
