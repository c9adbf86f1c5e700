import classes from './initials.module.css'
import { initialsOf } from './initials-of.ts'

const looks = ['lapis', 'arrebol', 'araucaria', 'aromo', 'glaciar'] as const

/**
 * Shows a person's initials on a colour derived from the name. It is decoration beside the name and never replaces
 * it.
 */
export function Initials({
  name,
  size = 42,
  look,
}: {
  name: string
  size?: number
  look?: (typeof looks)[number]
}) {
  const tone =
    look ??
    looks[[...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % looks.length] ??
    'lapis'
  return (
    <span
      className={`${classes.initials} ${classes[tone]}`}
      style={{ width: size, height: size }}
      aria-hidden
    >
      {initialsOf(name)}
    </span>
  )
}
