/** The title and colours of a public alert, which staff write and colour. */
import { contrast } from '@mi-portal/contract/contrast'

/**
 * Returns the alert's own colours, or none when their contrast is under 4.5:1; the alert then has the attention
 * colours.
 */
export function noticeColors(ink: string, fill: string): { color?: string; backgroundColor?: string } {
  return contrast(ink, fill) >= 4.5 ? { color: ink, backgroundColor: fill } : {}
}

/** Returns the alert's name as the first sentence of its text. */
export function noticeTitle(name: string): string {
  return /[.:!?]$/.test(name) ? name : `${name}.`
}
