import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { expect, test } from 'vitest'
import { pdfTexts } from '../../../test/files/pdf-text.ts'
import { getFont } from './typeface.ts'

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
