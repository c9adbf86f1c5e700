/** Reads the words of a PDF made with the standard fonts, page by page, each text as it was written. */
import { inflateSync } from 'node:zlib'

const latin = new TextDecoder('windows-1252')

/** The pieces of text in the order they were drawn; a piece is one line of one call. */
export function pdfTexts(pdf: Uint8Array): string[] {
  const raw = Buffer.from(pdf).toString('latin1')
  const texts: string[] = []
  for (const match of raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)) {
    const drawn = inflated(match[1] ?? '')
    for (const [, list] of drawn.matchAll(/\[((?:<[0-9a-f]*>|[-\d.\s])*)\] TJ/g)) {
      const hex = [...(list ?? '').matchAll(/<([0-9a-f]*)>/g)].map(([, part]) => part).join('')
      texts.push(latin.decode(Buffer.from(hex, 'hex')))
    }
  }
  return texts
}

function inflated(stream: string): string {
  try {
    return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
  } catch {
    return stream // An uncompressed stream, or a picture.
  }
}
