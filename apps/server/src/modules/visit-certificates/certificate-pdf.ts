import { santiago, showLongDay, toDay } from '@mi-portal/contract/values/dates'
import { showDocument } from '@mi-portal/contract/values/document-number'
import {
  addText,
  asArtifact,
  firstLine,
  type Letterhead,
  margin,
  openSheet,
  pageWidth,
  type Sheet,
  type Site,
  textWidth,
  wholeLine,
  write,
} from '../../platform/pdf/letterhead.ts'
import { createQrRows } from '../../platform/pdf/qr-code.ts'
import { getInk } from '../../platform/pdf/tagged-pdf.ts'
import type { Certified } from './certificate-content.ts'

type PrintedCertificate = {
  readonly letterhead: Letterhead
  readonly site: Site | null
  readonly certified: Certified
  readonly code: string
  readonly verificationUrl: string
  readonly verificationPage: string
  readonly issuedAt: Date
}

const certificateTitle = 'Certificado de atención'

const weekday = new Intl.DateTimeFormat('es-CL', { weekday: 'long', timeZone: 'America/Santiago' })

const documentNames: Readonly<Record<number, string>> = { 1: 'RUT', 2: 'pasaporte' }

function writeStatement({ letterhead, certified }: PrintedCertificate): string {
  const { patient_name, document_type_id, document_number, starts_at, ends_at } = certified
  const document = `${documentNames[document_type_id] ?? 'documento'} ${showDocument(document_type_id, document_number)}`
  const time = `de ${santiago(starts_at).time} a ${santiago(ends_at).time} horas`
  return `${letterhead.brand} certifica que ${patient_name}, ${document}, se atendió el ${weekday.format(starts_at)} ${showLongDay(toDay(starts_at))}, en la hora ${time}.`
}

function listFacts({ certified, issuedAt }: PrintedCertificate): readonly (readonly [string, string])[] {
  const { modality, site_name, site_address, doctor_name, specialty } = certified
  const place = [site_name, site_address].filter(Boolean).join(', ')
  return [
    ['Modalidad', modality === 'telemedicina' ? 'Por video' : 'Presencial'],
    ...(place === '' ? [] : [['Sede', place] as const]),
    ...(specialty === null ? [] : [['Especialidad', specialty] as const]),
    ...(doctor_name === null ? [] : [['Profesional', doctor_name] as const]),
    ['Fecha de emisión', showLongDay(toDay(issuedAt))],
  ]
}

export function drawCertificate(certificate: PrintedCertificate): Promise<Uint8Array> {
  const title = certificateTitle
  const sheet = openSheet({ ...certificate, title, kind: title, madeAt: certificate.issuedAt })
  const { doc, root } = sheet
  const { strong, quiet } = getInk(doc)
  const line = { ...wholeLine, gap: 4 }
  let y = firstLine + 16
  y += addText(sheet, 'H1', title, { ...line, y, size: 24, bold: true, color: strong }) + 22
  y += addText(sheet, 'P', writeStatement(certificate), { ...line, y, size: 13, color: strong }) + 20
  for (const [label, value] of listFacts(certificate)) {
    root.add(
      doc.struct('P', {}, () => {
        const place = { y, size: 10.5 }
        write(doc, label, { ...place, x: margin, width: 120, color: quiet })
        y += write(doc, value, { ...place, x: margin + 124, width: textWidth - 124, bold: true }) + 6
      }),
    )
  }
  y += 8
  const note = 'Este certificado no indica el motivo ni el diagnóstico de la atención.'
  y += addText(sheet, 'P', note, { ...line, y, size: 10, color: quiet }) + 26
  drawVerification(sheet, certificate, y)
  return sheet.finish()
}

const qrSize = 132

function drawVerification(sheet: Sheet, certificate: PrintedCertificate, top: number): void {
  const { doc, root } = sheet
  const { strong, body } = getInk(doc)
  const height = qrSize + 28
  asArtifact(doc, () => doc.roundedRect(margin, top, textWidth, height, 6).fill(getInk(doc).pale))
  const x = margin + 18
  const width = textWidth - qrSize - 54
  const look = { size: 13, bold: true, color: strong }
  addText(sheet, 'H2', 'Verifica este certificado', { x, y: top + 16, width, ...look })
  const lines: readonly (readonly [string, number, number, boolean])[] = [
    ['Escanea el código QR, o ingresa en la página de verificación el código:', 38, 10, false],
    [certificate.code, 72, 15, true],
    [certificate.verificationPage, 100, 10, false],
  ]
  for (const [text, below, size, bold] of lines)
    addText(sheet, 'P', text, { x, y: top + below, width, size, bold, color: body })
  root.add(
    doc.struct(
      'Figure',
      { alt: `Código QR de la página que verifica este certificado: ${certificate.verificationUrl}` },
      () => {
        drawQr(doc, certificate.verificationUrl, pageWidth - margin - 18 - qrSize, top + 14)
      },
    ),
  )
}

function drawQr(doc: PDFKit.PDFDocument, text: string, x: number, y: number): void {
  const rows = createQrRows(text, 4)
  const side = qrSize / rows.length
  doc.rect(x, y, qrSize, qrSize).fill('#FFFFFF')
  for (const [row, modules] of rows.entries())
    for (const [column, black] of modules.entries())
      if (black) doc.rect(x + column * side, y + row * side, side, side)
  doc.fill('#000000')
}
