import { drawLetterhead, type Letterhead } from './letterhead.ts'
import { collectPdf, drawText, getInk, margin, openTaggedPdf } from './tagged-pdf.ts'
import { toDrawable } from './typeface.ts'

type PrintedText = {
  readonly title: string
  readonly author: string
  readonly note: string
  readonly madeAt: Date
  readonly letterhead: Letterhead
  /** Sanitised: `h2`, `p`, `ul`, `li` and `strong`, without attributes. */
  readonly html: string
}

type Run = { readonly text: string; readonly bold: boolean }
type Block = { readonly kind: 'H2' | 'P' | 'LI'; readonly runs: readonly Run[] }

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' }

function decode(text: string): string {
  return text
    .replace(/&(#\d{1,6}|\w{2,4});/g, (whole, name: string) =>
      name.startsWith('#') ? String.fromCodePoint(Number(name.slice(1))) : (entities[name] ?? whole),
    )
    .replace(/\s+/g, ' ')
}

const kinds = { h2: 'H2', p: 'P', li: 'LI' } as const

function readBlocks(html: string): Block[] {
  const blocks: Block[] = []
  let kind: Block['kind'] = 'P'
  let runs: Run[] = []
  let bold = false
  const close = () => {
    if (runs.some(({ text }) => text.trim() !== '')) blocks.push({ kind, runs })
    runs = []
  }
  for (const [, slash, tag, text] of html.matchAll(/<(\/?)(h2|p|ul|li|strong)>|([^<]+)/g)) {
    if (text !== undefined) runs.push({ text: decode(text), bold })
    else if (tag === 'strong') bold = slash === ''
    else {
      close()
      kind = slash === '' && (tag === 'h2' || tag === 'p' || tag === 'li') ? kinds[tag] : 'P'
    }
  }
  close()
  return blocks
}

const styles = {
  H2: { size: 12.5, above: 14, below: 4, indent: 0, color: 'strong' },
  P: { size: 10, above: 0, below: 6, indent: 0, color: 'body' },
  LI: { size: 10, above: 0, below: 4, indent: 14, color: 'body' },
} as const

export function textPdf(printed: PrintedText): Promise<Uint8Array> {
  const { title, author } = printed
  const doc = openTaggedPdf({ ...printed, neutral: printed.letterhead.neutral })
  const ink = getInk(doc)
  const ended = collectPdf(doc)
  const root = doc.struct('Document')
  doc.addStructure(root)
  const add = (tag: string, draw: () => void) => root.add(doc.struct(tag, {}, draw))

  drawLetterhead(doc, printed.letterhead, add)
  add('H1', () => {
    drawText(doc.font('bold').fontSize(20).fillColor(ink.strong), title)
  })
  add('P', () => {
    drawText(doc.font('plain').fontSize(10).fillColor(ink.quiet), `${author}. ${printed.note}.`)
  })
  doc.moveDown(1)
  let list: PDFKit.PDFStructureElement | null = null
  for (const block of readBlocks(printed.html)) {
    turnUnlessFits(doc, block)
    const draw = () => drawBlock(doc, block)
    if (block.kind !== 'LI') {
      list?.end()
      list = null
      add(block.kind, draw)
      continue
    }
    if (list === null) {
      list = doc.struct('L')
      root.add(list)
    }
    list.add(doc.struct('LI', {}, [doc.struct('LBody', {}, draw)]))
  }
  list?.end()
  root.end()
  doc.end()
  return ended
}

const lineGap = 2.5

function measureWidth(doc: PDFKit.PDFDocument, kind: Block['kind']): number {
  return doc.page.width - 2 * margin - styles[kind].indent
}

function turnUnlessFits(doc: PDFKit.PDFDocument, { kind, runs }: Block): void {
  const style = styles[kind]
  const text = runs.map((run) => run.text).join('')
  // Measured in bold, because bold text is wider.
  const height = doc
    .font('bold')
    .fontSize(style.size)
    .heightOfString(toDrawable(text).drawn, { width: measureWidth(doc, kind), lineGap })
  const needed = style.above + height + (kind === 'H2' ? 60 : 0)
  if (doc.y + needed > doc.page.height - margin) doc.addPage()
}

function drawBlock(doc: PDFKit.PDFDocument, { kind, runs }: Block): void {
  const style = styles[kind]
  const left = margin + style.indent
  const top = doc.y + style.above
  const width = measureWidth(doc, kind)
  doc.fontSize(style.size).fillColor(getInk(doc)[style.color])
  if (kind === 'LI') doc.font('plain').text('•', margin + 3, top, { width: 10, lineBreak: false })
  runs.forEach(({ text, bold }, index) => {
    doc.font(bold || kind === 'H2' ? 'bold' : 'plain')
    const options = { width, lineGap, continued: index < runs.length - 1 }
    if (index === 0) drawText(doc, text.trimStart(), options, { x: left, y: top })
    else drawText(doc, text, options)
  })
  doc.x = margin
  doc.y += style.below
}
