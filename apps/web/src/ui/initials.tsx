import { getInitials } from './get-initials.ts'

const tones = {
  lapis: { background: 'var(--lapis-1)', className: 'text-on-soft' },
  arrebol: { background: 'var(--arrebol-1)', className: 'text-on-accent-soft' },
  araucaria: { background: 'var(--araucaria-1)', className: 'text-success' },
  aromo: { background: 'var(--color-attention-soft)', className: 'text-attention' },
  glaciar: { background: 'var(--glaciar-1)', className: 'text-glaciar' },
} as const
type Look = keyof typeof tones
const looks = Object.keys(tones) as Look[]

/**
 * Shows a person's initials on a colour derived from the name. It is decoration beside the name and never replaces
 * it.
 */
export function Initials({ name, size = 42, look }: { name: string; size?: number; look?: Look }) {
  const tone =
    look ??
    looks[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % looks.length] ??
    'lapis'
  const { background, className } = tones[tone]
  // As large as its text, which grows with the text of the page.
  const side = `${size / 16}rem`
  return (
    <span
      className={`${size < 50 ? 'type-count' : 'type-section font-body'} always-light inline-grid flex-none place-items-center rounded-full ${className}`}
      style={{ width: side, height: side, background }}
      aria-hidden
    >
      {getInitials(name)}
    </span>
  )
}
