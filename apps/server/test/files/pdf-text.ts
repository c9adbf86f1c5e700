/** Reads a PDF with a library that is independent of the portal's PDF writer. */
import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

/** Returns the pieces of text in drawing order. Each drawing call gives one piece. */
export async function pdfTexts(pdf: Uint8Array): Promise<string[]> {
  const document = await getDocumentProxy(new Uint8Array(pdf), { verbosity: 0 })
  const texts: string[] = []
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number)
    const { items } = await page.getTextContent({ disableNormalization: true })
    for (const item of items) if ('str' in item && item.str.trim() !== '') texts.push(item.str)
  }
  await document.loadingTask.destroy()
  return texts
}

/** Returns the decompressed streams of a PDF, including the content of each page. */
export function pdfStreams(pdf: Uint8Array): string[] {
  const raw = Buffer.from(pdf).toString('latin1')
  // The last byte of a stream can be a carriage return of its own; one too many is ignored.
  return [...raw.matchAll(/stream\r?\n([\s\S]*?)\nendstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return stream // The stream was not compressed.
    }
  })
}

/** Returns the colours in which a PDF is drawn, as `#RRGGBB`. */
export function pdfColours(pdf: Uint8Array): string[] {
  const found = pdfStreams(pdf).flatMap((stream) => [...stream.matchAll(/([\d.]+) ([\d.]+) ([\d.]+) scn/g)])
  const channel = (share: string) =>
    Math.round(Number(share) * 255)
      .toString(16)
      .padStart(2, '0')
  return found.map(([, ...shares]) => `#${shares.map((share) => channel(share)).join('')}`.toUpperCase())
}
