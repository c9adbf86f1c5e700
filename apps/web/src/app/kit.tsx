/** Mantine with the product's theme, around every area but the sign-in page, which does without it. */
import './styles/inside.ts'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { styleNonce } from '../lib/portal-config.ts'
import { cssVariablesResolver, theme } from './theme.ts'

declare global {
  // Read by the part of Mantine's dialogs that locks the page's scroll with a style element of its own.
  var __webpack_nonce__: string | undefined
}

globalThis.__webpack_nonce__ = styleNonce()

export function Kit({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      forceColorScheme="light"
      getStyleNonce={() => styleNonce() ?? ''}
    >
      {children}
    </MantineProvider>
  )
}
