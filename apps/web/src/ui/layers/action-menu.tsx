/** The «⋯» of a row or page: further actions in a sheet from the foot on phones, in a popover on desktops. */
import { IconDotsVertical, IconX } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type ComponentType,
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useRef,
  useState,
} from 'react'
import { useWideScreen } from '../wide-screen.ts'
import { Layer } from './layer.tsx'
import { Popover } from './popover.tsx'

interface ActionMenuProps {
  /** The accessible name, with what it is about: «Más acciones de Perfil lipídico». */
  label: string
  /** What the actions are about; heads the sheet. */
  title: ReactNode
  /** `MenuButton`, `MenuLink`; what cannot be undone comes last, after a `MenuLine`. */
  children: ReactNode
}

export function ActionMenu({ label, title, children }: ActionMenuProps) {
  const [isOpen, setIsOpen] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const isWide = useWideScreen()
  const close = () => setIsOpen(false)
  const items = (
    <Items label={label} onChosen={close}>
      {children}
    </Items>
  )
  return (
    <>
      <button
        ref={button}
        type="button"
        className="plain-button relative grid size-11 flex-none place-items-center rounded-md text-muted hover:bg-soft aria-expanded:bg-soft aria-expanded:text-on-soft print:hidden"
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <IconDotsVertical size={20} stroke={1.75} aria-hidden />
      </button>
      {isOpen &&
        (isWide ? (
          <Popover anchor={button} label={label} onClose={close} className="w-menu py-2">
            {items}
          </Popover>
        ) : (
          <Layer
            label={label}
            onClose={close}
            className="mb-0 w-full max-w-full animate-sheet rounded-t-card border-0 bg-card px-4 pt-4 pb-6"
          >
            <div className="flex items-center justify-between gap-4 pb-2">
              <p className="font-strong text-strong">{title}</p>
              <button
                type="button"
                className="plain-button grid size-11 flex-none place-items-center rounded-md text-muted"
                aria-label="Cerrar"
                onClick={close}
              >
                <IconX size={24} stroke={1.75} aria-hidden />
              </button>
            </div>
            {items}
          </Layer>
        ))}
    </>
  )
}

/** Moves the focus among the items by the arrow keys, and closes the menu when one was chosen. */
function Items({ label, onChosen, children }: { label: string; onChosen(): void; children: ReactNode }) {
  const list = useRef<HTMLDivElement>(null)
  function moveFocus(event: KeyboardEvent) {
    const items = [
      ...(list.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not([aria-disabled=true])') ?? []),
    ]
    const at = items.indexOf(document.activeElement as HTMLElement)
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + items.length, Home: 0, End: items.length - 1 }[
      event.key
    ]
    if (to === undefined || items.length === 0) return
    event.preventDefault()
    items[to % items.length]?.focus()
  }
  return (
    <div
      ref={list}
      role="menu"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={moveFocus}
      onClick={({ target }) => {
        if (target instanceof Element && target.closest('[role=menuitem]:not([aria-disabled=true])'))
          onChosen()
      }}
    >
      {children}
    </div>
  )
}

interface ItemLooks {
  icon?: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }> | undefined
}

const itemClass =
  'plain-button flex min-h-14 w-full items-center gap-3 px-4 py-2 text-body no-underline hover:bg-soft aria-disabled:cursor-default aria-disabled:text-muted desktop:min-h-11'

function ItemContent({ icon: Icon, children }: ItemLooks & { children: ReactNode }) {
  return (
    <>
      {Icon && <Icon size={20} stroke={1.75} aria-hidden />}
      <span className="min-w-0 flex-1 text-left">{children}</span>
    </>
  )
}

/** `unavailable`: why the action cannot be chosen at present; it then stays in the menu with the reason. */
export function MenuButton({
  icon,
  unavailable,
  children,
  onClick,
  ...rest
}: ButtonHTMLAttributes<HTMLButtonElement> & ItemLooks & { unavailable?: string | undefined }) {
  return (
    <button
      {...rest}
      type="button"
      role="menuitem"
      className={itemClass}
      aria-disabled={unavailable !== undefined || undefined}
      onClick={unavailable === undefined ? onClick : undefined}
    >
      <ItemContent icon={icon}>
        {children}
        {unavailable !== undefined && <span className="type-meta block">{unavailable}</span>}
      </ItemContent>
    </button>
  )
}

/** To a file or another site. */
export function MenuAnchor({
  icon,
  children,
  ...rest
}: AnchorHTMLAttributes<HTMLAnchorElement> & ItemLooks & { ref?: Ref<HTMLAnchorElement> }) {
  return (
    <a {...rest} role="menuitem" className={itemClass}>
      <ItemContent icon={icon}>{children}</ItemContent>
    </a>
  )
}

/** To a page of the portal; takes the router's `to`, `params`, `search`. */
export const MenuLink = createLink(MenuAnchor)

export function MenuLine() {
  return <hr className="my-2 border-0 border-t border-line" />
}
