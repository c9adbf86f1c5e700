/** Reads a PDF with a reader that nobody here wrote. */
import { inflateSync } from 'node:zlib'
import { getDocumentProxy } from 'unpdf'

/** The pieces of text in the order they were drawn; a piece is one line of one call. */
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

/** The streams of a PDF, unpacked: what is drawn on each page among them. */
export function pdfStreams(pdf: Uint8Array): string[] {
  const raw = Buffer.from(pdf).toString('latin1')
  return [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, stream = '']) => {
    try {
      return inflateSync(Buffer.from(stream, 'latin1')).toString('latin1')
    } catch {
      return stream // It was not packed.
    }
  })
}
