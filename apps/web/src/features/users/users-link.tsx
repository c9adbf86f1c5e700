import { useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'
import { BackLink } from '../../ui/back-link.tsx'

/** Links back to the list of accounts with its page, status and search text. */
export function UsersLink() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const fromList = useRouterState({ select: (state) => state.location.state.fromUsers === true })
  return (
    <BackLink
      to="/admin/usuarios"
      onClick={(event) => {
        if (!fromList || !canGoBack || event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        router.history.back()
      }}
    >
      Volver a usuarios
    </BackLink>
  )
}
