/** Creates the empty document of every PDF: PDF/UA, A4, in Spanish, with its font embedded. */
import type { Font } from 'fontkit'
import PDFDocument from 'pdfkit'
import { type FontName, getFont, toDrawable } from './typeface.ts'

// Options that PDFKit accepts but its types lack.
declare global {
  namespace PDFKit {
    namespace Mixins {
      interface PDFFont {
        registerFont(name: string, src: Font): this
      }
      interface StructureElementOptions {
        scope?: 'Column' | 'Row'
      }
    }
  }
}

// Typed loosely, because the types of PDFKit know only PDF/A.
const standard: object = { subset: 'PDF/UA' }

export const margin = 56

export type Ink = Readonly<Record<'strong' | 'body' | 'quiet' | 'line' | 'pale', string>>

const inkShades = { strong: 9, body: 8, quiet: 6, line: 3, pale: 0 } as const

const inks = new WeakMap<PDFKit.PDFDocument, Ink>()

export function getInk(doc: PDFKit.PDFDocument): Ink {
  const ink = inks.get(doc)
  if (ink === undefined) throw new Error('the document was not opened by openTaggedPdf')
  return ink
}

type Imprint = {
  readonly title: string
  readonly author: string
  readonly madeAt: Date
  readonly neutral: readonly string[]
}

type PageOptions = Pick<PDFKit.PDFDocumentOptions, 'margin' | 'margins' | 'bufferPages'>

export function openTaggedPdf(
  { title, author, madeAt, neutral }: Imprint,
  page: PageOptions = { margin },
): PDFKit.PDFDocument {
  const issuer = toMetadata(author)
  const doc = new PDFDocument({
    ...page,
    size: 'A4',
    lang: 'es-CL',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    ...standard,
    // If no font were given, PDFKit would load Helvetica.
    font: '',
    info: {
      Title: toMetadata(title),
      Author: issuer,
      Creator: issuer,
      Producer: issuer,
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  })
  const shade = (index: number) => neutral[index] ?? '#000000'
  inks.set(doc, {
    strong: shade(inkShades.strong),
    body: shade(inkShades.body),
    quiet: shade(inkShades.quiet),
    line: shade(inkShades.line),
    pale: shade(inkShades.pale),
  })
  for (const name of ['plain', 'bold'] as const) doc.registerFont(name, getFont(name))
  return doc.font('plain' satisfies FontName)
}

/** Removes characters with a meaning in XML, because PDFKit writes the properties into XML without escaping them. */
function toMetadata(text: string): string {
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .replaceAll('<', '‹')
    .replaceAll('>', '›')
    .replaceAll('&', '＆')
}

export function collectPdf(doc: PDFKit.PDFDocument): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  return new Promise((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}

/** Characters that the typeface lacks are named; the original is then stored as ActualText, for screen readers and copying. */
export function drawText(
  doc: PDFKit.PDFDocument,
  text: string,
  options: PDFKit.Mixins.TextOptions = {},
  place: { readonly x: number; readonly y: number } | null = null,
): void {
  const { drawn, isComplete } = toDrawable(text)
  if (!isComplete) doc.markContent('Span', { actual: text })
  if (place === null) doc.text(drawn, options)
  else doc.text(drawn, place.x, place.y, options)
  if (!isComplete) doc.endMarkedContent()
}
