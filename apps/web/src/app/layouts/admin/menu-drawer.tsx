import { IconMenu2, IconX } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCurrentUser } from '../../../lib/session.ts'
import { Drawer } from '../../../ui/drawer.tsx'
import { Initials } from '../../../ui/initials.tsx'
import { useOpenMenu } from '../open-menu.ts'
import type { PersonLink } from '../person-menu.tsx'

interface MenuDrawerProps {
  label: string
  links: readonly PersonLink[]
  menu: ReactNode
  /** The end of the drawer. */
  foot: ReactNode
}

/** The button that opens the menu of the administration on phones, and the menu. Opening it renders nothing else. */
export function MenuDrawer({ label, links, menu, foot }: MenuDrawerProps) {
  const { isOpen, open, close } = useOpenMenu()
  const name = useCurrentUser()?.first_name ?? ''
  return (
    <>
      <button
        type="button"
        className="plain-button grid size-11 place-items-center text-strong desktop:hidden"
        onClick={open}
        aria-label="Abrir menú"
        aria-expanded={isOpen}
      >
        <IconMenu2 size={24} stroke={1.75} aria-hidden />
      </button>
      <Drawer opened={isOpen} onClose={close} label={label} className="w-[min(342px,calc(100%-48px))]">
        <div className="always-dark grid min-h-full content-start gap-2 bg-page px-3 pb-6 text-body">
          <div className="flex items-center justify-between gap-3 border-b border-line py-4 pl-1">
            <div className="flex min-w-0 items-center gap-3">
              <Initials name={name} size={44} look="lapis" />
              <div className="min-w-0">
                <p className="font-strong text-strong wrap-anywhere">{name}</p>
                {links.map((link) => (
                  <Link
                    key={link.to}
                    to={link.to}
                    className="flex min-h-11 items-center font-strong no-underline"
                  >
                    {link.label}
                  </Link>
                ))}
              </div>
            </div>
            <button
              type="button"
              className="plain-button grid size-11 flex-none place-items-center"
              aria-label="Cerrar menú"
              onClick={close}
            >
              <IconX size={24} stroke={1.75} aria-hidden />
            </button>
          </div>
          {menu}
          <div className="border-t border-line pt-2">{foot}</div>
        </div>
      </Drawer>
    </>
  )
}
