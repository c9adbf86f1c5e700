/** Draws a long record as an accessible PDF of A4 pages. Draws it in portions, so that the server can answer other requests in between. */
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as pause } from 'node:timers/promises'
import { drawLetterhead, type Letterhead } from './letterhead.ts'
import { drawText, getInk, margin, openTaggedPdf } from './tagged-pdf.ts'

type RecordLine = { readonly lead: string; readonly text: string; readonly level?: 'entry' | 'detail' }

type RecordSection = {
  readonly title: string
  readonly lines: readonly RecordLine[]
  readonly none: string
}

type PrintedRecord = {
  readonly title: string
  readonly author: string
  readonly notes: readonly string[]
  readonly madeAt: Date
  readonly letterhead: Letterhead
  readonly sections: readonly RecordSection[]
}

const stretch = 40

export function recordPdf(record: PrintedRecord): Readable {
  const doc = openTaggedPdf({ ...record, neutral: record.letterhead.neutral })
  const out = new PassThrough()
  doc.pipe(out)
  draw(doc, record).catch((error: unknown) =>
    out.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return out
}

function toOneLine(text: string): string {
  return text.replace(/\n+/g, ' ')
}

async function draw(
  doc: PDFKit.PDFDocument,
  { title, author, letterhead, notes, sections }: PrintedRecord,
): Promise<void> {
  const ink = getInk(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  let drawn = 0
  const add = (tag: string, style: () => void, text: string) => {
    root.add(
      doc.struct(tag, {}, () => {
        style()
        drawText(doc, toOneLine(text))
      }),
    )
  }
  drawLetterhead(doc, letterhead, (tag, write) => root.add(doc.struct(tag, {}, write)))
  add('H1', () => doc.font('bold').fontSize(20).fillColor(ink.strong), title)
  for (const note of [author, ...notes])
    add('P', () => doc.font('plain').fontSize(10).fillColor(ink.quiet), note)

  for (const section of sections) {
    doc.moveDown(1)
    if (doc.y > doc.page.height - margin - 60) doc.addPage()
    add('H2', () => doc.font('bold').fontSize(12.5).fillColor(ink.strong), section.title)
    doc.moveDown(0.3)
    if (section.lines.length === 0)
      add('P', () => doc.font('plain').fontSize(10).fillColor(ink.quiet), section.none)
    for (const line of section.lines) {
      drawLine(doc, root, line)
      drawn += 1
      if (drawn % stretch === 0) await pause()
    }
  }
  root.end()
  doc.end()
}

function drawLine(
  doc: PDFKit.PDFDocument,
  root: PDFKit.PDFStructureElement,
  { lead, text, level = 'entry' }: RecordLine,
): void {
  const left = margin + (level === 'detail' ? 14 : 0)
  const width = doc.page.width - margin - left
  root.add(
    doc.struct('P', {}, () => {
      doc.fontSize(level === 'detail' ? 9.5 : 10).fillColor(getInk(doc).body)
      const options = { width, lineGap: 2 }
      const place = { x: left, y: doc.y }
      if (lead !== '') {
        const continued = text !== ''
        drawText(
          doc.font('bold'),
          toOneLine(continued ? `${lead}: ` : lead),
          { ...options, continued },
          place,
        )
      }
      if (text !== '') drawText(doc.font('plain'), toOneLine(text), options, lead === '' ? place : null)
    }),
  )
  doc.x = margin
}
