/** The PDF of one exam, as the clinic hands it out: a laboratory's table of values or the report on an image. */
import { ageOn, type Day, dayOf, santiago, showDay } from '@mi-portal/contract/values/dates'
import {
  asArtifact,
  firstLine,
  font,
  ink,
  lowestLine,
  margin,
  openSheet,
  pageWidth,
  type Sheet,
  type Site,
  textWidth,
  write,
} from './letterhead.ts'
import { flagOf, type PrintedMeasure, showRange, showValue } from './printed-measure.ts'

type PrintedExam = {
  readonly brand: string
  readonly site: Site
  readonly patient: {
    readonly name: string
    /** As a person reads it, with its kind: `RUT 12345678-5`. */
    readonly document: string
    readonly date_birth: Day | null
  }
  readonly type_exam: string
  readonly attention_number: string
  readonly doctor_solicite: string
  readonly type_patient: string
  readonly taken_at: Date
  readonly reported_at: Date
  readonly content:
    | {
        readonly kind: 'laboratory'
        readonly specimen: string | null
        readonly measures: readonly PrintedMeasure[]
      }
    | {
        readonly kind: 'imaging'
        readonly technique: string
        readonly findings: readonly string[]
        readonly impression: readonly string[]
        readonly reported_by: string
      }
}

/** The whole document, ready to be stored. */
export function examPdf(exam: PrintedExam): Promise<Uint8Array> {
  const sheet = openSheet({
    brand: exam.brand,
    site: exam.site,
    title: `${exam.type_exam}, ${showDay(dayOf(exam.taken_at))}`,
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
        : `${showDay(patient.date_birth)} (${ageOn(patient.date_birth, dayOf(exam.taken_at))} años)`,
    ],
    ['Fecha del informe', moment(exam.reported_at)],
    ['Solicitado por', exam.doctor_solicite],
    ['Tipo de paciente', exam.type_patient],
  ]
  const rowHeight = 29
  const top = firstLine
  const height = (facts.length / 2) * rowHeight + 12
  asArtifact(doc, () => doc.roundedRect(margin, top, textWidth, height, 6).fill(ink.pale))
  const half = textWidth / 2
  facts.forEach(([label, value], index) => {
    const x = margin + 14 + (index % 2) * half
    const y = top + 9 + Math.floor(index / 2) * rowHeight
    root.add(
      doc.struct('P', {}, () => {
        write(doc, label, { x, y, width: half - 28, size: 8, color: ink.quiet })
        write(doc, value, { x, y: y + 10, width: half - 28, size: 10, bold: index === 0, color: ink.strong })
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
        color: ink.strong,
      })
    }),
  )
  return titleTop + titleHeight + 8
}

type Column = { readonly title: string; readonly x: number; readonly width: number; readonly align?: 'right' }

const columns = {
  name: { title: 'Examen', x: margin + 8, width: 152 },
  result: { title: 'Resultado', x: margin + 160, width: 90, align: 'right' },
  flag: { title: 'Rango', x: margin + 258, width: 44 },
  unit: { title: 'Unidad', x: margin + 306, width: 68 },
  reference: { title: 'Valores de referencia', x: margin + 378, width: textWidth - 386 },
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
          color: ink.quiet,
        })
      }),
    )
    y += 18
  }
  const table = doc.struct('Table')
  root.add(table)
  y = drawTableHead(sheet, table, y)
  for (const measure of content.measures) {
    const height = rowHeightOf(doc, measure)
    if (y + height > lowestLine) {
      y = sheet.turn()
      asArtifact(doc, () => drawHeadRow(doc, y))
      y += headHeight
    }
    drawRow(doc, table, measure, y, height)
    y += height
  }
  table.end()
  if (y + 26 > lowestLine) y = sheet.turn()
  const at = y + 10
  root.add(
    doc.struct('P', {}, () => {
      write(
        doc,
        'Los valores de referencia son orientativos. Un resultado fuera de rango no siempre indica una enfermedad: revísalo con tu médico tratante.',
        { x: margin, y: at, width: textWidth, size: 8.5, color: ink.quiet, gap: 1.5 },
      )
    }),
  )
}

const headHeight = 20

function drawHeadRow(doc: PDFKit.PDFDocument, y: number): void {
  doc.rect(margin, y, textWidth, headHeight).fill(ink.brand)
  for (const column of Object.values<Column>(columns)) drawTitle(doc, column, y)
}

function drawTitle(doc: PDFKit.PDFDocument, column: Column, y: number): void {
  const { x, width, title, align } = column
  write(doc, title, { x, y: y + 6, width, size: 8.5, bold: true, color: '#FFFFFF', align: align ?? 'left' })
}

function drawTableHead({ doc }: Sheet, table: PDFKit.PDFStructureElement, y: number): number {
  asArtifact(doc, () => doc.rect(margin, y, textWidth, headHeight).fill(ink.brand))
  const row = doc.struct('TR')
  table.add(row)
  for (const column of Object.values<Column>(columns)) {
    row.add(doc.struct('TH', {}, () => drawTitle(doc, column, y)))
  }
  row.end()
  return y + headHeight
}

