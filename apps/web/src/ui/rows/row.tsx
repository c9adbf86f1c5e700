/** A row of a `RowList`: the whole row is its link or button; further actions are in a «⋯». */
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { createLink } from '@tanstack/react-router'
import {
  type AnchorHTMLAttributes,
  type ButtonHTMLAttributes,
  type ComponentType,
  createContext,
  type ReactNode,
  type Ref,
  useContext,
  useId,
} from 'react'
import { join } from '../layout/layout.tsx'

const tones = {
  action: 'bg-soft text-on-soft',
  success: 'bg-success-soft text-success',
  attention: 'bg-attention-soft text-attention',
  glaciar: 'bg-glaciar-soft text-glaciar',
  accent: 'bg-accent-soft text-on-accent-soft',
} as const

type Tone = keyof typeof tones

interface IconTileProps {
  icon: ComponentType<{ size?: number; stroke?: number; 'aria-hidden'?: boolean }>
  tone?: Tone
}

/** The kind of a thing as a picture beside its name. */
export function IconTile({ icon: Icon, tone = 'action' }: IconTileProps) {
  return (
    <span className={join('grid size-10 flex-none place-items-center rounded-md', tones[tone])}>
      <Icon size={20} stroke={1.75} aria-hidden />
    </span>
  )
}

/** The dot of what is new. */
export function NewDot() {
  return (
    <span
      role="img"
      aria-label="Nuevo"
      className="ml-2 inline-block size-2 rounded-full bg-accent align-middle"
    />
  )
}

const MetaId = createContext<string | undefined>(undefined)

interface RowProps {
  /** `RowLink` or `RowButton` with the title; text for a row that leads nowhere. */
  children: ReactNode
  /** What stands before the title: `IconTile`, a portrait, a date. */
  lead?: ReactNode
  /** The line below the title; the description of the row's link. */
  meta?: ReactNode
  /** At most one visible control or tag besides the row itself. */
  side?: ReactNode
  /** `ActionMenu`. */
  menu?: ReactNode
  className?: string
}

export function Row({ children, lead, meta, side, menu, className }: RowProps) {
  const id = useId()
  return (
    <li
      className={join(
        'relative flex min-h-14 items-center gap-4 py-3 has-[[data-row]:hover]:bg-page',
        className,
      )}
    >
      {lead}
      <div className="min-w-0 flex-1">
        <MetaId value={meta ? id : undefined}>
          <div className="font-strong text-strong">{children}</div>
        </MetaId>
        {meta && (
          <div id={id} className="type-meta text-muted">
            {meta}
          </div>
        )}
      </div>
      {side && <div className="relative flex max-w-1/2 flex-none items-center">{side}</div>}
      {menu}
    </li>
  )
}

const stretched =
  'plain-button text-strong no-underline after:absolute after:inset-0 after:rounded-sm focus-visible:outline-none focus-visible:after:outline-3 focus-visible:after:outline-focus'

/** The title of a row as a button. */
export function RowButton(props: ButtonHTMLAttributes<HTMLButtonElement>) {
  const meta = useContext(MetaId)
  return (
    <button
      type="button"
      aria-describedby={meta}
      {...props}
      data-row
      className={join(stretched, 'font-strong')}
    />
  )
}

/** The title of a row as a link to a file or another site. */
function RowAnchor({
  children,
  ...props
}: AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }) {
  const meta = useContext(MetaId)
  return (
    <a aria-describedby={meta} {...props} data-row className={stretched}>
      {children}
    </a>
  )
}

/** The title of a row as a link to a page of the portal; takes the router's `to`, `params`, `search`. */
export const RowLink = createLink(RowAnchor)

/** Says that a row leads to a page. */
export function RowArrow() {
  return <IconChevronRight size={20} stroke={1.75} className="flex-none text-muted" aria-hidden />
}

/** The arrow of a `summary`, which turns while its content is shown. */
export function FoldArrow() {
  return (
    <IconChevronDown
      size={20}
      stroke={1.75}
      className="ml-auto flex-none text-muted fold-arrow open-fold:rotate-180"
      aria-hidden
    />
  )
}
