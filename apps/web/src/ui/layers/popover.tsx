import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { join } from '../layout/layout.tsx'
import { Layer } from './layer.tsx'

interface PopoverProps {
  /** The button below which it opens, with their right edges in line. */
  anchor: RefObject<HTMLElement | null>
  label: string
  onClose(): void
  className?: string
  children: ReactNode
}

const gap = 8

/** A small surface beside the button that opened it. It opens above the button where there is more room. */
export function Popover({ anchor, label, onClose, className, children }: PopoverProps) {
  const [place, setPlace] = useState({})
  useLayoutEffect(() => {
    const button = anchor.current?.getBoundingClientRect()
    if (!button) return
    const { clientWidth, clientHeight } = document.documentElement
    const below = clientHeight - button.bottom - 2 * gap
    const above = button.top - 2 * gap
    const right = Math.max(gap, clientWidth - button.right)
    setPlace(
      below >= Math.min(above, 320)
        ? { right, top: button.bottom + gap, maxHeight: below }
        : { right, bottom: clientHeight - button.top + gap, maxHeight: above },
    )
  }, [anchor])
  return (
    <Layer
      label={label}
      onClose={onClose}
      closeOnBack={false}
      veil="backdrop:bg-transparent"
      style={place}
      className={join(
        'm-0 ml-auto max-w-[calc(100%-16px)] animate-enter rounded-tile border-0 bg-raised shadow-popover',
        className,
      )}
    >
      {children}
    </Layer>
  )
}
