import { useNavigate } from '@tanstack/react-router'
import { signOut } from '../../../features/session/ending/sign-out.queries.ts'

/** Returns a function that signs the user out, and then shows the page on which one signs in. */
export function useSignOut(to: '/' | '/admin') {
  const navigate = useNavigate()
  return async () => {
    await signOut()
    await navigate({ to })
  }
}
