/** The clinic's paper: A4 with mark, name and site at the top, and the same foot on every page. */
import PDFDocument from 'pdfkit'

/** Colours of the product's design that print well. */
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

export const font = { plain: 'Helvetica', bold: 'Helvetica-Bold' } as const

/** In points: 48 of margin all round, and what the foot needs. */
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
  /** The document's title in its properties; it names nobody. */
  readonly title: string
  /** What stands at the right of the letterhead, for instance «Informe de laboratorio». */
  readonly kind: string
  readonly madeAt: Date
}

export type Sheet = {
  readonly doc: PDFKit.PDFDocument
  /** The root of the document's structure; everything that a screen reader should find is added to it. */
  readonly root: PDFKit.PDFStructureElement
  /** A new page, with the short letterhead; gives back where its text begins. */
  readonly turn: () => number
  /** Ends the document and gives back its bytes. */
  readonly finish: () => Promise<Uint8Array>
}

/** Opens a document on the clinic's paper; the text of the first page begins at `firstLine`. */
export function openSheet(paper: Paper): Sheet {
  const doc = new PDFDocument({
    size: 'A4',
    margins: { top: margin, bottom: 0, left: margin, right: margin },
    lang: 'es-CL',
    tagged: true,
    displayTitle: true,
    pdfVersion: '1.7',
    bufferPages: true,
    info: {
      Title: paper.title,
      Author: paper.brand,
      Creator: paper.brand,
      Producer: paper.brand,
      CreationDate: paper.madeAt,
      ModDate: paper.madeAt,
    },
  })
  const chunks: Uint8Array[] = []
  const ended = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
  const root = doc.struct('Document')
  doc.addStructure(root)
  asArtifact(doc, () => drawHead(doc, paper))

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

/** Draws what is there for the eye alone: a screen reader passes over it. */
export function asArtifact(doc: PDFKit.PDFDocument, draw: () => void): void {
  doc.markContent('Artifact')
  draw()
  doc.endMarkedContent()
}

/** Writes one line or one wrapped paragraph at a place and gives back the height it took. */
export function write(
  doc: PDFKit.PDFDocument,
  text: string,
  place: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly size: number
    readonly bold?: boolean
    readonly color?: string
    readonly align?: 'left' | 'right' | 'center'
    readonly gap?: number
  },
): number {
  doc
    .font(place.bold ? font.bold : font.plain)
    .fontSize(place.size)
    .fillColor(place.color ?? ink.body)
  const options = { width: place.width, align: place.align ?? 'left', lineGap: place.gap ?? 0 } as const
  const height = doc.heightOfString(text, options)
  doc.text(text, place.x, place.y, options)
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

function drawHead(doc: PDFKit.PDFDocument, paper: Paper): void {
  drawMark(doc, margin, margin - 8, 40)
  const x = margin + 52
  write(doc, paper.brand, { x, y: margin - 6, width: 260, size: 17, bold: true, color: ink.strong })
  write(doc, `Sede ${paper.site.name} · ${paper.site.address}`, {
    x,
    y: margin + 15,
    width: 300,
    size: 8.5,
    color: ink.quiet,
  })
  write(doc, `Teléfono ${paper.site.phone}`, { x, y: margin + 27, width: 300, size: 8.5, color: ink.quiet })
  write(doc, paper.kind, {
    x: pageWidth - margin - 170,
    y: margin,
    width: 170,
    size: 11,
    bold: true,
    color: ink.brand,
    align: 'right',
  })
  doc.rect(margin, margin + 48, textWidth, 2).fill(ink.brand)
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
