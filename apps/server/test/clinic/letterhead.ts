import { expandColour } from '@mi-portal/contract/clinic/shades'
import type { Letterhead } from '../../src/platform/pdf/letterhead.ts'

export const testLetterhead: Letterhead = {
  brand: 'Clínica Andes',
  lines: [],
  colour: '#2A4DB5',
  neutral: expandColour('#58627C'),
  logo: null,
}
