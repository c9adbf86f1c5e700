/** How a public notice looks that somebody else wrote and coloured. */
import { contrast } from './contrast.ts'

/** The notice's own colours, or none where they are under 4.5:1: it then keeps the attention colours. */
export function noticeColors(ink: string, fill: string): { color?: string; backgroundColor?: string } {
  return contrast(ink, fill) >= 4.5 ? { color: ink, backgroundColor: fill } : {}
}

/** Its name as the first sentence of its text. */
export function noticeTitle(name: string): string {
  return /[.:!?]$/.test(name) ? name : `${name}.`
}
