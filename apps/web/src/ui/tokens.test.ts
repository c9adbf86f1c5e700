import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { color } from './tokens.ts'

const readSheet = (name: string) =>
  readFileSync(join(import.meta.dirname, '../app/styles', name), 'utf8').replaceAll(/\/\*.*?\*\//gs, '')

const values = new Map(
  [...`${readSheet('tokens.css')}${readSheet('theme.css')}`.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(
    ([, name = '', value = '']) => [name, value] as const,
  ),
)

type Scheme = 'light' | 'dark'
type Colour = readonly [red: number, green: number, blue: number]

/** Computes the colour of a value in a scheme, as a browser would. */
function compute(value: string, scheme: Scheme): Colour {
  const named = /^var\((--[\w-]+)\)$/.exec(value)?.[1]
  if (named !== undefined) return compute(values.get(named) ?? '', scheme)
  const [, light, dark] = /^light-dark\(((?:[^(),]|\([^()]*\))+), (.+)\)$/.exec(value) ?? []
  if (light && dark) return compute(scheme === 'light' ? light : dark, scheme)
  const [, first, share, second] = /^color-mix\(in srgb, (\S+) (\d+)%, (\S+)\)$/.exec(value) ?? []
  if (first && share && second) {
    const [a, b, part] = [compute(first, scheme), compute(second, scheme), Number(share) / 100]
    return [0, 1, 2].map((index) => (a[index] ?? 0) * part + (b[index] ?? 0) * (1 - part)) as never
  }
  const hex = /^#([0-9a-f]{3}|[0-9a-f]{6})$/.exec(value)?.[1]
  if (hex === undefined) throw new Error(`No colour: ${value}`)
  const full = hex.length === 3 ? hex.replaceAll(/./g, '$&$&') : hex
  return [0, 2, 4].map((at) => Number.parseInt(full.slice(at, at + 2), 16)) as never
}

function luminance(colour: Colour): number {
  const [red = 0, green = 0, blue = 0] = colour
    .map((part) => part / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(scheme: Scheme, front: string, back: string): number {
  const [lower = 0, higher = 0] = [front, back]
    .map((name) => luminance(compute(`var(--color-${name})`, scheme)))
    .toSorted((a, b) => a - b)
  return (higher + 0.05) / (lower + 0.05)
}

/** Pairs of a colour and its ground: texts with at least 4.5:1, and edges, marks and the focus with at least 3:1. */
const texts: Record<string, string> = {
  strong: 'page card raised sub bar soft',
  body: 'page card raised sub soft',
  muted: 'page card raised sub bar',
  link: 'page card soft bar',
  'on-action': 'action error',
  'on-soft': 'soft',
  success: 'page card success-soft',
  attention: 'page card attention-soft',
  error: 'page card error-soft',
  glaciar: 'card glaciar-soft',
  'on-accent-soft': 'card accent-soft',
}
const marks: Record<string, string> = {
  control: 'card page',
  action: 'card page',
  accent: 'page card',
  focus: 'page card',
  'range-tick': 'range-track card',
  success: 'range-track',
  attention: 'range-track',
}

test.each(['light', 'dark'] as const)('every pair of colours of the %s scheme has its contrast', (scheme) => {
  const findWeak = (pairs: Record<string, string>, least: number) =>
    Object.entries(pairs).flatMap(([front, backs]) =>
      backs
        .split(' ')
        .filter((back) => contrast(scheme, front, back) < least)
        .map((back) => `${front} on ${back}: ${contrast(scheme, front, back).toFixed(2)}`),
    )
  expect([...findWeak(texts, 4.5), ...findWeak(marks, 3)]).toEqual([])
})

test('style sheets and scripts have the same shades', () => {
  // A shade that no style sheet uses stands in the script alone.
  for (const [name, shades] of Object.entries(color))
    for (const [index, shade] of shades.entries())
      expect(
        values.get(`--${name}-${index}`) ?? values.get(`--mantine-color-${name}-${index}`) ?? shade,
      ).toMatch(new RegExp(shade, 'i'))
})

const web = join(import.meta.dirname, '..')

test('motion takes its durations from the tokens, none is longer than 320 ms, and those who prefer less motion get none', () => {
  const [usual = '', reduced = ''] = readSheet('portal.css').split('@media (prefers-reduced-motion: reduce)')
  const readDurations = (sheet: string) =>
    new Map([...sheet.matchAll(/--motion-(\w+): (\d+)ms/g)].map(([, name = '', ms]) => [name, Number(ms)]))
  const durations = readDurations(usual)
  expect(Math.min(...durations.values())).toBeGreaterThanOrEqual(120)
  expect(Math.max(...durations.values())).toBeLessThanOrEqual(320)
  const still = Object.fromEntries([...durations.keys()].map((name) => [name, 0]))
  expect(Object.fromEntries(readDurations(reduced))).toEqual({ ...still, fade: 80 })
  expect(usual).toContain('--motion-repeats: infinite')
  expect(reduced).toContain('--motion-repeats: 0')

  const written = globSync('**/*.{css,tsx}', { cwd: web }).flatMap((path) =>
    [
      ...readFileSync(join(web, path), 'utf8').matchAll(
        /.*(?:\b\d+m?s(?![\w-])|infinite|[ '"](?:duration|delay|ease|transition)-[\w[]).*/g,
      ),
    ].map(([line]) => `${path}: ${line.trim()}`),
  )
  // Placeholders wait until an answer is slow, and repeat.
  expect(written.filter((line) => !/^app\/styles\/portal\.css: --motion-/.test(line))).toEqual([
    'app/styles/theme.css: appear 1ms linear 300ms backwards, skeleton 1200ms ease-in-out 300ms var(--motion-repeats) alternate;',
    'app/styles/theme.css: --animate-wait: wait 1ms 1s backwards;',
  ])
})
