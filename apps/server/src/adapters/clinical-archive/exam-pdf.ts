/** Generates the PDF of one exam: a laboratory's table of results, or the report of an imaging study. */
import type { ResultStatus } from '@mi-portal/contract/results/reported-result'
import { statusNotice } from '@mi-portal/contract/results/result-details'
import { ageOn, type Day, santiago, showDay, toDay } from '@mi-portal/contract/values/dates'
import {
  asArtifact,
  attention,
  firstLine,
  type Letterhead,
  lowestLine,
  margin,
  openSheet,
  pageWidth,
  type Sheet,
  type Site,
  textWidth,
  write,
} from '../../platform/pdf/letterhead.ts'
import { getInk } from '../../platform/pdf/tagged-pdf.ts'
import { toDrawable } from '../../platform/pdf/typeface.ts'
import { type PrintedMeasure, printedCells } from './printed-measure.ts'

type PrintedExam = {
  readonly letterhead: Letterhead
  readonly site: Site
  readonly patient: {
    readonly name: string
    /** The identity document with its type, as it is printed: `RUT 12345678-5`. */
    readonly document: string
    readonly date_birth: Day | null
  }
  readonly type_exam: string
  readonly attention_number: string
  readonly doctor_solicite: string
  readonly type_patient: string
  readonly taken_at: Date
  readonly reported_at: Date
  readonly status: ResultStatus
  /** When this report replaced an earlier one; null if it did not. */
  readonly corrected_at: Date | null
  readonly content:
    | {
        readonly kind: 'laboratory'
        readonly specimen: string | null
        readonly measures: readonly PrintedMeasure[]
        readonly conclusion: string | null
      }
    | {
        readonly kind: 'imaging'
        readonly technique: string
        readonly findings: readonly string[]
        readonly impression: readonly string[]
        readonly reported_by: string
      }
}

/** Returns the whole document, ready to store. */
export function examPdf(exam: PrintedExam): Promise<Uint8Array> {
  const sheet = openSheet({
    letterhead: exam.letterhead,
    site: exam.site,
    title: `${exam.type_exam}, ${showDay(toDay(exam.taken_at))}`,
    kind: exam.content.kind === 'laboratory' ? 'Informe de laboratorio' : 'Imágenes y procedimientos',
    madeAt: exam.reported_at,
  })
  const y = drawPerson(sheet, exam)
  if (exam.content.kind === 'laboratory') drawMeasures(sheet, exam.content, y)
  else drawReport(sheet, exam.content, y)
  return sheet.finish()
}

function moment(at: Date): string {
  const local = santiago(at)
  return `${showDay(local.day)}, ${local.time} h`
}

function drawPerson({ doc, root }: Sheet, exam: PrintedExam): number {
  const { patient } = exam
  const facts: readonly (readonly [string, string])[] = [
    ['Paciente', patient.name],
    ['N.º de atención', exam.attention_number],
    ['Documento', patient.document],
    ['Fecha del examen', moment(exam.taken_at)],
    [
      'Nacimiento',
      patient.date_birth === null
        ? 'Sin información'
        : `${showDay(patient.date_birth)} (${ageOn(patient.date_birth, toDay(exam.taken_at))} años)`,
    ],
    ['Fecha del informe', moment(exam.reported_at)],
    ['Solicitado por', exam.doctor_solicite],
    ['Tipo de paciente', exam.type_patient],
  ]
  const rowHeight = 29
  const top = firstLine
  const height = (facts.length / 2) * rowHeight + 12
  asArtifact(doc, () => doc.roundedRect(margin, top, textWidth, height, 6).fill(getInk(doc).pale))
  const half = textWidth / 2
  facts.forEach(([label, value], index) => {
    const x = margin + 14 + (index % 2) * half
    const y = top + 9 + Math.floor(index / 2) * rowHeight
    root.add(
      doc.struct('P', {}, () => {
        write(doc, label, { x, y, width: half - 28, size: 8, color: getInk(doc).quiet })
        write(doc, value, {
          x,
          y: y + 10,
          width: half - 28,
          size: 10,
          bold: index === 0,
          color: getInk(doc).strong,
        })
      }),
    )
  })
  const titleTop = top + height + 20
  let titleHeight = 0
  root.add(
    doc.struct('H1', {}, () => {
      titleHeight = write(doc, exam.type_exam, {
        x: margin,
        y: titleTop,
        width: textWidth,
        size: 15,
        bold: true,
        color: getInk(doc).strong,
      })
    }),
  )
  return drawStatus({ doc, root }, exam, titleTop + titleHeight + 8)
}

