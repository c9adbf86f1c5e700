import { type MailSample, type MailTemplate, mailSample } from '../../platform/mail-layout.ts'

export const imagingContactReceived: MailTemplate<{ readonly name: string }> = {
  name: 'booking.imagingContactReceived',
  subject: () => 'Recibimos tu solicitud de contacto',
  body: ({ name }) => ({
    heading: 'Recibimos tu solicitud',
    blocks: [
      {
        kind: 'paragraph',
        text: `Hola, ${name}: nuestro equipo de imágenes te llamará para coordinar tu hora.`,
      },
    ],
  }),
}

export const examBookingSamples: readonly MailSample[] = [
  mailSample(
    imagingContactReceived,
    'Solicitud de contacto recibida',
    'A quien pidió que lo llamen por un examen.',
    { name: 'Camila Fuentes' },
  ),
]
