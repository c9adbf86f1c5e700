/**
 * Mantine's theme, made from the design tokens. Styles of single components are in `styles/portal.css`, which
 * overrides all layers of Mantine.
 */
import { createTheme } from '@mantine/core'
import { color } from '../ui/tokens.ts'

export const theme = createTheme({
  colors: color,
  primaryColor: 'lapis',
  primaryShade: 6,
  white: '#FFFFFF',
  black: '#161D30',
  fontFamily:
    "'Figtree Variable', 'Figtree Fallback', 'Figtree Roboto', 'Figtree DejaVu', system-ui, sans-serif",
  headings: {
    fontFamily:
      "'Bricolage Grotesque Variable', 'Bricolage Fallback', 'Bricolage Roboto', 'Bricolage DejaVu', 'Figtree Variable', sans-serif",
    fontWeight: '600',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: '1.75rem', lineHeight: '1.2143' },
      h2: { fontSize: '1.25rem', lineHeight: '1.3' },
      h3: { fontSize: '1.125rem', lineHeight: '1.3333' },
      h4: { fontSize: '1rem', lineHeight: '1.375' },
      h5: { fontSize: '1rem', lineHeight: '1.375' },
      h6: { fontSize: '1rem', lineHeight: '1.375' },
    },
  },
  fontSizes: { xs: '0.8125rem', sm: '0.875rem', md: '1rem', lg: '1.125rem', xl: '1.25rem' },
  lineHeights: { xs: '1.385', sm: '1.4286', md: '1.5', lg: '1.5', xl: '1.5' },
  defaultRadius: 'md',
  radius: { xs: '6px', sm: '10px', md: '12px', lg: '16px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  breakpoints: { xs: '24.375em', sm: '53.75em', md: '64em', lg: '74em', xl: '90em' },
  shadows: {
    xs: '0 1px 2px color-mix(in srgb, var(--mantine-color-lapis-9) 5%, transparent)',
    sm: '0 1px 2px color-mix(in srgb, var(--mantine-color-lapis-9) 4%, transparent), 0 6px 18px -6px color-mix(in srgb, var(--mantine-color-lapis-9) 10%, transparent)',
    md: '0 2px 6px color-mix(in srgb, var(--mantine-color-lapis-9) 6%, transparent), 0 18px 40px -12px color-mix(in srgb, var(--mantine-color-lapis-9) 22%, transparent)',
    lg: '0 2px 6px color-mix(in srgb, var(--mantine-color-lapis-9) 6%, transparent), 0 18px 40px -12px color-mix(in srgb, var(--mantine-color-lapis-9) 22%, transparent)',
    xl: '0 24px 70px -12px rgba(13,20,48,.45)',
  },
  focusClassName: 'portal-focus',
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Every field of the product has its hint above and its error below.
    InputWrapper: { defaultProps: { inputWrapperOrder: ['label', 'description', 'input', 'error'] } },
    Button: { defaultProps: { size: 'md' } },
    Badge: { defaultProps: { tt: 'none', variant: 'light' } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'xl',
        closeButtonProps: { 'aria-label': 'Cerrar' },
        transitionProps: { duration: 180 },
      },
    },
    Select: { defaultProps: { nothingFoundMessage: 'Sin resultados', comboboxProps: { shadow: 'md' } } },
  },
})
