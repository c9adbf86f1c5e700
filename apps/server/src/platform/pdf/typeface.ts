import { existsSync, readFileSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { create, type Font, type GlyphRun } from 'fontkit'

/**
 * The files of the typeface by the names under which documents use them.
 *
 * @internal Exported for the build, which copies them.
 */
export const typefaceFiles = {
  plain: '@expo-google-fonts/source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  bold: '@expo-google-fonts/source-sans-3/700Bold/SourceSans3_700Bold.ttf',
} as const

export type FontName = keyof typeof typefaceFiles

const fonts = new Map<FontName, Font>()

/** Returns the parsed font. It is parsed once, because parsing costs several times as much as a page. */
export function getFont(name: FontName): Font {
  const known = fonts.get(name)
  if (known) return known
  const font = create(readFileSync(findFontFile(name)))
  if (!('layout' in font))
    throw new Error(`pdf: ${typefaceFiles[name]} is a font collection, but must be a single font`)
  nameGlyphs(font)
  const caching = cacheLayout(font)
  fonts.set(name, caching)
  return caching
}

/**
 * Creates every glyph once from the characters that it represents. A font caches the glyph object that it creates first. A glyph
 * created as part of another one, like the I of an Í, is linked to no character, and text extraction would return a wrong one.
 */
function nameGlyphs(font: Font): void {
  // Ligatures stand for the letters that are written, not for the ligature's own character.
  for (const letters of ['ff', 'fi', 'fl', 'ffi', 'ffl']) font.layout(letters)
  for (const codePoint of font.characterSet) font.glyphForCodePoint(codePoint)
}

const cachedWords = 20_000

/** Returns the font with a cache of word layouts. Documents share most of their words, and layout is half of their cost. */
function cacheLayout(font: Font): Font {
  const runs = new Map<string, GlyphRun>()
  const layout = (word: string, ...more: LayoutOptions): GlyphRun => {
    if (more[0] !== undefined) return font.layout(word, ...more)
    let run = runs.get(word)
    if (run === undefined) {
      run = font.layout(word)
      if (runs.size >= cachedWords) runs.clear()
      runs.set(word, run)
    }
    // PDFKit changes the positions that it receives, so each caller gets a copy.
    return Object.create(run, { positions: { value: run.positions.map((position) => ({ ...position })) } })
  }
  return Object.create(font, { layout: { value: layout } })
}

type LayoutOptions = Parameters<Font['layout']> extends [string, ...infer Rest] ? Rest : never

function findFontFile(name: FontName): string {
  const bundled = join(import.meta.dirname, 'fonts', `${name}.ttf`)
  return existsSync(bundled) ? bundled : module.createRequire(import.meta.url).resolve(typefaceFiles[name])
}

/** Replaced by a character with the same glyph, because a PDF maps each glyph to a single character. */
const sameShape: Readonly<Record<string, string>> = {
  '\u00a0': ' ',
  '\u2010': '-',
  '\u2011': '-',
  '\u03bc': 'µ',
  '\u2206': 'Δ',
  '\u03d5': 'φ',
  '\u02ed': '⁼',
}

/** Returns whether a text is plain Latin, which the typeface covers completely. Most texts are, and skip the check by character. */
function isPlainLatin(text: string): boolean {
  return /^[\n\x20-\x7e\xa1-\xac\xae-\xff]*$/.test(text)
}

const missingText = '[texto en otra escritura: está en el portal]'

function drawCharacter(font: Font, character: string): string | null {
  if (character === '\n') return character
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(character)) return ' '
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return ''
  if (font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)) return sameShape[character] ?? character
  return /\p{Zs}/u.test(character) ? ' ' : null
}

/**
 * Returns the text as the typeface can draw it. Invisible characters are left out. `isComplete` is false if the typeface lacks a
 * visible character. Such characters that follow each other are named, because a reader would take empty boxes for a damaged print.
 */
export function toDrawable(text: string): { readonly drawn: string; readonly isComplete: boolean } {
  if (isPlainLatin(text)) return { drawn: text, isComplete: true }
  const font = getFont('plain')
  let drawn = ''
  let isComplete = true
  for (const character of text.normalize('NFC')) {
    const glyphs = drawCharacter(font, character)
    isComplete &&= glyphs !== null
    if (glyphs !== null) drawn += glyphs
    else if (!drawn.trimEnd().endsWith(missingText)) drawn += missingText
  }
  return { drawn, isComplete }
}
