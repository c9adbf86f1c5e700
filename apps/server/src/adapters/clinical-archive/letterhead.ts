/** The clinic's letterhead: A4 pages with logo, name and site at the top, and the same footer on every page. */
import { collectPdf, drawText, openTaggedPdf } from '../../platform/pdf/tagged-pdf.ts'
import { toDrawable } from '../../platform/pdf/typeface.ts'

/** Colours of the product that print well. */
export const ink = {
  brand: '#2A4DB5',
  strong: '#161D30',
  body: '#2A3348',
  quiet: '#58627C',
  line: '#C8CFDE',
  pale: '#F6F7FB',
  attention: '#775300',
  attentionPale: '#FFF8E3',
} as const

/** The margin on all sides, in points. */
export const margin = 48
export const pageWidth = 595.28
const pageHeight = 841.89
export const textWidth = pageWidth - 2 * margin
export const lowestLine = pageHeight - margin - 40

export type Site = { readonly name: string; readonly address: string; readonly phone: string }

type Paper = {
  /** The clinic's name, for instance «Clínica Andes». */
  readonly brand: string
  readonly site: Site
  /** The title in the document's properties. It contains no name of a person. */
  readonly title: string
  /** The text at the right of the letterhead, for instance «Informe de laboratorio». */
  readonly kind: string
  readonly madeAt: Date
}

export type Sheet = {
  readonly doc: PDFKit.PDFDocument
  /** The root of the document's structure. All content for screen readers is added to it. */
  readonly root: PDFKit.PDFStructureElement
  /** Starts a new page with the short letterhead. Returns the position at which its text begins. */
  readonly turn: () => number
  /** Ends the document and returns its bytes. */
  readonly finish: () => Promise<Uint8Array>
}

/** Opens a document with the clinic's letterhead. The text of the first page begins at `firstLine`. */
export function openSheet(paper: Paper): Sheet {
  const doc = openTaggedPdf(
    { title: paper.title, author: paper.brand, madeAt: paper.madeAt },
    { margins: { top: margin, bottom: 0, left: margin, right: margin }, bufferPages: true },
  )
  const ended = collectPdf(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  drawHead(doc, root, paper)

  return {
    doc,
    root,
    turn: () => {
      doc.addPage()
      asArtifact(doc, () => drawShortHead(doc, paper))
      return margin + 36
    },
    finish: () => {
      root.end()
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page)
        asArtifact(doc, () => drawFoot(doc, paper, page + 1, count))
      }
      doc.end()
      return ended
    },
  }
}

export const firstLine = margin + 72

/** Draws decoration, which screen readers skip. */
export function asArtifact(doc: PDFKit.PDFDocument, draw: () => void): void {
  doc.markContent('Artifact')
  draw()
  doc.endMarkedContent()
}

type Place = {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly size: number
  readonly bold?: boolean
  readonly color?: string
  readonly align?: 'left' | 'right' | 'center'
  readonly gap?: number
}

/** Writes one line or one wrapped paragraph at a position. Returns its height. */
export function write(doc: PDFKit.PDFDocument, text: string, place: Place): number {
  doc
    .font(place.bold ? 'bold' : 'plain')
    .fontSize(place.size)
    .fillColor(place.color ?? ink.body)
  const options = { width: place.width, align: place.align ?? 'left', lineGap: place.gap ?? 0 } as const
  const height = doc.heightOfString(toDrawable(text).drawn, options)
  drawText(doc, text, options, place)
  return height
}

function drawMark(doc: PDFKit.PDFDocument, x: number, y: number, size: number): void {
  doc
    .save()
    .translate(x, y)
    .scale(size / 40)
  doc.roundedRect(0, 0, 40, 40, 11).fill(ink.brand)
  doc.circle(28.2, 12.4, 4.1).fill('#FAA58B')
  doc.path('M6 30.5 15.6 14.2c.7-1.1 2.2-1.1 2.9 0L28 30.5Z').fill('#FFFFFF')
  doc.path('m21.2 30.5 5-8.4c.6-1 2-1 2.6 0l5.2 8.4Z').fill('#B9C8F4')
  doc.restore()
}

/** Draws the letterhead of the first page. Screen readers read it; those of other pages and the footers only repeat it. */
function drawHead(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, paper: Paper): void {
  asArtifact(doc, () => {
    drawMark(doc, margin, margin - 8, 40)
    doc.rect(margin, margin + 48, textWidth, 2).fill(ink.brand)
  })
  const { brand, site } = paper
  const x = margin + 52
  const small = { x, width: 300, size: 8.5, color: ink.quiet } as const
  const lines: readonly (readonly [string, Place])[] = [
    [brand, { x, y: margin - 6, width: 260, size: 17, bold: true, color: ink.strong }],
    [`Sede ${site.name} · ${site.address}`, { ...small, y: margin + 15 }],
    [`Teléfono ${site.phone}`, { ...small, y: margin + 27 }],
    [
      paper.kind,
      {
        x: pageWidth - margin - 170,
        y: margin,
        width: 170,
        size: 11,
        bold: true,
        color: ink.brand,
        align: 'right',
      },
    ],
  ]
  for (const [text, place] of lines) root.add(doc.struct('P', {}, () => write(doc, text, place)))
}

function drawShortHead(doc: PDFKit.PDFDocument, paper: Paper): void {
  drawMark(doc, margin, margin - 12, 22)
  write(doc, paper.brand, {
    x: margin + 30,
    y: margin - 7,
    width: 240,
    size: 11,
    bold: true,
    color: ink.strong,
  })
  write(doc, paper.kind, {
    x: pageWidth - margin - 200,
    y: margin - 6,
    width: 200,
    size: 9.5,
    bold: true,
    color: ink.brand,
    align: 'right',
  })
  doc.rect(margin, margin + 18, textWidth, 1).fill(ink.brand)
}

function drawFoot(doc: PDFKit.PDFDocument, paper: Paper, page: number, pages: number): void {
  const y = pageHeight - margin - 14
  doc.rect(margin, y - 8, textWidth, 0.6).fill(ink.line)
  write(doc, 'Documento sin firma electrónica', {
    x: margin,
    y,
    width: 200,
    size: 8,
    bold: true,
    color: ink.quiet,
  })
  write(doc, `${paper.brand} · ${paper.site.address}`, {
    x: margin,
    y: y + 11,
    width: 360,
    size: 8,
    color: ink.quiet,
  })
  write(doc, `Página ${page} de ${pages}`, {
    x: pageWidth - margin - 120,
    y,
    width: 120,
    size: 8,
    color: ink.quiet,
    align: 'right',
  })
}
