import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { isLayerEntry, useCloseOnBack } from '../../ui/close-on-back.ts'

/** Whether the menu of a phone is open. Back and every navigation close it. */
export function useOpenMenu() {
  const [isOpen, setIsOpen] = useState(false)
  const router = useRouter()
  const open = useCallback(() => setIsOpen(true), [])
  const close = useCallback(() => setIsOpen(false), [])
  useCloseOnBack(isOpen, close)
  useEffect(
    () =>
      router.subscribe('onBeforeNavigate', ({ toLocation }) => {
        if (!isLayerEntry(toLocation)) close()
      }),
    [router, close],
  )
  return { isOpen, open, close }
}
