import { formatComplaintNumber, nextInstance } from '@mi-portal/contract/complaints'
import { santiago, showDay, showLongDay, toDay } from '@mi-portal/contract/values/dates'
import { escapeHtml } from '../../platform/escape-html.ts'
import type { Letterhead } from '../../platform/pdf/letterhead.ts'
import { textPdf } from '../../platform/pdf/text-pdf.ts'

type Signature = { readonly full_name: string; readonly at: Date }

type Letter = {
  readonly letterhead: Letterhead
  readonly complaint: { readonly id: number; readonly created_at: Date; readonly patient_full_name: string }
  readonly document: string
  readonly text: string
  /** Null for a draft. */
  readonly signatures: { readonly author: Signature; readonly approver: Signature } | null
  readonly madeAt: Date
}

const toParagraphs = (text: string) =>
  text
    .split(/\n+/)
    .filter((line) => line.trim() !== '')
    .map((line) => `<p>${escapeHtml(line)}</p>`)
    .join('')

function describeSignature(act: string, { full_name, at }: Signature): string {
  const { day, time } = santiago(at)
  return `${act}: ${full_name}, el ${showDay(day)} a las ${time}`
}

function describeSignatures(signatures: Letter['signatures']): string[] {
  if (signatures === null) return ['Borrador sin firmas: esta carta aún no se envía.']
  return [
    describeSignature('Redactó y firmó', signatures.author),
    describeSignature('Aprobó y firmó', signatures.approver),
    'Firmas electrónicas simples (Ley 19.799): el portal identificó a cada persona con su cuenta y guardó su aprobación.',
  ]
}

export function drawLetter(letter: Letter): Promise<Uint8Array> {
  const { letterhead, complaint, document, text, signatures, madeAt } = letter
  const number = formatComplaintNumber(complaint.id, complaint.created_at)
  return textPdf({
    title: `Respuesta al reclamo ${number}`,
    author: letterhead.brand,
    note: `Ley 20.584, artículo 37. ${showLongDay(toDay(madeAt))}`,
    madeAt,
    letterhead,
    html: [
      `<p><strong>${escapeHtml(`${complaint.patient_full_name}, ${document}`)}</strong></p>`,
      `<p>Reclamo recibido el ${showLongDay(toDay(complaint.created_at))}.</p>`,
      toParagraphs(text),
      `<p>${nextInstance}</p>`,
      '<h2>Firmas</h2>',
      ...describeSignatures(signatures).map((line) => `<p>${escapeHtml(line)}</p>`),
    ].join(''),
  })
}