/** Draws under the title that the report is preliminary, or that it was corrected. */
function drawStatus({ doc, root }: Pick<Sheet, 'doc' | 'root'>, exam: PrintedExam, y: number): number {
  const correctedOn = exam.corrected_at === null ? null : showDay(toDay(exam.corrected_at))
  const notice = statusNotice(exam.status, correctedOn, exam.content.kind)
  if (notice === null) return y
  root.add(
    doc.struct('P', {}, () => {
      const text = `${notice.lead} ${notice.rest}`.trim()
      write(doc, text, { x: margin, y, width: textWidth, size: 10, bold: true, color: attention.text })
    }),
  )
  return y + 20
}

type Column = { readonly title: string; readonly x: number; readonly width: number; readonly align?: 'right' }

const columns = {
  name: { title: 'Examen', x: margin + 8, width: 136 },
  result: { title: 'Resultado', x: margin + 146, width: 90, align: 'right' },
  flag: { title: 'Rango', x: margin + 242, width: 60 },
  unit: { title: 'Unidad', x: margin + 306, width: 62 },
  reference: { title: 'Valores de referencia', x: margin + 372, width: textWidth - 380 },
} as const satisfies Record<string, Column>

function drawMeasures(
  sheet: Sheet,
  content: Extract<PrintedExam['content'], { kind: 'laboratory' }>,
  top: number,
): void {
  const { doc, root } = sheet
  let y = top
  if (content.specimen !== null) {
    const at = y
    root.add(
      doc.struct('P', {}, () => {
        write(doc, `Muestra: ${content.specimen}`, {
          x: margin,
          y: at,
          width: textWidth,
          size: 9,
          color: getInk(doc).quiet,
        })
      }),
    )
    y += 18
  }
  const table = doc.struct('Table')
  root.add(table)
  y = drawTableHead(sheet, table, y)
  for (const measure of content.measures) y = drawRow(sheet, table, measure, y)
  table.end()
  if (content.conclusion !== null) y = drawPart(sheet, 'Conclusión', content.conclusion.split(/\n+/), y + 16)
  if (y + 26 > lowestLine) y = sheet.turn()
  const at = y + 10
  root.add(
    doc.struct('P', {}, () => {
      write(
        doc,
        'Los valores de referencia son orientativos. Un resultado fuera de rango no siempre indica una enfermedad: revísalo con tu médico tratante.',
        { x: margin, y: at, width: textWidth, size: 8.5, color: getInk(doc).quiet, gap: 1.5 },
      )
    }),
  )
}

const headHeight = 20

function drawHeadRow({ doc, colour }: Sheet, y: number): void {
  doc.rect(margin, y, textWidth, headHeight).fill(colour)
  for (const column of Object.values<Column>(columns)) drawTitle(doc, column, y)
}

function drawTitle(doc: PDFKit.PDFDocument, column: Column, y: number): void {
  const { x, width, title, align } = column
  write(doc, title, { x, y: y + 6, width, size: 8.5, bold: true, color: '#FFFFFF', align: align ?? 'left' })
}

