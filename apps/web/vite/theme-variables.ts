/** Writes Mantine's variables with the product's theme into a style sheet, so that no browser has to compute them. */
import {
  type CSSVariablesResolver,
  convertCssVariables,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from '@mantine/core'
import type { Plugin } from 'vite'
import { theme } from '../src/app/theme.ts'
import { color } from '../src/ui/tokens.ts'

/** Returns the Mantine variables whose defaults would not reach the contrast that the product promises. */
const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-body': 'var(--color-page)',
    '--mantine-color-text': 'var(--color-body)',
    '--mantine-color-dimmed': 'var(--color-muted)',
    '--mantine-color-placeholder': 'var(--color-muted)',
    '--mantine-color-error': 'var(--color-error)',
    '--mantine-color-default-border': 'var(--color-control)',
    '--mantine-color-default-color': 'var(--color-strong)',
    '--mantine-color-default': 'var(--color-card)',
    '--mantine-color-anchor': 'var(--color-link)',
    '--mantine-color-white': 'var(--color-card)',
    '--mantine-color-black': 'var(--color-strong)',
  },
  dark: {},
})

/** The shades that `styles/tokens.css` defines, for both schemes. */
const shade = new RegExp(`--mantine-color-(${Object.keys(color).join('|')})-\\d: #[^;]+;`, 'g')

const sheet = /\/src\/app\/styles\/theme-variables\.css$/

/** Replaces the content of `styles/theme-variables.css`. */
export function themeVariables(): Plugin {
  return {
    name: 'theme-variables',
    // Before Vite reads the style sheet.
    enforce: 'pre',
    transform: {
      filter: { id: sheet },
      handler() {
        const merged = mergeMantineTheme(DEFAULT_THEME, theme)
        return convertCssVariables(
          deepMerge(defaultCssVariablesResolver(merged), cssVariablesResolver(merged)),
        ).replace(shade, '')
      },
    },
  }
}
