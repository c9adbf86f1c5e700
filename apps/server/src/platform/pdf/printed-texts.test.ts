import { buffer } from 'node:stream/consumers'
import { expandColour } from '@mi-portal/contract/clinic/shades'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { pdfTexts } from '../../../test/files/pdf-text.ts'
import { recordPdf } from './record-pdf.ts'
import { textPdf } from './text-pdf.ts'
import { getFont } from './typeface.ts'

const letterhead = {
  brand: 'Clínica Ñuñoa',
  lines: ['Calle Uno 1'],
  colour: '#2A4DB5',
  neutral: expandColour('#58627C'),
  logo: null,
}
const imprint = {
  title: 'Ficha de Łukasz',
  author: 'Mi Ñuñoa',
  madeAt: new Date('2026-11-20T11:15:00Z'),
  letterhead,
}

function expectEmbedded(bytes: Uint8Array): void {
  const pdf = Buffer.from(bytes).toString('latin1')
  expect(pdf).not.toContain('/Helvetica')
  expect(pdf).toContain('/FontFile2 ')
  expect(pdf).toContain('<pdfuaid:part>1</pdfuaid:part>')
}

test('a PDF record has the clinic’s letterhead, any Latin or Greek letters, and names what its font cannot print', async () => {
  const pdf = await buffer(
    recordPdf({
      ...imprint,
      notes: ['Incluye ≥ 2 exámenes'],
      sections: [
        {
          title: 'Exámenes',
          none: 'No hay registros.',
          lines: [
            { lead: 'β-hCG', text: '12 ×10⁹/L\nrepetida por el Dr. Őri' },
            { lead: '', text: 'Nota: → 漢', level: 'detail' },
          ],
        },
        { title: 'Horas', none: 'No hay registros.', lines: [] },
      ],
    }),
  )
  expect((await pdfTexts(pdf)).join('|')).toBe(
    'Clínica Ñuñoa|Calle Uno 1|Ficha de Łukasz|Mi Ñuñoa|Incluye ≥ 2 exámenes|Exámenes|β-hCG:|12 ×10⁹/L repetida por el Dr. Őri|' +
      'Nota: → [texto en otra escritura: está en el portal]|Horas|No hay registros.',
  )
  expectEmbedded(pdf)
})

test('a PDF text, like a preparation sheet, has the clinic’s letterhead, headings, lists and any Latin or Greek letters', async () => {
  const pdf = await textPdf({
    ...imprint,
    note: 'Versión 1',
    html: '<h2>Preparación α</h2><p>Ayuno de <strong>≥ 8 h</strong> y agua</p><ul><li>Hasta ½ vaso → 100 mL</li></ul>',
  })
  expect((await pdfTexts(pdf)).join('|')).toBe(
    'Clínica Ñuñoa|Calle Uno 1|Ficha de Łukasz|Mi Ñuñoa. Versión 1.|Preparación α|Ayuno de|≥ 8 h|y agua|•|Hasta ½ vaso → 100 mL',
  )
  expectEmbedded(pdf)
})

async function printText(text: string): Promise<string> {
  const document = new PDFDocument()
  document.registerFont('plain', getFont('plain')).font('plain').text(text)
  document.end()
  return (await pdfTexts(await buffer(document))).join(' ')
}

test('a letter is extracted correctly from a PDF, even if an earlier document used it as part of an accented letter', async () => {
  expect(await printText('Índice Óseo Ácido ÑÜ')).toBe('Índice Óseo Ácido ÑÜ')
  expect(await printText('VIH OMS ABO NU')).toBe('VIH OMS ABO NU')
})

test('ligatures are extracted from a PDF as the letters that were written', async () => {
  expect(await printText('efficaz, fibra, flúor, ﬁn')).toContain('efficaz, fibra, flúor')
})
