import { useEffect } from 'react'
import type { PageState } from './page-picker.tsx'

/**
 * Moves to the last page when the requested page does not exist: its last row was removed, or the address is old.
 */
export function useExistingPage(shown: PageState | undefined, onPage: (page: number) => unknown) {
  const last = shown && Math.max(1, Math.ceil(shown.total / shown.limit))
  useEffect(() => {
    if (last !== undefined && shown && shown.page > last) onPage(last)
  })
}
