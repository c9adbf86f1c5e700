import { expandColour } from '@mi-portal/contract/clinic/shades'
import type { Branding } from '../../src/platform/mail-layout.ts'

export const testBranding: Branding = {
  product: 'Mi Portal',
  brand: 'Clínica Andes',
  supportEmail: 'contacto@clinica.example',
  supportPhone: '2 2362 5400',
  colour: '#2A4DB5',
  shades: { neutral: expandColour('#58627C'), action: expandColour('#2A4DB5') },
  footer: [],
  logo: null,
  promises: { documents: '48 horas', budgets: '48 horas', contact: '48 horas', identity: '48 horas hábiles' },
  arriveMinutes: 15,
  place: { name: 'Clínica Andes Providencia', address: 'Avenida Los Arrayanes 1480' },
  getWording: () => ({}),
  publicUrl: 'https://portal.clinica.example',
}
