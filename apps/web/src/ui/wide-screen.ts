import { useMediaQuery } from '@mantine/hooks'
import { desktopMinWidth } from './tokens.ts'

/**
 * Returns whether the desktop layout is used: from 860 px up. The value is correct in the first render, so that
 * nothing jumps.
 */
export function useWideScreen(): boolean {
  return useMediaQuery(`(min-width: ${desktopMinWidth})`, true, { getInitialValueInEffect: false })
}
