import { getInitials } from './get-initials.ts'

const tones = {
  lapis: 'bg-soft text-on-soft',
  arrebol: 'bg-accent-soft text-on-accent-soft',
  araucaria: 'bg-success-soft text-success',
  aromo: 'bg-attention-soft text-attention',
  glaciar: 'bg-glaciar-soft text-glaciar',
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
  return (
    <span
      className={`type-count inline-grid flex-none place-items-center rounded-full ${tones[tone]}`}
      style={{ width: size, height: size }}
      aria-hidden
    >
      {getInitials(name)}
    </span>
  )
}
