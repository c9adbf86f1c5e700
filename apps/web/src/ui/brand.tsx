import { join } from './layout/layout.tsx'

interface BrandProps {
  name: string
  /** Second line: the clinic, or the area. */
  line?: string
  logo: string
  /** Whether the background is dark. */
  onDark?: boolean
}

/** Shows the logo with the product's name beside it. */
export function Brand({ name, line, logo, onDark }: BrandProps) {
  return (
    <span
      className={join(
        'inline-flex min-w-0 items-center gap-x-3 overflow-hidden text-strong',
        !line && 'h-[3rem] flex-wrap',
        onDark && 'always-dark',
      )}
    >
      <img
        src={logo}
        alt=""
        width={42}
        height={42}
        className={join('flex-none', !line && 'h-full object-contain')}
      />
      {/* Alone, a name that does not fit beside the logo, as with large text, wraps out of sight as a whole. */}
      <span className={line ? 'min-w-0' : 'whitespace-nowrap'}>
        <span className="type-section block">{name}</span>
        {line && <span className="type-meta block text-muted">{line}</span>}
      </span>
    </span>
  )
}