const valueSize = 9.5
const unitSize = 9
const noteSize = 7.5

function sizeOfRange(range: string): number {
  return range.length > 22 ? noteSize : valueSize
}

function shownValue(measure: PrintedMeasure): string {
  return measure.value === null ? (measure.text ?? '') : showValue(measure.value, measure.decimals)
}

function referenceOf(measure: PrintedMeasure): { range: string; note: string | null } {
  const range = showRange(measure)
  if (range === '') return { range: measure.reference_text ?? '', note: null }
  return { range, note: measure.reference_text }
}

function rowHeightOf(doc: PDFKit.PDFDocument, measure: PrintedMeasure): number {
  const { range, note } = referenceOf(measure)
  const heightOf = (text: string, size: number, { width }: Column) =>
    doc.fontSize(size).heightOfString(text === '' ? ' ' : text, { width })
  doc.font(font.bold)
  const result = heightOf(shownValue(measure), valueSize, columns.result)
  doc.font(font.plain)
  const reference =
    heightOf(range, sizeOfRange(range), columns.reference) +
    (note === null ? 0 : heightOf(note, noteSize, columns.reference) + 1)
  const name = heightOf(measure.name, valueSize, columns.name)
  const unit = heightOf(measure.unit ?? '', unitSize, columns.unit)
  return Math.max(name, result, unit, reference) + 9
}

function drawRow(
  doc: PDFKit.PDFDocument,
  table: PDFKit.PDFStructureElement,
  measure: PrintedMeasure,
  y: number,
  height: number,
): void {
  const flag = flagOf(measure)
  asArtifact(doc, () => {
    if (flag !== '') doc.rect(margin, y, textWidth, height).fill(ink.attentionPale)
    doc.rect(margin, y + height - 0.5, textWidth, 0.5).fill(ink.line)
    if (flag !== '') drawArrow(doc, columns.flag.x, y + 6, flag)
  })
  const line = y + 5
  const { range, note } = referenceOf(measure)
  const color = flag === '' ? ink.strong : ink.attention
  const row = doc.struct('TR')
  table.add(row)
  const cell = (
    column: Column,
    text: string,
    more: { bold?: boolean; color?: string; size?: number; y?: number },
  ) => {
    const { x, width, align } = column
    return write(doc, text, { x, y: line, width, size: valueSize, align: align ?? 'left', ...more })
  }
  row.add(doc.struct('TH', {}, () => cell(columns.name, measure.name, {})))
  row.add(doc.struct('TD', {}, () => cell(columns.result, shownValue(measure), { bold: true, color })))
  row.add(
    doc.struct('TD', {}, () => {
      const { x, width, title } = columns.flag
      cell({ title, x: x + 11, width: width - 11 }, flag, { color, size: unitSize })
    }),
  )
  row.add(
    doc.struct('TD', {}, () => cell(columns.unit, measure.unit ?? '', { color: ink.quiet, size: unitSize })),
  )
  row.add(
    doc.struct('TD', {}, () => {
      const used = cell(columns.reference, range, { size: sizeOfRange(range) })
      if (note !== null)
        cell(columns.reference, note, { y: line + used + 1, size: noteSize, color: ink.quiet })
    }),
  )
  row.end()
}

function drawArrow(doc: PDFKit.PDFDocument, x: number, y: number, flag: 'Bajo' | 'Alto'): void {
  if (flag === 'Alto') doc.polygon([x, y + 7], [x + 4, y], [x + 8, y + 7])
  else doc.polygon([x, y], [x + 8, y], [x + 4, y + 7])
  doc.fill(ink.attention)
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
  asArtifact(doc, () => doc.rect(pageWidth - margin - 220, at, 220, 0.6).fill(ink.line))
  root.add(
    doc.struct('P', {}, () => {
      const place = { x: pageWidth - margin - 220, width: 220, align: 'right' } as const
      write(doc, 'Informado por', { ...place, y: at + 7, size: 8, color: ink.quiet })
      write(doc, content.reported_by, { ...place, y: at + 18, size: 10, bold: true, color: ink.strong })
    }),
  )
}

function drawPart(sheet: Sheet, title: string, paragraphs: readonly string[], top: number): number {
  const { doc, root } = sheet
  let y = top + 66 > lowestLine ? sheet.turn() : top
  const at = y
  root.add(
    doc.struct('H2', {}, () => {
      write(doc, title, { x: margin, y: at, width: textWidth, size: 11, bold: true, color: ink.brand })
    }),
  )
  y += 18
  for (const paragraph of paragraphs) {
    doc.font(font.plain).fontSize(10)
    const height = doc.heightOfString(paragraph, { width: textWidth, lineGap: 3 })
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
