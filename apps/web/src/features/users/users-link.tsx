import { IconArrowLeft } from '@tabler/icons-react'
import { useCanGoBack, useRouter, useRouterState } from '@tanstack/react-router'
import { TextLink } from '../../ui/text-link.tsx'
import classes from './users.module.css'

/** Back to the list as it was: the page, the status and the words that led here. */
export function UsersLink() {
  const router = useRouter()
  const canGoBack = useCanGoBack()
  const fromList = useRouterState({ select: (state) => state.location.state.fromUsers === true })
  return (
    <p className={classes.back}>
      <TextLink
        to="/admin/usuarios"
        onClick={(event) => {
          if (!fromList || !canGoBack || event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          router.history.back()
        }}
      >
        <IconArrowLeft size={18} stroke={1.75} aria-hidden /> Volver a usuarios
      </TextLink>
    </p>
  )
}
