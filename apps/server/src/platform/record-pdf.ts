/** A long record as a PDF of A4 pages that a screen reader can follow; drawn in stretches, so that the server goes on answering. */
import { PassThrough, type Readable } from 'node:stream'
import { setImmediate as pause } from 'node:timers/promises'
import { ink, margin, openTaggedPdf } from './tagged-pdf.ts'

/** A line: what leads it stands out. */
type RecordLine = { readonly lead: string; readonly text: string; readonly level?: 'entry' | 'detail' }

type RecordSection = {
  readonly title: string
  readonly lines: readonly RecordLine[]
  /** What stands there when there are no lines. */
  readonly none: string
}

type PrintedRecord = {
  readonly title: string
  /** Who issues it. */
  readonly author: string
  readonly notes: readonly string[]
  readonly madeAt: Date
  readonly sections: readonly RecordSection[]
}

const stretch = 40

/** Begins at once; breaks off with the error where drawing fails. */
export function recordPdf(record: PrintedRecord): Readable {
  const doc = openTaggedPdf(record)
  const out = new PassThrough()
  doc.pipe(out)
  draw(doc, record).catch((error: unknown) =>
    out.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return out
}

// The font's own letters are those of Western Europe; what it lacks would be drawn as something else.
function drawable(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll('≥', '>=')
    .replaceAll('≤', '<=')
    .replaceAll('μ', 'µ')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/[^\u0020-\u00ff–—‘’‚“”„†‡•…‰‹›€™Œœ‡Ÿ]/gu, '?')
}

async function draw(
  doc: PDFKit.PDFDocument,
  { title, author, notes, sections }: PrintedRecord,
): Promise<void> {
  const root = doc.struct('Document')
  doc.addStructure(root)
  let drawn = 0
  const add = (tag: string, style: () => void, text: string) => {
    root.add(
      doc.struct(tag, {}, () => {
        style()
        doc.text(drawable(text))
      }),
    )
  }
  add('H1', () => doc.font('Helvetica-Bold').fontSize(20).fillColor(ink.strong), title)
  for (const note of [author, ...notes])
    add('P', () => doc.font('Helvetica').fontSize(10).fillColor(ink.quiet), note)

  for (const section of sections) {
    doc.moveDown(1)
    if (doc.y > doc.page.height - margin - 60) doc.addPage()
    add('H2', () => doc.font('Helvetica-Bold').fontSize(12.5).fillColor(ink.strong), section.title)
    doc.moveDown(0.3)
    if (section.lines.length === 0)
      add('P', () => doc.font('Helvetica').fontSize(10).fillColor(ink.quiet), section.none)
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
      doc.fontSize(level === 'detail' ? 9.5 : 10).fillColor(ink.body)
      const options = { width, lineGap: 2 }
      if (lead !== '') {
        doc.font('Helvetica-Bold')
        doc.text(drawable(text === '' ? lead : `${lead}: `), left, doc.y, {
          ...options,
          continued: text !== '',
        })
      }
      if (text === '') return
      doc.font('Helvetica')
      if (lead === '') doc.text(drawable(text), left, doc.y, options)
      else doc.text(drawable(text), options)
    }),
  )
  doc.x = margin
}
