import { collectPdf, drawText, getInk, openTaggedPdf } from './tagged-pdf.ts'
import { toDrawable } from './typeface.ts'

export type Letterhead = {
  readonly brand: string
  readonly lines: readonly string[]
  readonly colour: string
  /** The ten shades, from light to dark, of the clinic's grey. */
  readonly neutral: readonly string[]
  readonly logo: Buffer | null
}

export const attention = { text: '#775300', pale: '#FFF8E3' } as const

/** The margin on all sides, in points. */
export const margin = 48
export const pageWidth = 595.28
const pageHeight = 841.89
export const textWidth = pageWidth - 2 * margin
export const lowestLine = pageHeight - margin - 40

export type Site = { readonly name: string; readonly address: string; readonly phone: string }

type Paper = {
  readonly letterhead: Letterhead
  readonly site: Site | null
  /** The title in the document's properties. It contains no name of a person. */
  readonly title: string
  readonly kind: string
  readonly madeAt: Date
}

export type Sheet = {
  readonly doc: PDFKit.PDFDocument
  readonly root: PDFKit.PDFStructureElement
  readonly colour: string
  /** Starts a new page with the short letterhead. Returns the position at which its text begins. */
  readonly turn: () => number
  readonly finish: () => Promise<Uint8Array>
}

export function openSheet(paper: Paper): Sheet {
  const { brand: author, neutral } = paper.letterhead
  const doc = openTaggedPdf(
    { ...paper, author, neutral },
    { margins: { top: margin, bottom: 0, left: margin, right: margin }, bufferPages: true },
  )
  const ended = collectPdf(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  drawHead(doc, root, paper)

  return {
    doc,
    root,
    colour: paper.letterhead.colour,
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

export function drawLetterhead(
  doc: PDFKit.PDFDocument,
  { brand, lines, colour, logo }: Letterhead,
  add: (tag: string, draw: () => void) => void,
): void {
  const [top, left] = [margin - 14, margin + 48]
  const ink = getInk(doc)
  asArtifact(doc, () => {
    if (logo !== null) doc.image(logo, margin, top, { fit: [36, 36], valign: 'center' })
    doc.rect(margin, top + 44, doc.page.width - 2 * margin, 2).fill(colour)
  })
  add('P', () =>
    drawText(doc.font('bold').fontSize(13).fillColor(ink.strong), brand, {}, { x: left, y: top }),
  )
  const place = { x: left, y: top + 18 }
  if (lines.length > 0)
    add('P', () => drawText(doc.font('plain').fontSize(8).fillColor(ink.quiet), lines.join(' · '), {}, place))
  doc.x = margin
  doc.y = top + 60
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

export function write(doc: PDFKit.PDFDocument, text: string, place: Place): number {
  doc
    .font(place.bold ? 'bold' : 'plain')
    .fontSize(place.size)
    .fillColor(place.color ?? getInk(doc).body)
  const options = { width: place.width, align: place.align ?? 'left', lineGap: place.gap ?? 0 } as const
  const height = doc.heightOfString(toDrawable(text).drawn, options)
  drawText(doc, text, options, place)
  return height
}

/** The whole width between the margins. */
export const wholeLine = { x: margin, width: textWidth } as const

/** Adds a line or a paragraph with its place in the document's structure. Returns its height. */
export function addText(
  { doc, root }: Pick<Sheet, 'doc' | 'root'>,
  tag: string,
  text: string,
  place: Place,
): number {
  let height = 0
  const draw = () => {
    height = write(doc, text, place)
  }
  root.add(doc.struct(tag, {}, draw))
  return height
}

function drawMark(doc: PDFKit.PDFDocument, { logo }: Letterhead, x: number, y: number, size: number): void {
  if (logo !== null) doc.image(logo, x, y, { fit: [size, size], valign: 'center' })
}

function toLines({ letterhead, site }: Paper): readonly string[] {
  if (letterhead.lines.length > 0 || site === null) return letterhead.lines
  return [`Sede ${site.name} · ${site.address}`, `Teléfono ${site.phone}`]
}

function placeOfLine(index: number, length: number): { y: number; size: number } {
  return length > 2 ? { y: margin + 13 + index * 9, size: 7.5 } : { y: margin + 15 + index * 12, size: 8.5 }
}

/** Draws the letterhead of the first page. Screen readers read it; those of other pages and the footers only repeat it. */
function drawHead(doc: PDFKit.PDFDocument, root: PDFKit.PDFStructureElement, paper: Paper): void {
  asArtifact(doc, () => {
    drawMark(doc, paper.letterhead, margin, margin - 8, 40)
    doc.rect(margin, margin + 48, textWidth, 2).fill(paper.letterhead.colour)
  })
  const { brand, colour } = paper.letterhead
  const ink = getInk(doc)
  const x = margin + 52
  const small = { x, width: 300, size: 8.5, color: ink.quiet } as const
  const right = { x: pageWidth - margin - 170, width: 170, align: 'right' } as const
  const lines: readonly (readonly [string, Place])[] = [
    [brand, { x, y: margin - 6, width: 260, size: 17, bold: true, color: ink.strong }],
    ...toLines(paper).map(
      (line, index, { length }) => [line, { ...small, ...placeOfLine(index, length) }] as const,
    ),
    [paper.kind, { ...right, y: margin, size: 11, bold: true, color: colour }],
  ]
  for (const [text, place] of lines) addText({ doc, root }, 'P', text, place)
}

function drawShortHead(doc: PDFKit.PDFDocument, paper: Paper): void {
  const { brand, colour } = paper.letterhead
  const { strong } = getInk(doc)
  drawMark(doc, paper.letterhead, margin, margin - 12, 22)
  write(doc, brand, { x: margin + 30, y: margin - 7, width: 240, size: 11, bold: true, color: strong })
  const right = { x: pageWidth - margin - 200, width: 200, align: 'right' } as const
  write(doc, paper.kind, { ...right, y: margin - 6, size: 9.5, bold: true, color: colour })
  doc.rect(margin, margin + 18, textWidth, 1).fill(colour)
}

function drawFoot(doc: PDFKit.PDFDocument, paper: Paper, page: number, pages: number): void {
  const y = pageHeight - margin - 14
  const ink = getInk(doc)
  doc.rect(margin, y - 8, textWidth, 0.6).fill(ink.line)
  const small = { size: 8, color: ink.quiet } as const
  write(doc, 'Documento sin firma electrónica', { ...small, x: margin, y, width: 200, bold: true })
  const sender = [paper.letterhead.brand, paper.site?.address].filter(Boolean).join(' · ')
  write(doc, sender, { ...small, x: margin, y: y + 11, width: 360 })
  const right = { x: pageWidth - margin - 120, width: 120, align: 'right' } as const
  write(doc, `Página ${page} de ${pages}`, { ...small, ...right, y })
}
