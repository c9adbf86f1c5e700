import { desktopMinWidth } from './tokens.ts'
import { useMedia } from './use-media.ts'

/** Returns whether the desktop layout is used: from 860 px up. */
export function useWideScreen(): boolean {
  return useMedia(`(min-width: ${desktopMinWidth})`, true)
}
