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
        'inline-flex min-w-0 items-center gap-3 overflow-hidden text-strong',
        onDark && 'always-dark',
        // A name alone that does not fit beside the logo, as with large text, wraps out of sight.
        !line && 'max-h-[42px] flex-wrap',
      )}
    >
      <img src={logo} alt="" width={42} height={42} className="flex-none" />
      <span className="min-w-0">
        <span className={join('type-section block', !line && 'whitespace-nowrap')}>{name}</span>
        {line && <span className="type-meta block text-muted">{line}</span>}
      </span>
    </span>
  )
}
