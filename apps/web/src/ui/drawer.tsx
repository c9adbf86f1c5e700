import type { ReactNode } from 'react'
import { Layer } from './layers/layer.tsx'
import { join } from './layout/layout.tsx'

interface DrawerProps {
  opened: boolean
  onClose(): void
  label: string
  /** The width as a class; the whole page by default. */
  className?: string
  children: ReactNode
}

/** A layer at the right edge of the page. */
export function Drawer({ opened, onClose, label, className = 'w-full', children }: DrawerProps) {
  return (
    opened && (
      <Layer
        label={label}
        onClose={onClose}
        closeOnBack={false}
        className={join('m-0 ml-auto h-dvh max-h-none max-w-full animate-enter border-0 bg-card', className)}
      >
        {children}
      </Layer>
    )
  )
}
