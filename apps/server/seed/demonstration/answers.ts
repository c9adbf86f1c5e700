/**
 * Generates the PDF files that departments answer with: quotes and certificates, on the clinic's letterhead.
 */
import { type Day, showDay, toDay } from '@mi-portal/contract/values/dates'
import {
  asArtifact,
  firstLine,
  type Letterhead,
  margin,
  openSheet,
  pageWidth,
  type Sheet,
  textWidth,
  write,
} from '../../src/platform/pdf/letterhead.ts'
import { getInk } from '../../src/platform/pdf/tagged-pdf.ts'
import type { Site } from './clinic-lookup.ts'

type Heading = {
  readonly letterhead: Letterhead
  readonly site: Site
  readonly title: string
  readonly kind: string
  readonly madeAt: Date
  /** Pairs of label and value. */
  readonly facts: readonly (readonly [string, string])[]
}

/** Formats pesos as Chile writes them: `$ 1.250.000`. */
function showPesos(amount: number): string {
  return `$ ${String(amount).replace(/\B(?=(\d{3})+$)/g, '.')}`
}

function open(heading: Heading): { sheet: Sheet; y: number } {
  const sheet = openSheet(heading)
  const { doc, root } = sheet
  let y = firstLine + 4
  const line = (text: string, tag: 'H1' | 'P', size: number, bold: boolean) => {
    const at = y
    root.add(
      doc.struct(tag, {}, () => {
        write(doc, text, { x: margin, y: at, width: textWidth, size, bold, color: getInk(doc).strong })
      }),
    )
    y += size + 8
  }
  line(heading.title, 'H1', 15, true)
  y += 4
  for (const [label, value] of heading.facts) line(`${label}: ${value}`, 'P', 10, false)
  return { sheet, y: y + 8 }
}

/** Generates the PDF of a quote: the requested items and their sum. */
export function budgetPdf(budget: {
  readonly letterhead: Letterhead
  readonly site: Site
  readonly patient: string
  readonly intervention: string
  readonly forecast: string
  readonly answered_at: Date
  readonly items: readonly (readonly [name: string, pesos: number])[]
}): Promise<Uint8Array> {
  const { letterhead, site, answered_at, items } = budget
  const { sheet, y } = open({
    letterhead,
    site,
    title: `Presupuesto: ${budget.intervention}`,
    kind: 'Presupuesto',
    madeAt: answered_at,
    facts: [
      ['Paciente', budget.patient],
      ['Previsión', budget.forecast],
      ['Fecha', showDay(toDay(answered_at))],
      ['Vigencia', '60 días corridos'],
    ],
  })
  const { doc, root } = sheet
  const table = doc.struct('Table')
  root.add(table)
  const total = items.reduce((sum, [, pesos]) => sum + pesos, 0)
  const rows = [...items, ['Total', total] as const]
  rows.forEach(([name, pesos], index) => {
    const top = y + index * 22
    const bold = index === rows.length - 1
    asArtifact(doc, () => doc.rect(margin, top + 20, textWidth, 0.5).fill(getInk(doc).line))
    const row = doc.struct('TR')
    table.add(row)
    row.add(
      doc.struct('TH', {}, () => {
        write(doc, name, { x: margin + 6, y: top + 5, width: 330, size: 10, bold, color: getInk(doc).strong })
      }),
    )
    row.add(
      doc.struct('TD', {}, () => {
        const place = {
          x: pageWidth - margin - 130,
          y: top + 5,
          width: 124,
          size: 10,
          align: 'right',
        } as const
        write(doc, showPesos(pesos), { ...place, bold, color: getInk(doc).strong })
      }),
    )
    row.end()
  })
  table.end()
  const after = y + rows.length * 22 + 16
  root.add(
    doc.struct('P', {}, () => {
      const note =
        'Valores estimados según la orden médica recibida. El costo final depende de la atención realizada y de la cobertura de tu previsión.'
      write(doc, note, { x: margin, y: after, width: textWidth, size: 9, color: getInk(doc).quiet, gap: 2 })
    }),
  )
  return sheet.finish()
}

/** Generates a certificate of attendance. It does not state the reason for the visit. */
export function certificatePdf(certificate: {
  readonly letterhead: Letterhead
  readonly site: Site
  readonly patient: string
  readonly document: string
  readonly attended: Day
  readonly office: string
  readonly answered_at: Date
}): Promise<Uint8Array> {
  const { letterhead, site, answered_at } = certificate
  const { sheet, y } = open({
    letterhead,
    site,
    title: 'Certificado de atención',
    kind: 'Certificado',
    madeAt: answered_at,
    facts: [['Fecha', showDay(toDay(answered_at))]],
  })
  const { doc, root } = sheet
  root.add(
    doc.struct('P', {}, () => {
      const text = `${letterhead.brand} certifica que ${certificate.patient}, ${certificate.document}, fue atendida en su sede ${certificate.office} el día ${showDay(certificate.attended)}. Se extiende a petición de la persona interesada, sin indicar el motivo de la atención.`
      write(doc, text, { x: margin, y: y + 8, width: textWidth, size: 11, gap: 4 })
    }),
  )
  return sheet.finish()
}