function drawTableHead({ doc, colour }: Sheet, table: PDFKit.PDFStructureElement, y: number): number {
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

/** Returns the font size of reference ranges. Several or long ranges are printed smaller. */
function sizeOfRanges({ ranges }: Cells): number {
  return ranges.length > 1 || ranges.some((range) => range.length > 22) ? noteSize : valueSize
}

function heightOf(doc: PDFKit.PDFDocument, text: string, size: number, width: number): number {
  return doc.fontSize(size).heightOfString(text === '' ? ' ' : toDrawable(text).drawn, { width })
}

function rowHeightOf(doc: PDFKit.PDFDocument, cells: Cells): number {
  doc.font('bold')
  const result = heightOf(doc, cells.value, valueSize, columns.result.width)
  doc.font('plain')
  const heights = [
    result,
    heightOf(doc, cells.name, valueSize, columns.name.width),
    heightOf(doc, cells.tags.join('\n'), unitSize, columns.flag.width - arrowWidth),
    heightOf(doc, cells.unit, unitSize, columns.unit.width),
    heightOf(doc, cells.ranges.join('\n'), sizeOfRanges(cells), columns.reference.width),
  ]
  return Math.max(...heights) + 9
}

/** Starts a new page with the column titles if the next part does not fit on this page. */
function makeRoom(sheet: Sheet, y: number, height: number): number {
  if (y + height <= lowestLine) return y
  const top = sheet.turn()
  asArtifact(sheet.doc, () => drawHeadRow(sheet, top))
  return top + headHeight
}

/** Draws one result: its row, and below it the details that do not fit in columns. Returns the position of its end. */
function drawRow(
  sheet: Sheet,
  table: PDFKit.PDFStructureElement,
  measure: PrintedMeasure,
  top: number,
): number {
  const { doc } = sheet
  const cells = printedCells(measure)
  const height = rowHeightOf(doc, cells)
  const detailWidth = textWidth - 16
  const detailHeightOf = (detail: string) =>
    heightOf(doc.font('plain'), detail, noteSize, detailWidth) + lineGap
  const [firstDetail] = cells.details
  // The row and its first detail stay on the same page.
  let y = makeRoom(sheet, top, height + (firstDetail === undefined ? 0 : detailHeightOf(firstDetail)))
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
    const detailHeight = detailHeightOf(detail)
    y = makeRoom(sheet, y, detailHeight)
    const at = y
    last.add(
      doc.struct('P', {}, () =>
        write(doc, detail, {
          x: margin + 8,
          y: at,
          width: detailWidth,
          size: noteSize,
          color: getInk(doc).body,
        }),
      ),
    )
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

function drawReport(
  sheet: Sheet,
  content: Extract<PrintedExam['content'], { kind: 'imaging' }>,
  top: number,
): void {
  let y = top + 4
  y = drawPart(sheet, 'Técnica', [content.technique], y)
  y = drawPart(sheet, 'Hallazgos', content.findings, y)
  y = drawPart(sheet, 'Impresión', content.impression, y)
  const { doc, root } = sheet
  if (y + 50 > lowestLine) y = sheet.turn()
  const at = y + 14
  asArtifact(doc, () => doc.rect(pageWidth - margin - 220, at, 220, 0.6).fill(getInk(doc).line))
  root.add(
    doc.struct('P', {}, () => {
      const place = { x: pageWidth - margin - 220, width: 220, align: 'right' } as const
      write(doc, 'Informado por', { ...place, y: at + 7, size: 8, color: getInk(doc).quiet })
      write(doc, content.reported_by, {
        ...place,
        y: at + 18,
        size: 10,
        bold: true,
        color: getInk(doc).strong,
      })
    }),
  )
}

function drawPart(sheet: Sheet, title: string, paragraphs: readonly string[], top: number): number {
  const { doc, root } = sheet
  let y = top + 66 > lowestLine ? sheet.turn() : top
  const at = y
  root.add(
    doc.struct('H2', {}, () => {
      write(doc, title, { x: margin, y: at, width: textWidth, size: 11, bold: true, color: sheet.colour })
    }),
  )
  y += 18
  for (const paragraph of paragraphs) {
    doc.font('plain').fontSize(10)
    const height = doc.heightOfString(toDrawable(paragraph).drawn, { width: textWidth, lineGap: 3 })
    if (y + height > lowestLine) y = sheet.turn()
    const line = y
    root.add(
      doc.struct('P', {}, () => {
        write(doc, paragraph, { x: margin, y: line, width: textWidth, size: 10, gap: 3 })
      }),
    )
    y += height + 5
  }
  return y + 12
}
