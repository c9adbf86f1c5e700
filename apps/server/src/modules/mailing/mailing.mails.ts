import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

export const testMessage: MailTemplate<object> = {
  name: 'mailing.test',
  clinical: false,
  subject: ({ product }) => `Correo de prueba de ${product}`,
  heading: 'El correo funciona',
  blocks: (_data, { product }) => [
    `Este es un correo de prueba que pediste en la administración de ${product}.`,
    'Si lo encontraste en la carpeta de correo no deseado, revisa los registros SPF, DKIM y DMARC del dominio del remitente.',
    { kind: 'button', label: 'Volver a la puesta en marcha', path: '/admin/puesta-en-marcha' },
  ],
}

export const mailingSamples: readonly MailSample[] = [
  mailSample(
    testMessage,
    'Correo de prueba',
    'Cuando alguien de la administración prueba el servidor de correo.',
    {},
  ),
]
