import {
  asArtifact,
  attention,
  lowestLine,
  margin,
  type Sheet,
  textWidth,
  write,
} from '../../../platform/pdf/letterhead.ts'
import { getInk } from '../../../platform/pdf/tagged-pdf.ts'
import { toDrawable } from '../../../platform/pdf/typeface.ts'
import { type PrintedMeasure, printedCells } from './printed-measure.ts'

type Column = { readonly title: string; readonly x: number; readonly width: number; readonly align?: 'right' }

const columns = {
  name: { title: 'Examen', x: margin + 8, width: 136 },
  result: { title: 'Resultado', x: margin + 146, width: 90, align: 'right' },
  flag: { title: 'Rango', x: margin + 242, width: 60 },
  unit: { title: 'Unidad', x: margin + 306, width: 62 },
  reference: { title: 'Valores de referencia', x: margin + 372, width: textWidth - 380 },
} as const satisfies Record<string, Column>

const headHeight = 20

function drawHeadRow({ doc, colour }: Sheet, y: number): void {
  doc.rect(margin, y, textWidth, headHeight).fill(colour)
  for (const column of Object.values<Column>(columns)) drawTitle(doc, column, y)
}

function drawTitle(doc: PDFKit.PDFDocument, column: Column, y: number): void {
  const { x, width, title, align } = column
  write(doc, title, { x, y: y + 6, width, size: 8.5, bold: true, color: '#FFFFFF', align: align ?? 'left' })
}

export function drawTableHead({ doc, colour }: Sheet, table: PDFKit.PDFStructureElement, y: number): number {
  asArtifact(doc, () => doc.rect(margin, y, textWidth, headHeight).fill(colour))
  const row = doc.struct('TR')
  table.add(row)
  for (const column of Object.values<Column>(columns)) {
    row.add(doc.struct('TH', { scope: 'Column' }, () => drawTitle(doc, column, y)))
  }
  row.end()
  return y + headHeight
}

const valueSize = 9.5

const unitSize = 9

const noteSize = 8

const lineGap = 3

type Cells = ReturnType<typeof printedCells>

function sizeOfRanges({ ranges }: Cells): number {
  return ranges.length > 1 || ranges.some((range) => range.length > 22) ? noteSize : valueSize
}

function measureHeight(doc: PDFKit.PDFDocument, text: string, size: number, width: number): number {
  return doc.fontSize(size).heightOfString(text === '' ? ' ' : toDrawable(text).drawn, { width })
}

function measureRow(doc: PDFKit.PDFDocument, cells: Cells): number {
  doc.font('bold')
  const result = measureHeight(doc, cells.value, valueSize, columns.result.width)
  doc.font('plain')
  const heights = [
    result,
    measureHeight(doc, cells.name, valueSize, columns.name.width),
    measureHeight(doc, cells.tags.join('\n'), unitSize, columns.flag.width - arrowWidth),
    measureHeight(doc, cells.unit, unitSize, columns.unit.width),
    measureHeight(doc, cells.ranges.join('\n'), sizeOfRanges(cells), columns.reference.width),
  ]
  return Math.max(...heights) + 9
}

function makeRoom(sheet: Sheet, y: number, height: number): number {
  if (y + height <= lowestLine) return y
  const top = sheet.turn()
  asArtifact(sheet.doc, () => drawHeadRow(sheet, top))
  return top + headHeight
}

export function drawRow(
  sheet: Sheet,
  table: PDFKit.PDFStructureElement,
  measure: PrintedMeasure,
  top: number,
): number {
  const { doc } = sheet
  const cells = printedCells(measure)
  const height = measureRow(doc, cells)
  const detailWidth = textWidth - 16
  const measureDetail = (detail: string) =>
    measureHeight(doc.font('plain'), detail, noteSize, detailWidth) + lineGap
  const [firstDetail] = cells.details
  let y = makeRoom(sheet, top, height + (firstDetail === undefined ? 0 : measureDetail(firstDetail)))
  const isOutOfRange = cells.arrow !== null || cells.isAttention
  asArtifact(doc, () => {
    if (isOutOfRange) doc.rect(margin, y, textWidth, height).fill(attention.pale)
    if (cells.arrow !== null) drawArrow(doc, columns.flag.x, y + 6, cells.arrow)
  })
  const line = y + 5
  const color = isOutOfRange ? attention.text : getInk(doc).strong
  const row = doc.struct('TR')
  table.add(row)
  const cell = (column: Column, text: string, more: { bold?: boolean; color?: string; size?: number }) => {
    const { x, width, align } = column
    return write(doc, text, { x, y: line, width, size: valueSize, align: align ?? 'left', ...more })
  }
  row.add(doc.struct('TH', { scope: 'Row' }, () => cell(columns.name, cells.name, {})))
  row.add(doc.struct('TD', {}, () => cell(columns.result, cells.value, { bold: true, color })))
  row.add(
    doc.struct('TD', {}, () => {
      const { x, width, title } = columns.flag
      const place = { title, x: x + arrowWidth, width: width - arrowWidth }
      cell(place, cells.tags.join('\n'), { color, size: unitSize })
    }),
  )
  row.add(
    doc.struct('TD', {}, () => cell(columns.unit, cells.unit, { color: getInk(doc).quiet, size: unitSize })),
  )
  const last = doc.struct('TD')
  row.add(last)
  last.add(() => cell(columns.reference, cells.ranges.join('\n'), { size: sizeOfRanges(cells) }))
  y += height
  for (const detail of cells.details) {
    const detailHeight = measureDetail(detail)
    y = makeRoom(sheet, y, detailHeight)
    const at = y
    const place = { x: margin + 8, y: at, width: detailWidth, size: noteSize, color: getInk(doc).body }
    last.add(doc.struct('P', {}, () => write(doc, detail, place)))
    y += detailHeight
  }
  last.end()
  row.end()
  const end = y
  asArtifact(doc, () => doc.rect(margin, end - 0.5, textWidth, 0.5).fill(getInk(doc).line))
  return end
}

const arrowWidth = 11

function drawArrow(doc: PDFKit.PDFDocument, x: number, y: number, direction: 'up' | 'down'): void {
  if (direction === 'up') doc.polygon([x, y + 7], [x + 4, y], [x + 8, y + 7])
  else doc.polygon([x, y], [x + 8, y], [x + 4, y + 7])
  doc.fill(attention.text)
}
