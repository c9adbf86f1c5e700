import { join } from './layout/layout.tsx'

interface BrandProps {
  name: string
  /** Second line: the clinic, or the area. */
  line?: string
  logo: string
  /** Whether the background is dark. */
  onDark?: boolean
  /** Whether words that do not fit beside the logo, as with large text, are hidden as a whole. */
  isBar?: boolean
}

/** Shows the logo with the product's name beside it. */
export function Brand({ name, line, logo, onDark, isBar = !line }: BrandProps) {
  return (
    <span
      className={join(
        'inline-flex min-w-0 items-center gap-x-3 overflow-hidden text-strong',
        isBar && 'h-[3rem] flex-wrap',
        onDark && 'always-dark',
      )}
    >
      <img
        src={logo}
        alt=""
        width={42}
        height={42}
        className={join('flex-none', isBar && 'h-full object-contain')}
      />
      <span className={isBar ? 'whitespace-nowrap' : 'min-w-min'}>
        <span className="type-section block">{name}</span>
        {line && <span className="type-meta block text-muted">{line}</span>}
      </span>
    </span>
  )
}
