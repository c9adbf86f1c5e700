import { useMediaQuery } from '@mantine/hooks'
import { desktopFrom } from './tokens.ts'

/** Whether the desktop layout is used: from 860 px up. Right from the first render, so that nothing jumps. */
export function useWideScreen(): boolean {
  return useMediaQuery(`(min-width: ${desktopFrom})`, true, { getInitialValueInEffect: false })
}
