import { rangesAdvice } from '@mi-portal/contract/exams/exams'
import type { ResultStatus } from '@mi-portal/contract/results/reported-result'
import { statusNotice } from '@mi-portal/contract/results/result-details'
import { ageOn, type Day, santiago, showDay, toDay } from '@mi-portal/contract/values/dates'
import {
  addText,
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
  wholeLine,
  write,
} from '../../../platform/pdf/letterhead.ts'
import { getInk } from '../../../platform/pdf/tagged-pdf.ts'
import { toDrawable } from '../../../platform/pdf/typeface.ts'
import { drawRow, drawTableHead } from './measures-pdf.ts'
import type { PrintedMeasure } from './printed-measure.ts'

type PrintedExam = {
  readonly letterhead: Letterhead
  readonly site: Site
  readonly patient: {
    readonly name: string
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
  const ink = getInk(doc)
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
  asArtifact(doc, () => doc.roundedRect(margin, top, textWidth, height, 6).fill(ink.pale))
  const half = textWidth / 2
  facts.forEach(([label, value], index) => {
    const x = margin + 14 + (index % 2) * half
    const y = top + 9 + Math.floor(index / 2) * rowHeight
    root.add(
      doc.struct('P', {}, () => {
        const place = { x, width: half - 28 }
        write(doc, label, { ...place, y, size: 8, color: ink.quiet })
        write(doc, value, { ...place, y: y + 10, size: 10, bold: index === 0, color: ink.strong })
      }),
    )
  })
  const titleTop = top + height + 20
  const look = { y: titleTop, size: 15, bold: true, color: ink.strong }
  const titleHeight = addText({ doc, root }, 'H1', exam.type_exam, { ...wholeLine, ...look })
  return drawStatus({ doc, root }, exam, titleTop + titleHeight + 8)
}

function drawStatus(sheet: Pick<Sheet, 'doc' | 'root'>, exam: PrintedExam, y: number): number {
  const correctedOn = exam.corrected_at === null ? null : showDay(toDay(exam.corrected_at))
  const notice = statusNotice(exam.status, correctedOn, exam.content.kind)
  if (notice === null) return y
  const text = `${notice.lead} ${notice.rest}`.trim()
  addText(sheet, 'P', text, { ...wholeLine, y, size: 10, bold: true, color: attention.text })
  return y + 20
}

function drawMeasures(
  sheet: Sheet,
  content: Extract<PrintedExam['content'], { kind: 'laboratory' }>,
  top: number,
): void {
  const { doc, root } = sheet
  const { quiet } = getInk(doc)
  let y = top
  if (content.specimen !== null) {
    addText(sheet, 'P', `Muestra: ${content.specimen}`, { ...wholeLine, y, size: 9, color: quiet })
    y += 18
  }
  const table = doc.struct('Table')
  root.add(table)
  y = drawTableHead(sheet, table, y)
  for (const measure of content.measures) y = drawRow(sheet, table, measure, y)
  table.end()
  if (content.conclusion !== null) y = drawPart(sheet, 'Conclusión', content.conclusion.split(/\n+/), y + 16)
  if (y + 26 > lowestLine) y = sheet.turn()
  addText(sheet, 'P', rangesAdvice, { ...wholeLine, y: y + 10, size: 8.5, color: quiet, gap: 1.5 })
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
  const ink = getInk(doc)
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
  const { doc, colour } = sheet
  let y = top + 66 > lowestLine ? sheet.turn() : top
  addText(sheet, 'H2', title, { ...wholeLine, y, size: 11, bold: true, color: colour })
  y += 18
  for (const paragraph of paragraphs) {
    doc.font('plain').fontSize(10)
    const height = doc.heightOfString(toDrawable(paragraph).drawn, { width: textWidth, lineGap: 3 })
    if (y + height > lowestLine) y = sheet.turn()
    addText(sheet, 'P', paragraph, { ...wholeLine, y, size: 10, gap: 3 })
    y += height + 5
  }
  return y + 12
}
