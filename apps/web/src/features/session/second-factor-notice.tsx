import { useQuery } from '@tanstack/react-query'
import { Navigate, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useCurrentUser } from '../../lib/session.ts'
import { NoticeBar, noticeAction } from '../../ui/rows/notice-bar.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { secondFactorQuery } from './second-factor.queries.ts'

/** The token of the session that chose «not now»; it applies until the next sign-in. */
let declined: string | null = null

interface SecondFactorNoticeProps {
  /** The pages with offers; work elsewhere is not interrupted. */
  offersAt: readonly string[]
  children: ReactNode
}

/**
 * Offers a second factor to staff who sign in without one. If the installation requires one, redirects to its page. Shows
 * `children`, the next offer, once there is nothing to offer here: one offer at a time.
 */
export function SecondFactorNotice({ offersAt, children }: SecondFactorNoticeProps) {
  const user = useCurrentUser()
  const pathname = useRouterState({ select: (state) => state.location.pathname })
  const [, setDeclined] = useState(declined)
  const canAsk = user !== null && !user.temporary_key_status
  const { data } = useQuery({ ...secondFactorQuery, enabled: canAsk })
  const elsewhere = pathname !== '/admin/seguridad' && pathname !== '/admin/cambiar-contrasena'
  if (!user || !canAsk || !data || !elsewhere) return null
  if (data.required && !data.enabled) return <Navigate to="/admin/seguridad" replace />
  if (!offersAt.includes(pathname)) return null
  if (data.enabled || declined === user.token) return children
  return (
    <NoticeBar
      action={
        <TextLink to="/admin/seguridad" className={noticeAction}>
          Configurar
        </TextLink>
      }
      onDismiss={() => {
        declined = user.token
        setDeclined(declined)
      }}
    >
      Protege tu cuenta con un código extra.
    </NoticeBar>
  )
}
