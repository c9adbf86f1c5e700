import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

type Recipient = {
  readonly first_name: string
  /** The patient's first name if it is not the reader; otherwise null. */
  readonly patient_name: string | null
}

export const copyReady: MailTemplate<Recipient & { readonly hours: number }> = {
  name: 'exports.ready',
  clinical: true,
  subject: ({ product }) => `La copia que pediste en ${product} está lista`,
  heading: 'La copia de tus datos está lista',
  blocks: ({ first_name, patient_name, hours }, { product, supportPhone }) => [
    `Hola, ${first_name}: ya puedes descargar la copia de todos los datos ${patient_name === null ? 'tuyos' : `de ${patient_name}`} que tiene ${product}.`,
    `Está disponible durante ${hours} horas, y cada archivo se puede descargar una vez. Para cuidar tu privacidad no la enviamos por correo: inicia sesión y descárgala desde «Mis datos personales».`,
    { kind: 'button', label: 'Descargar la copia', path: '/dashboard/perfil/datos-personales' },
    `Si no la pediste tú, cambia tu contraseña y avísanos al ${supportPhone}.`,
  ],
}

export const exportSamples: readonly MailSample[] = [
  mailSample(copyReady, 'Copia de datos lista', 'A quien pidió una copia de sus datos.', {
    first_name: 'Camila Andrea',
    patient_name: null,
    hours: 24,
  }),
]
