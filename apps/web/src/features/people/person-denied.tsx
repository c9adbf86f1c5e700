import { Notice } from '../../ui/notice.tsx'
import { useIsPersonDenied } from './selected-person.search.ts'

/** Says why a page shows the user's own data although its address named another person. */
export function PersonDenied() {
  if (!useIsPersonDenied()) return null
  return (
    <Notice kind="warning" announce title="No puedes ver los datos de esa persona">
      Ya no está en tu grupo familiar, o estos datos no se comparten contigo. Te mostramos los tuyos.
    </Notice>
  )
}
