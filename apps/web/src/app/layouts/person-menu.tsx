import { IconChevronDown, IconLogout } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ComponentType, useRef, useState } from 'react'
import { Initials } from '../../ui/initials.tsx'
import { Popover } from '../../ui/layers/popover.tsx'

export interface PersonLink {
  label: string
  to: '/dashboard/perfil' | '/dashboard/seguridad' | '/admin/seguridad' | '/admin/cambiar-contrasena'
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
}

interface PersonMenuProps {
  name: string
  look: 'lapis' | 'arrebol'
  /** Text below the user's name. */
  line: string
  links: readonly PersonLink[]
  onSignOut(): unknown
}

const choice =
  'plain-button flex min-h-11 w-full items-center gap-3 rounded-sm px-3 text-strong no-underline hover:bg-sub'

/** The user menu at the end of the bar of wide screens, with links to the user's own account and the sign-out. */
export function PersonMenu({ name, look, line, links, onSignOut }: PersonMenuProps) {
  const [opened, setOpened] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const close = () => setOpened(false)
  return (
    <>
      <button
        ref={anchor}
        type="button"
        className="plain-button flex min-h-12 items-center gap-3 rounded-md px-1 text-strong max-desktop:hidden"
        aria-expanded={opened}
        aria-haspopup="dialog"
        onClick={() => setOpened(true)}
      >
        <Initials name={name} look={look} />
        <span className="max-w-form">
          <span className="line-clamp-1 font-strong wrap-anywhere">{name}</span>
          <span className="type-meta block text-muted">{line}</span>
        </span>
        <IconChevronDown size={20} stroke={1.75} aria-hidden />
      </button>
      {opened && (
        <Popover anchor={anchor} label="Mi cuenta" onClose={close} className="w-menu p-2">
          {links.map(({ label, to, icon: Icon }) => (
            <Link key={to} to={to} className={choice} onClick={close}>
              <Icon size={20} stroke={1.75} aria-hidden />
              {label}
            </Link>
          ))}
          <button type="button" className={choice} onClick={onSignOut}>
            <IconLogout size={20} stroke={1.75} aria-hidden />
            Cerrar sesión
          </button>
        </Popover>
      )}
    </>
  )
}
