/**
 * Mantine with the product's theme, for every area except the sign-in page, which does not load it. Its variables are in a style sheet
 * (`styles/theme-variables.css`), and its classes for single widths are of no use here.
 */
import './styles/mantine.ts'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '../lib/portal-config.ts'
import { theme } from './theme.ts'

declare global {
  // Read by the part of Mantine's dialogs that locks the page's scrolling with its own style element.
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = styleNonce()

/** Provides the theme. No component above it has state, because every part of Mantine is rendered again with this one. */
export function ThemeProvider({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      withCssVariables={false}
      withGlobalClasses={false}
      forceColorScheme="light"
      getStyleNonce={() => styleNonce() ?? ''}
    >
      {children}
    </MantineProvider>
  )
}
