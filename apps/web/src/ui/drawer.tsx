import { Drawer as MantineDrawer } from '@mantine/core'
import { type ReactNode, useDeferredValue, useState } from 'react'

interface DrawerProps {
  opened: boolean
  onClose(): void
  size: string
  /** Mantine's `Drawer.Overlay` and `Drawer.Content`. */
  children: ReactNode
}

/** A layer at the right edge of the page. It is first rendered when it is first opened, because most visits open none. */
export function Drawer(props: DrawerProps) {
  const [wasOpened, setWasOpened] = useState(props.opened)
  if (props.opened && !wasOpened) setWasOpened(true)
  return wasOpened && <RenderedDrawer {...props} />
}

function RenderedDrawer({ opened, ...props }: DrawerProps) {
  // Mantine returns the focus to the button only if it has rendered the drawer closed before.
  const isOpen = useDeferredValue(opened, false)
  return <MantineDrawer.Root opened={isOpen} position="right" {...props} />
}
