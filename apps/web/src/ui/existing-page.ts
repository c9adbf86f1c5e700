import { useEffect } from 'react'
import type { PageState } from './page-bar.tsx'

/** Moves to the last page there is when the one shown lies beyond it: its last row went, or the address is an old one. */
export function useExistingPage(shown: PageState | undefined, onPage: (page: number) => unknown) {
  const last = shown && Math.max(1, Math.ceil(shown.total / shown.limit))
  useEffect(() => {
    if (last !== undefined && shown && shown.page > last) onPage(last)
  })
}
