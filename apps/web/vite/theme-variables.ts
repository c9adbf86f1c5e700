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
    '--mantine-color-body': color.piedra[0],
    '--mantine-color-text': color.piedra[8],
    '--mantine-color-dimmed': color.piedra[6],
    '--mantine-color-placeholder': color.piedra[6],
    '--mantine-color-error': color.copihue[6],
    '--mantine-color-default-border': color.piedra[5],
    '--mantine-color-default-color': color.piedra[9],
    '--mantine-color-anchor': color.lapis[6],
  },
  dark: {},
})

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
        )
      },
    },
  }
}
