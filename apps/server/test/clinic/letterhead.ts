import type { Letterhead } from '../../src/ports/clinic.ts'

/** The letterhead of PDFs in tests. */
export const testLetterhead: Letterhead = {
  brand: 'Clínica Andes',
  lines: [],
  colour: '#2A4DB5',
  logo: null,
}
